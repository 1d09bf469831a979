"""Receipts that somebody wrote to have something false proved: all else in them agrees, and the hash was made anew."""

from __future__ import annotations

import hashlib
import json

import pytest
from receipt_forgers import honest, judged, receipt_of, refused, rewritten, run, theorem_of
from receipt_games import as_read, changed, recorded, signed
from receipt_learners import LEARNERS

from littlestone import Game, Halving, Hedge, MatrixGame, Perceptron, WeightedMajority, Winnow
from littlestone.concepts.class_receipt import class_receipt
from littlestone.concepts.concept_class import ConceptClass
from littlestone.concepts.exact_littlestone import littlestone_dimension
from littlestone.concepts.exact_vc import vc_dimension
from littlestone.guarantees import Intervals
from littlestone.learners import LEARNERS as BY_NAME
from littlestone.verify.littlestone_verify import verified

# Evidence that is no evidence.


def relabelled(line, label):
    parts = line.split(" ")
    return " ".join([parts[0], label, *parts[2:]])


def reweighed(line, weight):
    parts = line.split(" ")
    return " ".join([*parts[:2], weight, *parts[3:]])


def test_a_label_that_is_no_class_is_no_margin():
    """y <u, x> is a thousand times as large where y is 1000, and the bound a millionth."""
    receipt = receipt_of("perceptron")
    lines = receipt["evidence"]["mistakes"]["kept"]
    for line in range(len(lines)):
        lines[line] = relabelled(lines[line], "1000" if lines[line].split(" ")[1] == "1" else "-1000")
    assert refused(signed(receipt))


@pytest.mark.parametrize("label", ["0", "2", "-1000", "0x1p-1"])
@pytest.mark.parametrize("name", ["perceptron", "elimination", "conjunction", "winnow", "decision-list", "halving"])
def test_two_classes_have_two_labels(name, label):
    receipt = receipt_of(name)
    place = receipt["evidence"]["mistakes"] or receipt["certificates"][0]["witness"]
    key = "kept" if "kept" in place else "mistakes"
    place[key][0] = relabelled(place[key][0], label)
    assert refused(signed(receipt))


@pytest.mark.parametrize("weight", ["-1", "-0x1p+40"])
@pytest.mark.parametrize("name", ["perceptron", "winnow", "hedge", "wma"])
def test_no_round_weighs_less_than_nothing(name, weight):
    receipt = receipt_of(name)
    kept = (receipt["evidence"]["mistakes"] or receipt["evidence"]["advice"])["kept"]
    kept[0] = reweighed(kept[0], weight)
    assert refused(signed(receipt))


def test_mistakes_that_nobody_counts_are_not_proved_to_be_few():
    receipt = receipt_of("perceptron")
    receipt["evidence"]["mistakes"] = {"total": 0, "kept": []}
    for claim in receipt["certificates"]:
        claim.update(paid="0", allowed="0")
    for paid in (receipt["account"]["given"], receipt["account"]["in_order"]):
        paid.update(mistakes=None, expected=None)
    assert "proved" not in judged(signed(receipt)).values()


@pytest.mark.parametrize("name", ["halving", "halving, cube", "soa", "soa, cube"])
def test_mistakes_that_a_class_left_out_are_missed(name):
    receipt = receipt_of(name)
    claim = receipt["certificates"][0]
    claim["witness"]["mistakes"].pop()
    claim["paid"] = str(len(claim["witness"]["mistakes"]))
    assert judged(signed(receipt))[theorem_of(receipt)] == "refused"


@pytest.mark.parametrize("name", ["hedge", "hedge, given", "wma", "rwma", "fixed-share"])
def test_rounds_of_advice_that_are_left_out_are_missed(name):
    receipt = receipt_of(name)
    advice = receipt["evidence"]["advice"]
    advice["kept"] = advice["kept"][:20]
    advice["total"] = 20
    assert refused(signed(receipt))


@pytest.mark.parametrize("name", ["hedge", "wma"])
def test_no_round_of_advice_comes_twice_or_was_never_played(name):
    for line in ("1", "9999"):
        receipt = receipt_of(name)
        kept = receipt["evidence"]["advice"]["kept"]
        kept[7] = " ".join([line, *kept[7].split(" ")[1:]])
        assert refused(signed(receipt))


