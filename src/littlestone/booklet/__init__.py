"""The booklet: every claim of the lecture notes as a run, measured against what it promises."""
