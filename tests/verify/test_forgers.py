"""What forgers tried next: numbers beyond doubles, promises that are none, weights below 0, files without an end."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing
from random import Random
from time import process_time

import pytest
from receipt_forgers import honest, judged, receipt_of, refused, rewritten, run, theorem_of
from receipt_games import as_read, changed, signed
from receipt_learners import LEARNERS

from littlestone import FixedShare, Game, MatrixGame, Perceptron
from littlestone.guarantees import Intervals
from littlestone.learners import LEARNERS as BY_NAME
from littlestone.receipts.exact_text import exact
from littlestone.verify.littlestone_verify import Unreadable, number, verified


def line_about(receipt, what, rows=None):
    """The line that the verifier says about something, as text."""
    lines = None if rows is None else iter(rows.splitlines(keepends=True))
    return next(str(each) for each in verified(receipt, lines) if each.words.startswith(what))


# Numbers.


@pytest.mark.parametrize("text", ["0x1p-1080", "0x1.8p-1074", "0x0.0000000000001p-1023", "0x1p+1024", "-0x1p-9999"])
def test_what_no_double_is_is_no_number(text):
    """Python rounds such a text to 0 or to a neighbour, and another program does not."""
    with pytest.raises(Unreadable):
        number(text)


@pytest.mark.parametrize(
    "text", ["٣", "1_0", "+1", " 1", "1e3", "0X1P+3", "0x1P+3", "1.0", "nan", "inf", "１", "0x1p٣"]
)
def test_a_number_is_written_in_one_way(text):
    with pytest.raises(Unreadable):
        number(text)


@pytest.mark.parametrize("line", ["٣ 1 1 | 0:1", "1_0 1 1 | 0:1", "0x1 1 1 | 0:1", "1e1 1 1 | 0:1", "+1 1 1 | 0:1"])
def test_rounds_are_counted_in_ascii_digits(line):
    receipt = receipt_of("perceptron")
    receipt["evidence"]["mistakes"]["kept"][0] = line
    assert judged(signed(receipt)) == {"the receipt": "unreadable"}


@pytest.mark.parametrize("blank", ["\t", "\u2003", "\u00a0", "\u2028"])
def test_entries_are_parted_by_blanks(blank):
    receipt = receipt_of("perceptron")
    lines = receipt["evidence"]["mistakes"]["kept"]
    head, bar, row = lines[0].partition(" | ")
    lines[0] = head + bar + row.replace(" ", blank)
    assert judged(signed(receipt)) == {"the receipt": "unreadable"}


# Weights.


def test_rounds_of_weight_1_have_evidence_of_weight_1():
    """The weight of the mistakes is what was paid: a millionth of it where each is said to weigh a millionth."""
    receipt = receipt_of("perceptron")
    lines = receipt["evidence"]["mistakes"]["kept"]
    for k, line in enumerate(lines):
        number, label, _, rest = line.split(" ", 3)
        lines[k] = f"{number} {label} 0x1p-20 {rest}"
    for claim in receipt["certificates"]:
        for side in ("paid", "allowed"):
            claim[side] = (float.fromhex(claim[side]) * 2.0**-20).hex().replace("0000000p", "p")
    assert refused(signed(receipt))


@pytest.mark.parametrize("learner", ["perceptron", "halving", "ogd", "winnow"])
@pytest.mark.parametrize(
    ("name", "to"),
    [(name, to) for name in ("mistakes", "total") for to in ("-1", "0x1p-30", "1000000")]
    + [("least", "-1"), ("least", "1000000"), ("most", "-1"), ("most", "0x1p-30")],
)
def test_weights_of_the_account_do_not_contradict_the_evidence_or_one_another(learner, name, to):
    assert refused(changed(receipt_of(learner, weights=True), "account", "weights", name, to=to)), name


@pytest.mark.parametrize("name", ["halving", "soa", "rwma"])
def test_no_weight_turns_an_inequality_round(name):
    """Nine mistakes of five allowed: -9 <= -5, if a round weighs -1."""
    receipt = receipt_of(name)
    claim = receipt["certificates"][0]
    paid, allowed = (float.fromhex(claim[side]) for side in ("paid", "allowed"))
    claim.update(times="-1", paid=(-paid).hex(), allowed=(-allowed).hex())
    weights = {key: (-paid).hex() for key in ("total", "mistakes", "loss", "expected_mistakes")}
    receipt["account"]["weights"] = {**weights, "least": "-1", "most": "-1"}
    assert judged(signed(receipt))[theorem_of(receipt)] != "proved" or refused(signed(receipt))
    assert refused(signed(receipt))


def test_a_tree_is_made_for_weights_above_nothing():
    receipt = receipt_of("pruning-tree")
    receipt["game"]["settings"]["heaviest"] = "-1"
    claim = receipt["certificates"][0]
    loss = receipt["account"]["in_order"]["loss"]
    receipt["account"]["weights"] = {
        "total": "-120", "mistakes": "0", "loss": f"-{loss}", "expected_mistakes": "0", "least": "-1", "most": "-1",
    }  # fmt: skip
    claim.update(paid=f"-{loss}", allowed="0")
    claim["witness"].update(past="0", nodes=["0 -1 leaf 0 0"])
    assert refused(signed(receipt))


# Promises.


@pytest.mark.parametrize("nothing", [0, False])
@pytest.mark.parametrize("name", ["winnow", "elimination", "conjunction"])
def test_a_promise_of_no_variables_is_a_promise(name, nothing):
    """Winnow allows least where no variable matters; nobody has shown that, and the line has to say so."""
    receipt = receipt_of(name)
    claim = receipt["certificates"][0]
    for allowed in range(40):
        claim.update(promised={"k": nothing}, allowed=str(allowed))
        said = line_about(signed(receipt), theorem_of(receipt)) if not refused(signed(receipt)) else "refused"
        assert not said.startswith("proved") or "k as promised" in said, said


@pytest.mark.parametrize(("name", "promised"), [
    ("perceptron", {"margin": "-1", "length": "1"}),
    ("perceptron", {"margin": "1", "length": "-1"}),
    ("winnow", {"k": -1}),
    ("winnow", {"k": True}),
    ("decision-list", {"length": -3}),
    ("decision-list", {"length": False}),
])  # fmt: skip
def test_what_cannot_be_is_not_promised(name, promised):
    receipt = receipt_of(name)
    claim = receipt["certificates"][0]
    for allowed in ["0", *map(str, range(60)), claim["allowed"]]:
        claim.update(promised=promised, allowed=allowed)
        assert "proved" not in judged(signed(receipt)).get(theorem_of(receipt), "unreadable")


@pytest.mark.parametrize("name", ["perceptron", "winnow", "halving", "hedge, given", "committee"])
def test_nobody_writes_words_into_a_line_that_proves(name):
    receipt = receipt_of(name)
    claim = receipt["certificates"][0]
    claim["promised"] = {**claim["promised"], "the whole world has checked this, and": 1}
    assert judged(signed(receipt))[theorem_of(receipt)] != "proved"


@pytest.mark.parametrize("name", ["winnow", "elimination", "conjunction", "decision-list"])
def test_examples_are_of_the_variables_whatever_is_promised(name):
    receipt = receipt_of(name)
    lines = receipt["evidence"]["mistakes"]["kept"]
    lines[0] += " 77:1"
    receipt["certificates"][0]["promised"] = {"length" if name == "decision-list" else "k": 2}
    assert "not of" in line_about(signed(receipt), theorem_of(receipt))


def intervals():
    game, chance = Game(BY_NAME["vaw"](), guarantees=[Intervals(0.9, eta=0.2)]), Random(3)
    for _ in range(60):
        x = [chance.gauss(0, 1), 1.0]
        game.label(game.predict(x).number, x[0] + chance.gauss(0, 1))
    receipt = as_read(game)
    return receipt, next(each for each in receipt["certificates"] if each["theorem"] == "CoverageBound")


def test_a_score_above_the_promised_largest_breaks_the_promise():
    receipt, claim = intervals()
    assert judged(receipt)["CoverageBound"] == "proved"
    claim["promised"] = {"b": "0x1p-2"}
    assert "above" in line_about(signed(receipt), "CoverageBound")


@pytest.mark.parametrize(("name", "to"), [("alpha", "2"), ("alpha", "-1"), ("alpha", "0"), ("step", "-1")])
def test_no_share_of_misses_is_outside_of_0_to_1(name, to):
    receipt, claim = intervals()
    claim["witness"][name] = to
    assert judged(signed(receipt))["CoverageBound"] in ("refused", "unreadable")


# Rounding.


def test_no_line_proves_what_rounding_alone_allows():
    """A payment of 2^90 that nobody makes leaves room for every gap, if room is measured by the largest payment."""
    game = MatrixGame([[0.0, 1.0], [1.0, 0.5]], "hedge", "best-response", horizon=4)
    game.play(4)
    receipt = as_read(game)
    bracket = next(each for each in receipt["certificates"] if each["theorem"] == "BracketBound")
    witness = {"matrix": ["0:0 1:1 2:0x1p+90", "0:1 1:0 2:0x1p+90", "0:0x1p+90 1:0x1p+90 2:0x1p+90"], "columns": 3,
               "row": "0:4", "column": "0:4", "rates": [None, None]}  # fmt: skip
    claim = {**bracket, "theorem": "FixedRateBound", "paid": "0", "allowed": "0", "witness": witness}
    assert "proved" not in judged(signed({**receipt, "certificates": [claim]}))["FixedRateBound"]


def test_large_losses_leave_no_room_for_regret():
    """All experts lose 2^80 in one round: a regret of 2^30 is nothing beside it, and more than the theorem allows."""
    receipt = receipt_of("hedge, given")
    advice, claim = receipt["evidence"]["advice"]["kept"], receipt["certificates"][0]
    advice[0] = "1 0x1p+80 1 | 0:0 1:0 2:0 3:0"
    for paid in (receipt["account"]["given"], receipt["account"]["in_order"]):
        paid["loss"] = (2.0**80 + 2.0**30).hex().replace("000000000p", "p")
    claim["paid"] = claim["allowed"]
    said = line_about(signed(receipt), "HedgeBound") if not refused(signed(receipt)) else "refused"
    assert not said.startswith("proved"), said


def test_a_loss_beyond_all_doubles_is_no_sum():
    """inf - 0 <= 2^-30 inf: any loss was the sum of such rows."""
    receipt, rows = receipt_of("ogd, square"), honest("ogd, square")[1]
    lines = [*rows.splitlines(keepends=True)[:1], "1 0x1p+1000 1 0 right | 0:1\n"]
    receipt["account"].update(rounds=1, labelled=1, given={"mistakes": None, "expected": None, "loss": "7"})
    receipt["account"]["in_order"] = receipt["account"]["given"]
    receipt["read"]["rows"].update(lines=1, sha256=hashlib.sha256("".join(lines).encode()).hexdigest())
    receipt["certificates"] = []
    assert judged(signed(receipt), "".join(lines))["the run"] not in ("replayed", "summarised")


def test_rows_so_large_that_every_guess_would_do_are_not_played():
    """The sizes of all steps add up to infinity, and so would the rounding."""
    receipt, huge = receipt_of("perceptron"), "0x1.8p+1023"
    rows = [f"{t} {1 if t % 2 else -1} 1 0 {'wrong' if t % 2 else 'right'} | 0:{huge} 1:0x1.999999999999ap-4\n"
            for t in range(1, 2)]  # fmt: skip
    rows += [f"{t} {-1 if t % 2 else 1} 1 {-1 if t % 2 == 0 else 1} wrong | 0:{huge} 1:0x1.5p-3\n" for t in range(2, 9)]
    lines = ["littlestone rows 1\n", *rows]
    said = judged(rewritten(receipt, lines), "".join(lines))
    assert said.get("the run") != "replayed", said


# Rules and their names.


@pytest.mark.parametrize(
    ("name", "coin"), [("rwma", False), ("wma", True), ("perceptron", True), ("hedge, votes", False)]
)
def test_only_who_tosses_a_coin_is_said_to(name, coin):
    receipt, rows = receipt_of(name), honest(name)[1]
    receipt["game"]["randomised"] = coin
    if not coin:
        for paid in (receipt["account"]["given"], receipt["account"]["in_order"]):
            paid.update(expected=str(paid["mistakes"]))
    assert "coin" in line_about(signed(receipt), "the run", rows)


def test_votes_are_votes_for_hedge_too():
    receipt = receipt_of("hedge, votes")
    kept = receipt["evidence"]["advice"]["kept"]
    kept[:] = [line.replace("2:1", "2:0x1.fffffp-1") for line in kept]
    assert "neither -1 nor 1" in line_about(signed(receipt), "HedgeBound")


@pytest.mark.parametrize("name", ["hedge, votes", "wma", "rwma"])
def test_an_expert_that_never_slept_has_missed_nothing(name):
    """What was lost while an expert slept is taken off the regret: nobody sleeps in a round it is in."""
    receipt = receipt_of(name)
    missed = receipt["certificates"][0]["witness"]["missed"]
    for who in (0, 2):
        receipt["certificates"][0]["witness"]["missed"] = [
            "0x1p-1" if i == who else each for i, each in enumerate(missed)
        ]
        assert "slept" in line_about(signed(receipt), theorem_of(receipt))


@pytest.mark.parametrize("name", ["hedge", "wma", "fixed-share"])
def test_there_are_as_many_experts_as_the_learner_heard_of(name):
    receipt = receipt_of(name)
    claim = receipt["certificates"][0]
    assert receipt["game"]["variables"] == claim["witness"]["experts"]
    claim["witness"]["experts"] += 1
    assert "experts" in line_about(signed(receipt), theorem_of(receipt))


def test_an_expert_that_comes_late_is_in_no_bound_of_those_that_came_in_time():
    game = Game(FixedShare(), loss="absolute")
    for t in range(30):
        said = {"a": 0.25, "b": 0.5} if t < 15 else {"a": 0.25, "b": 0.5, "c": 0.75}
        game.label(game.predict(said).number, t % 2)
    assert judged(as_read(game))["FixedShareBound"] in ("proved", "no claim", "summarised")


@pytest.mark.parametrize("name", ["committee", "committee, path", "committee, votes", "committee, coin"])
def test_no_member_of_a_committee_is_left_out(name):
    receipt = receipt_of(name)
    claim = receipt["certificates"][0]
    for column in ("losses", "missed"):
        claim["witness"][column].pop(0)
    assert "members" in line_about(signed(receipt), theorem_of(receipt))


@pytest.mark.parametrize("theta", ["0x1p-1", "0x1p+400"])
def test_winnow_has_thresholds_that_its_weights_can_reach(theta):
    """No weight goes beyond e^600: above that threshold it is promoted for ever."""
    assert refused(changed(receipt_of("winnow"), "game", "settings", "theta", to=theta))


def test_a_node_of_a_tree_is_not_made_anew():
    """Whoever may put a fresh node in the place of one that has counted may forget what it lost."""
    rounds = [({"a": k % 7 / 7, "b": k % 5 / 5}, 1 if k % 7 > 3 else -1) for k in range(60)]
    rounds += [({"b": k % 5 / 5}, 1 if k % 2 else -1) for k in range(40)]
    receipt, lines = run(LEARNERS["pruning-tree"](), rounds)
    splits = receipt["evidence"]["splits"]
    nodes = [line.split(" ")[1] for line in splits]
    again = next(k for k, node in enumerate(nodes) if node in nodes[:k])
    parts = splits[again].split(" ")
    splits[again] = " ".join([*parts[:5], parts[4]])
    assert "cannot be" in line_about(signed(receipt), "the run", "".join(lines))


# Programs that would run for ever, or take all memory.


def soon(receipt, rows=None, seconds=15.0):
    """What is said of a receipt; it is said soon."""
    begun = process_time()
    told = judged(signed(receipt), rows)
    assert process_time() - begun < seconds, told
    return told


def test_many_theorems_do_not_take_for_ever():
    receipt = receipt_of("soa")
    receipt["certificates"] = receipt["certificates"] * 5_000
    assert soon(receipt) == {"the receipt": "unreadable"}


def test_a_class_of_many_concepts_is_read_soon():
    chance = Random(1)
    table = ["".join(chance.choice("01") for _ in range(30)) for _ in range(200_000)]
    receipt = receipt_of("halving")
    receipt["game"]["concepts"] = {"variables": None, "table": sorted(set(table))}
    assert soon(receipt)["HalvingBound"] == "refused"


@pytest.mark.parametrize("name", ["decision-list", "elimination"])
def test_a_worst_case_is_one_of_the_variables_of_its_class(name):
    from littlestone.commands.worst_case import worst

    receipt = json.loads(json.dumps(worst(name, "monotone-disjunctions:3", {}, 10**5)[2](None)))
    receipt["game"].update(variables=100_000)
    receipt["game"]["settings"]["n"] = 100_000
    assert soon(receipt)["WorstCase"] in ("refused", "unreadable")


def test_long_formulas_and_lists_are_read_soon():
    n, mistakes = 200_000, 2_000
    lines = [f"{t} -1 1 | {t}:1" for t in range(1, mistakes + 1)]
    for name, witness in (
        ("elimination", {"formula": list(range(n // 2, n))}),
        ("decision-list", {"rules": [*([i, 1, 1] for i in range(n // 2, n)), [-1, 0, 0]]}),
    ):
        receipt = receipt_of(name)
        receipt["game"].update(variables=n, settings={**receipt["game"]["settings"], "n": n})
        counts = {"mistakes": mistakes, "expected": str(mistakes), "loss": str(mistakes)}
        receipt["account"].update(rounds=mistakes, labelled=mistakes, given=counts, in_order=counts)
        receipt["evidence"]["mistakes"] = {"total": mistakes, "kept": lines}
        k = n // 2 + (name == "decision-list")
        allowed = n - k if name == "elimination" else (4 * n + 2) * k - k * (k + 1) // 2
        receipt["certificates"][0].update(paid=str(mistakes), allowed=str(allowed), witness=witness)
        assert soon(receipt)[theorem_of(receipt)] == "proved"


def test_experts_that_come_one_by_one_are_weighed_soon():
    receipt, rounds = receipt_of("wma"), 20_000
    lines = ["littlestone rows 1\n"]
    for t in range(1, rounds + 1):
        lines.append(f"{t} 1 1 1 right | {t}:1\n")
    body = rewritten(receipt, lines)
    assert soon(body, "".join(lines))["the run"] == "replayed"


def test_a_tree_that_holds_all_examples_is_grown_soon():
    receipt, rounds = receipt_of("pruning-tree"), 30_000
    receipt["game"]["settings"]["max_kept"] = "1000000"
    receipt["evidence"]["splits"] = []
    lines = ["littlestone rows 1\n", *(f"{t} 1 1 0 right | 0:1\n" for t in range(1, rounds + 1))]
    body = rewritten(receipt, lines)
    assert soon(body, "".join(lines))["the run"] == "refused"  # the guesses are none of a tree


@pytest.mark.parametrize("name", ["decision-list", "elimination"])
def test_many_variables_in_many_rounds_are_not_played(name):
    receipt, rounds = receipt_of(name), 20_000
    receipt["game"].update(variables=100_000, settings={**receipt["game"]["settings"], "n": 100_000})
    lines = ["littlestone rows 1\n", *(f"{t} 1 1 1 right | 0:1\n" for t in range(1, rounds + 1))]
    assert soon(rewritten(receipt, lines), "".join(lines))["the run"] in ("summarised", "refused")


def test_a_journal_that_never_ends_is_no_journal(tmp_path):
    path = str(tmp_path / "journal.sqlite")
    with closing(sqlite3.connect(path)) as file:
        file.executescript(
            "create table games (number integer, name text); insert into games values (1, 'a');"
            "create table makers (number integer, maker text);"
            "create view journal as with recursive c(key) as (select (1 << 40) + 1 union all select key from c) "
            "select key, null as id, 1 as kind, null as record, null as answer, null as guess, null as chance, "
            "null as seed, 1 as maker, 1 as at, null as salt, null as commitment, null as head from c"
        )
    receipt = as_read(Game(Perceptron()))
    receipt["journal"] = {"game": "a", "seq": 5, "head": "00" * 32, "begun": False}
    with pytest.raises(Unreadable, match="journal"):
        verified(signed(receipt), journal=path)


# Sums by coordinate, and the rounds with a loss.


@pytest.mark.parametrize("name", ["adagrad", "adagrad, hinge", "ftrl"])
@pytest.mark.parametrize("which", ["inner", "drag", "weighted"])
def test_sums_of_all_steps_lead_to_the_weights_whatever_both_sides_say(name, which):
    """Where weights have no price, both sides are equal at the weights: no sum is another by itself."""
    receipt = receipt_of(name)
    claim = receipt["certificates"][0]
    side, more = ("paid", 0.25) if which == "inner" else ("allowed", 0.125)
    claim["witness"][which] = exact(float.fromhex(claim["witness"][which]) + 0.25)
    claim[side] = exact(float.fromhex(claim[side]) + more)
    assert "do not lead to the weights" in line_about(signed(receipt), theorem_of(receipt))


@pytest.mark.parametrize("name", ["adagrad", "ftrl", "ftrl, priced"])
@pytest.mark.parametrize("which", ["w", "total", "pull", "squares", "u"])
@pytest.mark.parametrize("way", ["doubled", "none", "stranger"])
def test_sums_of_a_coordinate_lead_to_its_weight(name, which, way):
    receipt = receipt_of(name)
    witness = receipt["certificates"][0]["witness"]
    column, value = witness[which].split(" ")[0].split(":")
    rest = witness[which].split(" ")[1:]
    first = {"doubled": [f"{column}:{exact(2.0 * float.fromhex(value) + 1.0)}"], "none": []}
    witness[which] = " ".join(first.get(way, [f"{column}:{value}", "99:1"]) + rest)
    harmless = way == "stranger" and which == "squares"
    assert judged(signed(receipt))[theorem_of(receipt)] == ("proved" if harmless else "refused")


@pytest.mark.parametrize("name", ["adagrad", "ftrl, priced"])
@pytest.mark.parametrize(("setting", "to"), [("eta", "-1"), ("alpha", "0"), ("beta", "-1"), ("l1", "-1"), ("l2", "-9")])
def test_rates_are_above_0_and_prices_not_below(name, setting, to):
    receipt = receipt_of(name)
    if setting in receipt["game"]["settings"]:
        assert refused(changed(receipt, "game", "settings", setting, to=to))


@pytest.mark.parametrize("name", ["adagrad", "ftrl", "ftrl, priced", "pa", "pa1", "pa2", "arow", "ogd, root"])
def test_rows_refute_what_witnesses_say_of_the_run(name):
    receipt, rows = receipt_of(name), honest(name)[1]
    assert judged(receipt, rows)["the run"] == "replayed"
    for key, said in receipt["certificates"][0]["witness"].items():
        if key == "u":
            continue  # any vector will do
        forged = json.loads(json.dumps(receipt))
        other = said[:-1] if isinstance(said, list) else 7 if isinstance(said, int) else "0:1" if ":" in said else "7"
        forged["certificates"][0]["witness"][key] = other
        assert judged(signed(forged), rows)["the run"] == "refused", key


def lossy(name):
    receipt = receipt_of(name)
    return receipt, receipt["certificates"][0]["witness"]["updates"]


@pytest.mark.parametrize("name", ["pa", "pa1", "pa2", "arow"])
def test_rounds_with_a_loss_are_guessed_as_the_rule_does(name):
    """Whoever leaves out a round, or changes one, has other guesses in those that follow."""
    receipt, lines = lossy(name)
    right = next(k for k, line in enumerate(lines) if " right |" in line and k)
    del lines[right]
    assert "the guess of round" in line_about(signed(receipt), theorem_of(receipt))
    for place, to, words in (
        (3, "0x1p-1", "the guess"),
        (1, "2", "two classes"),
        (4, "right", "mistake"),
        (0, "1", "twice"),
    ):
        receipt, lines = lossy(name)
        at = next(k for k, line in enumerate(lines) if " wrong |" in line and k > 2)
        parts = lines[at].split(" ")
        parts[place] = to
        lines[at] = " ".join(parts)
        assert words in line_about(signed(receipt), theorem_of(receipt))


@pytest.mark.parametrize("name", ["pa", "pa1", "pa2", "arow"])
def test_a_round_without_loss_is_none_with_a_loss(name):
    receipt, lines = lossy(name)
    u = lines[-1].split(" | ")[1]
    lines.append(f"60 1 1 9 right | {u}")
    assert refused(signed(receipt))
    receipt, lines = lossy(name)
    lines[:2] = lines[1::-1]
    assert "another order" in line_about(signed(receipt), theorem_of(receipt))
    receipt, lines = lossy(name)
    del lines[:]
    assert "have not the mistakes" in line_about(signed(receipt), theorem_of(receipt))


@pytest.mark.parametrize("to", ["0", "-1"])
@pytest.mark.parametrize(("name", "setting"), [("pa1", "C"), ("pa2", "C"), ("arow", "r")])
def test_how_aggressive_a_learner_is_lies_above_0(name, setting, to):
    assert refused(changed(receipt_of(name), "game", "settings", setting, to=to))


def test_the_full_covariance_of_arow_is_summarised():
    receipt = changed(receipt_of("arow"), "game", "settings", "covariance", to="full")
    assert set(judged(receipt, honest("arow")[1]).values()) == {"summarised"}


def test_aggressive_rounds_that_were_not_kept_are_summarised():
    game = Game(BY_NAME["pa1"](), keep=8)
    for k in range(30):
        game.label(game.predict([1.0, k % 3 - 1.0]).number, 1 if k % 2 else -1)
    assert judged(as_read(game))["PA1Bound"] != "proved"


@pytest.mark.parametrize("name", ["pa", "pa1", "pa2", "arow"])
def test_examples_without_features_are_no_steps(name):
    game = Game(BY_NAME[name]())
    for x, y in 4 * [([1.0, 0.0], 1), ([0.0, 0.0], -1), ([0.0, 1.0], -1)]:
        game.label(game.predict(x).number, y)
    said = judged(as_read(game))
    assert set(said.values()) == {"summarised", "proved"}