@pytest.mark.parametrize("name", ["hedge", "hedge, given", "fixed-share"])
def test_nobody_loses_more_than_the_worst_expert(name):
    """Sums of doubles are known to a share of their size: losses of 2^60 would leave room for any regret."""
    receipt = receipt_of(name)
    for paid in (receipt["account"]["given"], receipt["account"]["in_order"]):
        paid["loss"] = "0x1p+60"
    claim = receipt["certificates"][0]
    claim["witness"]["missed"] = ["0x1p+60"] * len(claim["witness"]["missed"])
    claim["paid"] = claim["allowed"]
    assert refused(signed(receipt))


# Accounts that cannot be.


@pytest.mark.parametrize(
    ("name", "path", "to"),
    [
        ("committee", ("losses",), ["-1000", "0"]),
        ("committee", ("own",), "-0x1p+60"),
        ("committee", ("mixture", "eta"), "1000"),
        ("committee, path", ("mixture", "eta"), "1000"),
        ("committee, path", ("mixture", "share"), "-1"),
        ("committee, votes", ("mixture", "alpha"), "0x1p+1"),
        ("committee, votes", ("mixture", "alpha"), "-1"),
        ("pruning-tree", ("past",), "-1000"),
    ],
)
def test_no_loss_is_below_nothing_and_no_rate_beyond_its_theorem(name, path, to):
    receipt = receipt_of(name)
    forged = changed(receipt, "certificates", 0, "witness", *path, to=to)
    claim = forged["certificates"][0]
    for paid, allowed in (("0", "0"), (claim["paid"], claim["allowed"]), ("0x1p-9", "0x1p-9")):
        claim.update(paid=paid, allowed=allowed)
        assert judged(signed(forged))[theorem_of(receipt)] != "proved"


def test_the_rate_of_a_committee_is_that_of_its_loss():
    """R <= ln(K)/eta needs a loss that curves as much as eta says: at 2 eta the bound would be half."""
    for name in ("committee", "committee, path"):
        receipt = receipt_of(name)
        claim = receipt["certificates"][0]
        claim["witness"]["mixture"]["eta"] = "2"
        allowed = float.fromhex(claim["allowed"]) / 2
        claim["allowed"] = allowed.hex()
        claim["witness"]["own"] = min(claim["witness"]["losses"], key=float.fromhex)
        claim["paid"] = "0"
        assert judged(signed(receipt))[theorem_of(receipt)] == "refused"


def test_a_node_does_not_lose_less_than_nothing():
    receipt = receipt_of("pruning-tree")
    nodes = receipt["certificates"][0]["witness"]["nodes"]
    parts = nodes[0].split(" ")
    nodes[0] = " ".join([*parts[:3], "-9", parts[4]])
    receipt["certificates"][0]["allowed"] = "9999"
    said = str(verified(signed(receipt))[1])
    assert said.startswith("refused")
    assert "less than nothing" in said


def test_weights_beyond_the_largest_that_a_tree_was_made_for_break_its_premise():
    receipt = receipt_of("pruning-tree", weights=True)
    assert judged(receipt)["PruningBound"] == "proved"
    receipt["account"]["weights"]["most"] = "3"
    assert judged(signed(receipt))["PruningBound"] == "refused"


def test_chances_of_mistakes_are_no_more_than_labels():
    for expected in ("-1", "61", "0x1p+900"):
        receipt = receipt_of("rwma")
        for paid in (receipt["account"]["given"], receipt["account"]["in_order"]):
            paid["expected"] = expected
        assert judged(signed(receipt))["the receipt"] == "refused"


def test_mistakes_of_a_class_weigh_what_they_weigh():
    table = "table:111111,011111,001111,000111,000011,000001,000000"
    game = Game(Halving(table), class_weight={-1: 0.5, 1: 2.0})
    for p in (3, 1, 4, 2):
        game.label(game.predict([int(i == p) for i in range(6)]).number, 1 if p >= 3 else -1)
    receipt = as_read(game)
    if not receipt["certificates"][0]["times"]:
        pytest.fail("rounds have weights")
    assert judged(receipt)["HalvingBound"] == "proved"
    receipt["account"]["weights"]["mistakes"] = "0x1p-9"
    receipt["certificates"][0]["paid"] = "0x1p-9"
    assert judged(signed(receipt))["HalvingBound"] == "refused"


