"""A redesign moves no result: what 0.1.0 guessed, learned, paid and certified is what is guessed, learned, paid now.

What differs in a last bit, or a word of a certificate, `python tests/helpers/golden_play.py compare FILE --bits` says.
"""

from __future__ import annotations

import copy
import json
from itertools import islice

import pytest
from golden_cases import cases
from golden_compare import CLOSE, fits, game_differences, value_differences
from golden_intended import COMPARED, GOLDEN, INTENDED, RECORD, intended
from golden_paper import read, written
from golden_play import SAVED, differences, play, recorded, saved_words

from littlestone import EXPERTS, LEARNERS, POINTS, PORTFOLIOS, load


def saved_differences(name: str) -> list[str]:
    """What a saved game says otherwise when it is taken up, as keys such as "saved/pa1.ledger.mistakes: 16 -> 17"."""
    was = json.loads((GOLDEN / "saved.json").read_text())["games"][name]
    for certificate in was["certificates"].values():
        for words in {*certificate} - {*COMPARED}:
            del certificate[words]
    found = value_differences("", was, saved_words(load(GOLDEN / f"saved_{name}.npz")), CLOSE)
    return [f"saved/{name}{path}: {old} -> {new}" for path, old, new in found]


@pytest.fixture(scope="module")
def known() -> dict:
    return recorded(RECORD)


@pytest.mark.slow
def test_no_result_has_moved_but_those_that_were_meant_to(known):
    found = [one.key for one in differences(known) if one.group in COMPARED]
    moved = [key for key in found if not intended(key)]
    assert not moved, f"{len(moved)} results have moved since 0.1.0:\n" + "\n".join(moved[:50])
    found += [key for name in SAVED for key in saved_differences(name)]
    stale = [pattern for pattern in INTENDED if not any(fits(pattern, key) for key in found)]
    assert not stale, f"nothing differs in this way any more, so it need not be intended: {stale}"


def test_every_learner_of_every_table_has_been_recorded_by_default_and_otherwise(known):
    played = {(case.table, case.name, str(case.setting)) for case in cases() if case.key in known}
    tables = {"LEARNERS": LEARNERS, "EXPERTS": EXPERTS, "POINTS": POINTS, "PORTFOLIOS": PORTFOLIOS}
    recorded_names = {tuple(key.split("/")[:2]) for key in known}
    for table, learners in tables.items():
        for name in learners:
            if (table, name) in recorded_names:  # one that came later has nothing to be compared with
                assert len([one for one in played if one[:2] == (table, name)]) >= 2, (table, name)
    assert len(recorded_names) >= 76


def test_a_record_that_was_tampered_with_is_found_out(known):
    case = next(case for case in cases() if case.key == "LEARNERS/perceptron/default/fits/dicts")
    now = play(case)
    assert not list(game_differences(case.key, known[case.key], now, CLOSE))

    def tampered(*path, to):
        was = copy.deepcopy(known[case.key])
        place = was
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = to
        return [(one.group, one.what) for one in game_differences(case.key, was, now, CLOSE)]

    last = max(now["moments"], key=int)
    theorem = ("moments", last, "certificates", "MarginBound")
    other = {**now["guesses"], "sha256": "0" * 12}
    assert tampered("guesses", to=other) == []  # a last bit: the numbers themselves agree
    assert tampered("guesses", to={**other, "sum": other["sum"] + 1.0}) == [("guesses", "guesses")]
    assert tampered("guesses", to={**other, "last": ["0x1.8p+0"] * 2}) == [("guesses", "guesses")]
    assert tampered("acts", to="0" * 12) == [("guesses", "acts")]
    assert tampered("state", "updates", "sha256", to="0" * 12) == [("state", "state updates")]
    assert tampered("moments", last, "ledger", "mistakes", to=-1) == [("ledger", f"at {last} ledger.mistakes")]
    assert tampered(*theorem, "allowed", to=1e9) == [("allowed", "MarginBound allowed")]
    assert tampered(*theorem, "verdict", to="violated") == [("verdict", "MarginBound verdict")]
    assert tampered(*theorem, "teaches", to="nothing") == [("teaches", "MarginBound teaches")]
    assert tampered("moments", last, "certificates", "LostBound", to={"verdict": "holds"}) == [
        ("verdict", "LostBound verdict")
    ]


def test_what_is_new_is_no_difference(known):
    case = next(case for case in cases() if case.key == "LEARNERS/pa1/default/noisy/batch")
    now = play(case)
    now["state"]["lessons"] = {"type": "<f8[0]", "sha256": "0" * 12}
    for said in now["moments"].values():
        said["ledger"] |= {"in_order": True, "lateness": 0}
        said["certificates"]["NewBound"] = {"verdict": "open"}
        for certificate in said["certificates"].values():
            certificate["open"] = None
    found = game_differences(case.key, known[case.key], now, CLOSE)
    assert not [one for one in found if one.group in COMPARED]  # words may become better


def test_a_game_that_cannot_be_played_is_a_difference_like_any_other(known, monkeypatch):
    def refuse(case):
        raise RuntimeError("no more")

    monkeypatch.setattr("golden_play.play", refuse)
    assert {one.now for one in islice(differences(known), 5)} == {"RuntimeError: no more"}


def test_a_record_is_written_in_little_space_and_read_as_it_was(known):
    few = dict(islice(known.items(), 20))
    assert read(written(few)) == few
    assert RECORD.stat().st_size < 1_500_000
    twice = "a longer text\n" * 2
    odd = {"empty": [], "nested": [[1, -1], [-2, 0]], "text": twice, "none": None, "again": twice}
    assert read(written(odd)) == odd


@pytest.mark.parametrize("name", SAVED)
def test_a_game_that_0_1_0_has_saved_is_taken_up_as_it_was(name):
    assert not [key for key in saved_differences(name) if not intended(key)]
