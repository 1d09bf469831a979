"""Files whose examples have columns or keys: one is the label, others are dropped, categorical or text."""

from __future__ import annotations

from collections.abc import Sequence

from ..door.roles import Roles
from ..door.words_of_text import TextWords
from ..support.settings import flag
from .named_source import NamedSource


class ColumnSource(NamedSource):
    """Base of tables and records: the settings that give each column its role.

    label          the column of the labels; None if there is none, for examples that are only to be guessed
    positive       the label that is +1, all others being -1; needed unless they are 0/1, -1/+1, true/false, yes/no
    labels         the two labels, negative first; or "numbers", for outcomes; or "classes", any number of them
    drop           columns to leave out
    categorical    columns whose numbers are names, such as postal codes
    text           columns of text, whose words are the features, by the rules of `TextWords`
    ngrams         sequences of up to so many words are features too
    counts         the value of a word is how often it occurs, not 1
    boolean        numbers above zero become 1, others are left out: for Boolean learners such as Winnow
    skip_bad       go on after lines that are wrong: `bad` counts them, `complaints` are the first few
    """

    columnar = True

    def __init__(
        self,
        *,
        label: str | None = None,
        positive: str | None = None,
        labels: tuple[object, object] | str | None = None,
        drop: str | Sequence[str] = (),
        categorical: str | Sequence[str] = (),
        text: str | Sequence[str] = (),
        ngrams: int = 1,
        counts: bool = False,
        boolean: bool = False,
        skip_bad: bool = False,
    ) -> None:
        self.roles = Roles(label, positive, labels, drop, categorical, text)
        self.boolean = flag("boolean", boolean)
        self.words = TextWords(ngrams=ngrams, counts=flag("counts", counts) and not boolean)
        self.skip_bad = flag("skip_bad", skip_bad)
        self.restart()