# Evidence that this file might read otherwise than the rule would.


@pytest.mark.parametrize("name", ["elimination", "winnow", "decision-list", "halving, cube", "soa, cube"])
@pytest.mark.parametrize("value", ["2", "-1", "0x1p-1"])
def test_boolean_variables_are_0_or_1(name, value):
    receipt, rows = receipt_of(name), honest(name)[1]
    place = receipt["evidence"]["mistakes"] or receipt["certificates"][0]["witness"]
    lines = place["kept" if "kept" in place else "mistakes"]
    k = next(k for k, line in enumerate(lines) if line.endswith(":1"))
    lines[k] = lines[k][:-1] + value
    assert judged(signed(receipt))[theorem_of(receipt)] == "refused"
    lines = rows.splitlines(keepends=True)
    k = next(k for k, line in enumerate(lines) if line.endswith(":1\n"))
    lines[k] = lines[k][:-2] + value + "\n"
    forged = rewritten(receipt_of(name), lines)
    assert "Boolean" in str(verified(forged, iter(lines))[1])


@pytest.mark.parametrize("name", ["winnow", "winnow1"])
def test_a_variable_that_is_0_weighs_nothing_however_it_is_written(name):
    receipt, rows = receipt_of(name), honest(name)[1]
    lines = rows.splitlines(keepends=True)
    k = next(k for k, line in enumerate(lines) if k and " 0:" not in line)
    lines[k] = lines[k].replace("|", "| 0:0").replace("0:0 0:0", "0:0")
    assert judged(rewritten(receipt, lines), "".join(lines))["the run"] == "replayed"


@pytest.mark.parametrize("name", ["wma", "rwma"])
def test_votes_are_votes(name):
    receipt = receipt_of(name)
    kept = receipt["evidence"]["advice"]["kept"]
    kept[3] = kept[3].replace("2:1", "2:0x1.fffffp-1")
    assert "neither -1 nor 1" in str(verified(signed(receipt))[1])


@pytest.mark.parametrize(
    ("name", "setting", "to"),
    [
        ("fixed-share", "share", "-1"),
        ("fixed-share", "share", "1"),
        ("winnow", "beta", "-0x1p-1"),
        ("winnow", "theta", "-8"),
        ("winnow", "demote", "never"),
        ("wma", "alpha", "1"),
        ("wma", "alpha", "-1"),
        ("pruning-tree", "heaviest", "0x1p-1"),
        ("hedge, given", "eta", "-1"),
        ("hedge, given", "eta", "0"),
        ("ogd", "eta", "-1"),
    ],
)
def test_settings_that_no_learner_has_are_refused(name, setting, to):
    assert refused(changed(receipt_of(name), "game", "settings", setting, to=to))


def test_sums_lead_to_the_weights_whatever_they_are_compared_with():
    """A u of 2^500 leaves much room for rounding, and none in what is said of the weights."""
    receipt = receipt_of("ogd")
    assert judged(changed(receipt, "certificates", 0, "witness", "inner", to="7"))["LinearDescentBound"] == "refused"
    receipt["certificates"][0]["witness"].update(u="0:0x1p+500", inner="7")
    receipt["certificates"][0].update(paid="0", allowed="0x1p+1000")
    assert "do not lead to the weights" in str(verified(signed(receipt))[1])


# Theorems that say another thing than the numbers.


def dimensions():
    cls = ConceptClass.parse("thresholds:7")
    return json.loads(json.dumps(class_receipt(cls, littlestone_dimension(cls), vc_dimension(cls))))


def test_a_dimension_is_one_number():
    """A smaller tree, or a smaller set, proves less: "d <= Ldim(C) <= d" has one d."""
    receipt = dimensions()
    tree, vc = receipt["certificates"]
    tree["witness"]["tree"] = {"concept": 0}
    tree["paid"], vc["paid"] = "0", "0"
    vc["witness"]["shattered"] = []
    vc["allowed"] = "1"
    said = judged(signed(receipt))
    assert said["LittlestoneDimension"] == said["VCDimension"] == "refused"


