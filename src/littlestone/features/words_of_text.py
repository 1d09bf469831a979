"""Features of texts: words and n-grams."""

from __future__ import annotations

import re

from ..support.settings import flag, whole
from .indicator import ONE, Indicator

WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*|[^\w\s]")


class TextWords:
    """The features of a text: "Win 50 now!" in the column m has m:win, m:50, m:now and m:!.

    A word is a run of letters and digits of any script, with apostrophes within (don't), in lower case. Any other
    character but whitespace is a word by itself: a currency sign or an exclamation mark says much. With ngrams=2 two
    words in a row are a feature too, "m:win 50", and so on up to `ngrams`. Every feature has the value 1, or with
    `counts` the number of its occurrences.

    >>> TextWords(ngrams=2).features("m", "Win, win!")
    {'m:win': 1.0, 'm:,': 1.0, 'm:!': 1.0, 'm:win ,': 1.0, 'm:, win': 1.0, 'm:win !': 1.0}
    """

    def __init__(self, *, ngrams: int = 1, counts: bool = False) -> None:
        self.ngrams = whole("ngrams", ngrams, "how many words in a row may be a feature", least=1)
        self.counts = flag("counts", counts)

    def features(self, name: str, text: str) -> dict[str, float]:
        """The features of a text in the column of that name."""
        words = WORD.findall(text.lower())
        x: dict[str, float] = {}
        for n in range(1, self.ngrams + 1):
            for at in range(len(words) - n + 1):
                feature = f"{name}:{' '.join(words[at : at + n])}"
                x[feature] = Indicator(x.get(feature, 0.0) + 1.0) if self.counts else ONE
        return x
