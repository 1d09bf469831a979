import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.errors import BadParameter
from littlestone.features.words_of_text import TextWords


def words(text, **options):
    return [name.removeprefix("m:") for name in TextWords(**options).features("m", text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Free entry", ["free", "entry"]),
        ("don't DON\u2019T", ["don't", "don\u2019t"]),
        ("\u00a31000 cash!", ["\u00a3", "1000", "cash", "!"]),
        ("snake_case", ["snake", "case"]),
        ("\u00dcber \u03a9mega \u4f60\u597d", ["\u00fcber", "\u03c9mega", "\u4f60\u597d"]),
        ("'quoted' end'", ["'", "quoted", "end"]),
        (" \t\n", []),
    ],
)
def test_words_are_runs_of_letters_and_digits_and_signs_by_themselves(text, expected):
    assert words(text) == expected


def test_ngrams_are_words_in_a_row():
    assert words("a b c", ngrams=3) == ["a", "b", "c", "a b", "b c", "a b c"]


@settings(deadline=None)
@given(st.text(max_size=30), st.integers(1, 3))
def test_every_sign_that_is_no_blank_is_in_a_word_and_counts_count_the_words(text, n):
    singles = TextWords(counts=True).features("m", text)
    kept = re.sub(r"[\s_]", "", text.lower())
    assert sum(len(name) * count for name, count in singles.items()) == len(kept) + 2 * sum(singles.values())
    total = int(sum(singles.values()))
    counted = TextWords(counts=True, ngrams=n).features("m", text)
    assert sum(counted.values()) == sum(max(0, total - k) for k in range(n))
    assert set(TextWords(ngrams=n).features("m", text)) == set(counted)


@pytest.mark.parametrize("settings", [{"ngrams": 0}, {"ngrams": 1.5}, {"counts": 1}])
def test_wrong_settings_are_refused(settings):
    with pytest.raises(BadParameter):
        TextWords(**settings)