def test_a_worst_case_is_one_number():
    from littlestone.commands.worst_case import worst

    receipt = json.loads(json.dumps(worst("soa", "thresholds:7", {}, 10**6)[2](None)))
    claim = receipt["certificates"][0]
    claim["witness"]["points"].pop()
    claim["paid"] = str(int(claim["paid"]) - 1)
    assert judged(signed(receipt))["WorstCase"] == "refused"


def test_what_was_promised_or_claimed_is_said_to_be():
    receipt = receipt_of("perceptron")
    receipt["certificates"][0]["promised"] = {"margin": "0x1p-4", "length": None}
    longest = max(
        sum(float.fromhex(each.split(":")[1]) ** 2 for each in line.split(" | ")[1].split(" "))
        for line in receipt["evidence"]["mistakes"]["kept"]
    )
    receipt["certificates"][0]["allowed"] = (longest * 2.0**8).hex()
    line = str(verified(signed(receipt))[1])
    assert line.startswith("proved")
    assert "margin as promised" in line
    game = MatrixGame([[0.0, 1.0], [1.0, 0.5]], "hedge", "best-response", horizon=10)
    game.play(10)
    lines = {each.words.split(":")[0]: each.words for each in verified(json.loads(json.dumps(game.receipt())))}
    assert "the rate as claimed" in lines["FixedRateBound"]
    assert "as claimed" not in lines["BracketBound"]


@pytest.mark.parametrize("behind", ["-1", "1", "100", "99999"])
def test_no_label_is_later_than_the_game_is_long(behind):
    game = Game(BY_NAME["vaw"](), guarantees=[Intervals(0.9)])
    for t in range(30):
        game.label(game.predict([1.0, t % 3]).number, float(t % 5))
    receipt = as_read(game)
    place = next(k for k, each in enumerate(receipt["certificates"]) if each["theorem"] == "CoverageBound")
    rounds = receipt["certificates"][place]["witness"]["rounds"]
    rounds[0] = " ".join([*rounds[0].split(" ")[:2], behind])
    assert refused(signed(receipt))


def test_scores_that_were_left_out_are_missed():
    game = Game(BY_NAME["vaw"](), guarantees=[Intervals(0.9)])
    for t in range(60):
        game.label(game.predict([1.0, t % 3]).number, float(t % 5))
    receipt = as_read(game)
    claim = next(each for each in receipt["certificates"] if each["theorem"] == "CoverageBound")
    assert judged(receipt)["CoverageBound"] == "proved"
    claim["witness"]["rounds"] = claim["witness"]["rounds"][:30]
    claim["paid"] = "3"
    assert judged(signed(receipt))["CoverageBound"] == "summarised"


# Rows that somebody wrote.


TIES = {
    "perceptron": (lambda: Perceptron(), [([1, 1], 1), ([1, -1], -1), ([1, 1], -1), ([1, -1], -1)] * 3),
    "winnow": (lambda: Winnow(n=4, theta=2.0), [([1, 1, 0, 0], -1), ([0, 1, 1, 0], 1), ([0, 0, 1, 1], 1)] * 3),
    "halving": (lambda: Halving("table:00,01,10,11"), [([1, 0], 1), ([0, 1], 1)]),
    "wma": (lambda: WeightedMajority(alpha=0.5), [([1, -1], 1), ([1, -1], -1), ([-1, 1], 1)] * 4),
}


@pytest.mark.parametrize("name", TIES)
@pytest.mark.parametrize("size", ["0x1p-60", "-0x1p-60", "0x1p-45", "-0x1p-45", "0x1p-31", "-0x1p-31"])
def test_a_tie_is_decided_as_the_rule_decides_it(name, size):
    """A guess that is 0 without any rounding may not be called a little more or less, which would be another act."""
    make, rounds = TIES[name]
    receipt, lines = run(make(), rounds)
    assert judged(rewritten(receipt, lines), "".join(lines))["the run"] == "replayed"
    ties = [k for k, line in enumerate(lines) if k and line.split(" ")[3] == "0"]
    assert ties
    for k in ties:
        parts = lines[k].split(" ")
        mark = "right" if (parts[1] == "-1") == size.startswith("-") else "wrong"
        if mark == parts[4]:
            continue
        parts[3], parts[4] = size, mark
        forged = [*lines[:k], " ".join(parts), *lines[k + 1 :]]
        assert judged(rewritten(receipt, forged), "".join(forged))["the run"] == "refused", parts


