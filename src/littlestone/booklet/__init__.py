"""The booklet: every claim of the lecture notes, played and measured against its bound."""