def test_a_run_without_mistakes_has_right_guesses():
    """Where mistakes are said not to be counted, the marks of the rows are read all the same."""
    receipt, lines = run(Perceptron(), [([1, 1], -1), ([1, -1], -1)] * 3)
    forged = [lines[0], *(f"{k} -1 1 0 right | 0:1 1:{1 if k % 2 else -1}\n" for k in range(1, 7))]
    other = rewritten(receipt, forged)
    for paid in (other["account"]["given"], other["account"]["in_order"]):
        paid.update(mistakes=None, expected=None)
    assert judged(signed(other), "".join(forged))["the run"] != "replayed"


@pytest.mark.parametrize("name", ["perceptron", "rwma", "hedge, votes"])
@pytest.mark.parametrize("numbers", ["twice", "never", "backwards"])
def test_rounds_come_once_and_in_their_order(name, numbers):
    """A coin is that of its round: who may number rounds as they like may choose what the coin says."""
    receipt, rows = receipt_of(name), honest(name)[1]
    lines = rows.splitlines(keepends=True)
    other = {"twice": "1", "never": "99999", "backwards": "0"}[numbers]
    lines[5] = " ".join([other, *lines[5].split(" ")[1:]])
    body = rewritten(receipt, lines)
    if name != "perceptron":
        body["account"]["in_order"] = receipt["account"]["in_order"]
        body["account"]["given"] = receipt["account"]["given"]
    assert refused(signed(body), "".join(lines))


def test_no_row_weighs_less_than_nothing():
    receipt, rows = receipt_of("perceptron", weights=True), honest("perceptron", weights=True)[1]
    lines = rows.splitlines(keepends=True)
    lines[1] = reweighed(lines[1], "-1")
    receipt["read"]["rows"]["sha256"] = hashlib.sha256("".join(lines).encode()).hexdigest()
    assert refused(signed(receipt), "".join(lines))


@pytest.mark.parametrize("name", ["halving", "soa, cube"])
def test_the_mistakes_of_a_class_are_those_of_the_rows(name):
    receipt, rows = receipt_of(name), honest(name)[1]
    mistakes = receipt["certificates"][0]["witness"]["mistakes"]
    number, rest = mistakes[-1].split(" ", 1)
    mistakes[-1] = f"{int(number) - 1} {rest}"
    assert judged(signed(receipt), rows)["the run"] == "refused"


@pytest.mark.parametrize("name", ["wma", "rwma", "hedge, votes"])
def test_what_was_lost_while_an_expert_slept_is_found_again(name):
    receipt, rows = receipt_of(name), honest(name)[1]
    assert judged(receipt, rows)["the run"] == "replayed"
    receipt["certificates"][0]["witness"]["missed"] = ["0", "0x1p-9", "0"]
    assert judged(signed(receipt), rows)["the run"] == "refused"


def test_losses_that_this_file_does_not_add_up_are_not_said_to_be_found_again():
    game, rows = recorded(Game(Hedge(eta=0.5, gradient=False), loss="brier"))
    for t in range(30):
        game.label(game.predict([0.25, 0.5, 0.75]).number, t % 2)
    receipt = as_read(game)
    assert judged(receipt, rows.getvalue())["the run"] == "replayed"
    for paid in (receipt["account"]["given"], receipt["account"]["in_order"]):
        paid["loss"] = "1"
    assert judged(signed(receipt), rows.getvalue())["the run"] == "refused"


# What each check is for, by its words.


@pytest.mark.parametrize(
    ("name", "path", "to", "words"),
    [
        ("hedge, votes", ("witness", "missed"), ["0", "999", "0"], "while an expert slept more was lost"),
        ("wma", ("witness", "missed"), ["0", "999", "0"], "while an expert slept more was lost"),
        ("halving", ("witness", "mistakes"), lambda lines: [*lines, lines[0]], "a mistake is there twice"),
        ("committee", ("witness", "mixture", "learner"), "adahedge", "the members are mixed by adahedge"),
        ("committee, votes", ("witness", "own"), "0", "and the account says"),
        ("committee, path", ("promised", "switches"), 2, "against single members only"),
        ("fixed-share", ("promised", "switches"), 2, "without changes of the best expert"),
        ("winnow", ("times",), "1", "the account says otherwise"),
    ],
)
def test_a_claim_is_not_proved_and_the_line_says_why(name, path, to, words):
    receipt = changed(receipt_of(name), "certificates", 0, *path, to=to)
    said = next(each for each in verified(receipt) if each.words.startswith(theorem_of(receipt)))
    assert said.what in ("refused", "summarised")
    assert words in said.words


@pytest.mark.parametrize(
    ("name", "setting", "to", "words"),
    [
        ("halving, prior", "prior", ["1", "2", "3"], "not a weight above 0 for each concept"),
        ("halving, prior", "prior", ["0", "2", "3", "4", "5", "6", "7"], "not a weight above 0 for each concept"),
        ("wma", "realizable", True, "no expert is always right"),
        ("rwma", "m_bar", "9", "tuned for the mistakes of the best"),
        ("hedge", "gradient", True, "for the experts' own losses"),
        ("hedge", "small_loss", "9", "for the experts' own losses"),
    ],
)
def test_a_theorem_of_other_settings_is_not_proved(name, setting, to, words):
    receipt = changed(receipt_of(name), "game", "settings", setting, to=to)
    if name == "wma":
        receipt = changed(receipt, "game", "settings", "alpha", to=None)
    assert words in next(each.words for each in verified(receipt) if each.words.startswith(theorem_of(receipt)))


def test_a_learner_does_not_lose_more_than_the_worst_advice():
    receipt = receipt_of("hedge, given")
    for paid in (receipt["account"]["given"], receipt["account"]["in_order"]):
        paid["loss"] = "100"
    assert "the learner lost 100, and the worst advice" in str(verified(signed(receipt))[1])


def test_a_committee_has_paid_what_the_account_says():
    game, _ = recorded(Game(LEARNERS["committee"](), loss="log"))
    for k in range(30):
        game.label(game.predict([1.0, k % 3]).number, 1 if k % 3 else -1)
    receipt = as_read(game)
    assert judged(receipt)["CommitteeBound"] == "proved"
    for paid in (receipt["account"]["given"], receipt["account"]["in_order"]):
        paid["loss"] = "1"
    assert "the committee has paid" in str(verified(signed(receipt))[1])


def test_a_mistake_weighs_no_more_than_the_heaviest_round():
    receipt = receipt_of("winnow", weights=True)
    weights, claim = receipt["account"]["weights"], receipt["certificates"][0]
    weights["most"] = claim["times"] = weights["least"] = "0x1.3333333333333p-2"
    mistakes = receipt["evidence"]["mistakes"]["total"]
    claim["paid"] = weights["mistakes"] = (mistakes * float.fromhex(claim["times"])).hex()
    claim["allowed"] = (float.fromhex(claim["allowed"]) / 2.5 * float.fromhex(claim["times"])).hex()
    assert refused(signed(receipt))


def test_rows_without_a_column_that_always_was_there_get_a_node_of_their_own():
    rounds = [({"a": k % 7 / 7, "b": k % 5 / 5}, 1 if k % 7 > 3 else -1) for k in range(60)]
    rounds += [({"b": k % 5 / 5}, 1 if k % 2 else -1) for k in range(40)]
    receipt, lines = run(LEARNERS["pruning-tree"](), rounds)
    assert judged(receipt, "".join(lines))["the run"] == "replayed"
    twice = [line.split(" ")[1] for line in receipt["evidence"]["splits"]]
    assert len(set(twice)) < len(twice)  # the line of a split comes again with the number of the new node
    forged = changed(receipt, "evidence", "splits", to=lambda splits: splits[:1])
    assert judged(forged, "".join(lines))["the run"] == "refused"


def test_rows_of_a_receipt_that_names_none_are_refused():
    receipt = receipt_of("perceptron")
    receipt["read"]["rows"] = None
    assert judged(signed(receipt), honest("perceptron")[1])["the run"] == "refused"
