"""Labels that come later: in the order in which they became known, or from a second file, by id."""

from __future__ import annotations

import csv
import json
import random
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest
from drawn_streams import commands

from littlestone import PA1, Game, load, read
from littlestone.rows.game import rounds_by_id

N = 120


@pytest.fixture
def command(capsys):
    return commands(capsys)


@pytest.fixture
def events(tmp_path, monkeypatch):
    """Orders asked one by one, with labels that are known up to 30 later, some never."""
    monkeypatch.chdir(tmp_path)
    draw = random.Random(3)
    rows = []
    for t in range(N):
        size = round(draw.gauss(0, 1), 3)
        known = "" if t % 10 == 7 else str(t + draw.randrange(30))
        rows.append((f"o{t}", str(t), str(size), draw.choice("abc"), known, "" if not known else str(int(size > 0.2))))
    write("orders.csv", ["order", "asked", "size", "kind"], [row[:4] for row in rows])
    told = sorted((row for row in rows if row[4]), key=lambda row: int(row[4]))
    write("labels.csv", ["order", "known", "back"], [(row[0], row[4], row[5]) for row in told])
    write("both.csv", ["order", "asked", "size", "kind", "known", "back"], rows)
    return rows


def write(path, header, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows([header, *rows])


def account(command, *words):
    code, out, err = command("play", *words, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def refused(command, *words):
    code, out, err = command("play", *words)
    assert code == 2
    assert "then broken off" in out or not out  # rounds that were played before have their receipt
    return err


HOW = ("--learner", "pa1", "--label", "back")
TIMES = ("--asked-at", "asked", "--known-at", "known")
SECOND = ("--labels-from", "labels.csv", "--id", "order")


def played_by_hand(rows, timed=True):
    """The same with the two moves alone."""
    game = Game(PA1(), labels=(0, 1))
    numbers, told = {}, sorted((row for row in rows if row[4]), key=lambda row: int(row[4]))
    for order, asked, size, kind, _, _ in rows:
        while timed and told and int(told[0][4]) <= int(asked) and told[0][0] != order:
            row = told.pop(0)
            game.label(numbers[row[0]], int(row[5]))
        numbers[order] = game.predict({"size": float(size), "kind": kind}).number
        while told and told[0][0] in numbers and (not timed or (told[0][0] == order and told[0][4] == asked)):
            row = told.pop(0)
            game.label(numbers[row[0]], int(row[5]))
    for row in told:
        game.label(numbers[row[0]], int(row[5]))
    return game


def test_labels_are_told_when_they_are_known(command, events):
    by_hand = played_by_hand(events).ledger
    found = account(command, "both.csv", *HOW, *TIMES, "--id", "order")
    assert found["mistakes"] == by_hand.mistakes
    assert found["in_order"]["mistakes"] == by_hand.in_order.mistakes
    assert (found["total_delay"], found["open"]) == (by_hand._total_delay, 12)
    assert found["labels_at_the_end"] > 0


def test_a_second_file_with_times_is_the_same_game(command, events):
    one = account(command, "both.csv", *HOW, *TIMES, "--id", "order", "-f", "one.npz")
    two = account(command, "orders.csv", *HOW, *TIMES, *SECOND, "-f", "two.npz")
    assert {key: two[key] for key in one if key != "source"} == {key: one[key] for key in one if key != "source"}
    assert two["labels_told"] == N - 12
    assert load("one.npz").weights() == load("two.npz").weights()
    assert load("one.npz").schema == load("two.npz").schema


def test_without_times_labels_are_told_in_the_order_of_their_file(command, events):
    by_hand = played_by_hand(events, timed=False)
    found = account(command, "orders.csv", *HOW, *SECOND, "--drop", "asked", "-f", "m.npz")
    assert found["mistakes"] == by_hand.ledger.mistakes
    assert found["total_delay"] == by_hand.ledger._total_delay
    assert load("m.npz").weights() == by_hand.weights()


def test_without_an_id_rounds_without_label_are_forgotten(command, events):
    found = account(command, "both.csv", *HOW, *TIMES, "--drop", "order")
    assert (found["open"], found["forgotten"]) == (0, 12)


def test_ids_and_times_are_no_features(command, events):
    command("play", "both.csv", *HOW, *TIMES, "--id", "order", "-f", "m.npz", "--quiet")
    game = load("m.npz")
    assert set(game.features.names) == {"size", "kind=a", "kind=b", "kind=c"}
    raw = {"order": "x", "asked": 1, "known": 2, "back": 1, "size": 0.5, "kind": "a"}
    assert game.predict(raw).guess == game.predict({"size": 0.5, "kind": "a"}).guess


def test_next_months_labels_close_last_months_rounds(command, events):
    write("may.csv", ["order", "asked", "size", "kind"], [row[:4] for row in events[:60]])
    write("june.csv", ["order", "asked", "size", "kind"], [row[:4] for row in events[60:]])
    told = sorted((row for row in events if row[4]), key=lambda row: int(row[4]))
    early = [row for row in told if int(row[4]) < 60]
    labels = ["order", "known", "back"]
    write("may_labels.csv", labels, [(row[0], row[4], row[5]) for row in early])
    write("june_labels.csv", labels, [(row[0], row[4], row[5]) for row in told if row not in early])
    how = (*HOW, *TIMES, "--id", "order", "--labels-from")
    first = account(command, "may.csv", *how, "may_labels.csv", "-f", "m.npz")
    assert first["open"] > 6
    assert "o57" in rounds_by_id(load("m.npz"))
    second = account(command, "june.csv", "-i", "m.npz", "--labels-from", "june_labels.csv", "-f", "m.npz")
    whole = account(command, "orders.csv", *HOW, *TIMES, *SECOND, "-f", "whole.npz")
    assert second["open"] == 12
    assert second["mistakes"] == whole["mistakes"]
    assert load("m.npz").weights() == load("whole.npz").weights()
    write("july_labels.csv", labels, [("o7", "500", "1"), ("o17", "501", "0")])
    last = account(command, "-i", "m.npz", "--labels-from", "july_labels.csv", "-f", "m.npz")
    assert (last["rounds"], last["open"], last["labels_told"]) == (N, 10, 2)


def test_predictions_have_the_ids(command, events):
    command("play", "orders.csv", *HOW, *SECOND, "--drop", "asked", "-f", "m.npz", "-p", "p.csv", "--quiet")
    with open("p.csv") as file:
        lines = list(csv.DictReader(file))
    assert [line["order"] for line in lines] == [row[0] for row in events]
    code, out, _ = command("predict", "m.npz", "orders.csv", "--limit", "2")
    assert code == 0
    assert [line["order"] for line in csv.DictReader(out.splitlines())] == ["o0", "o1"]


def test_dates_are_times(command, events):
    day = date(2024, 1, 1)
    rows = [
        (row[0], day + timedelta(int(row[1])), row[2], row[3], row[4] and day + timedelta(int(row[4])), row[5])
        for row in events
    ]
    write("dates.csv", ["order", "asked", "size", "kind", "known", "back"], rows)
    plain = account(command, "both.csv", *HOW, *TIMES, "--id", "order")
    dated = account(command, "dates.csv", *HOW, *TIMES, "--id", "order")
    assert dated["mistakes"] == plain["mistakes"]
    assert dated["total_delay"] == plain["total_delay"]


def test_what_does_not_fit_is_counted(command, events):
    with open("labels.csv", "a") as file:
        file.write("o0,900,1\no3,901,\nnobody,902,1\n".replace("o0,900,1", f"o0,900,{events[0][5]}"))
    found = account(command, "orders.csv", *HOW, *TIMES, *SECOND)
    assert (found["labels_without_round"], found["labels_double"], found["labels_empty"]) == (1, 1, 1)
    assert found["first_label_without_round"] == "labels.csv, line 112: no open round has the id 'nobody'"
    code, out, _ = command("play", "orders.csv", *HOW, *TIMES, *SECOND)
    assert code == 0
    assert "for 1 label; the first: labels.csv, line 112: no open round has the id 'nobody'" in " ".join(out.split())
    assert "12 rounds without their label yet" in out


def change(path, old, new):
    text = Path(path).read_text()
    assert old in text
    Path(path).write_text(text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("path", "old", "new", "words"),
    [
        (
            "both.csv",
            "o5,5,",
            "o5,2,",
            "both.csv, line 7: asked at 2, before the line above, 4; sort the file by 'asked'",
        ),
        ("both.csv", "o5,5,", "o5,soon,", "both.csv, line 7: 'asked': a time is a number or a date"),
        ("both.csv", "o5,5,", "o5,,", "both.csv, line 7: no time in 'asked'; when was it asked?"),
        (
            "both.csv",
            "o5,5,",
            "o5,2024-01-01,",
            "both.csv, line 7: '2024-01-01' is a date without a zone, and '4' a number",
        ),
        (
            "both.csv",
            "o17,17,",
            "o7,17,",
            "both.csv, line 19: the id 'o7' is that of round 8, which waits for its label",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_its_line(command, events, path, old, new, words):
    change(path, old, new)
    assert words in refused(command, "both.csv", *HOW, *TIMES, "--id", "order")


def test_a_label_is_not_known_before_it_is_asked(command, events):
    write("both.csv", ["asked", "known", "a", "back"], [(3, 3, 1, 1), (5, 4, 1, 0)])
    err = refused(command, "both.csv", *HOW, *TIMES)
    assert "both.csv, line 3: its label was known at 4, before it was asked, at 5" in err
    write("both.csv", ["asked", "known", "a", "back"], [(3, 3, 1, 1), (5, "", 1, 0)])
    assert "both.csv, line 3: no time in 'known'; since when is its label known?" in refused(
        command, "both.csv", *HOW, *TIMES
    )


def test_the_same_of_a_second_file(command, events):
    write("orders.csv", ["order", "asked", "a"], [("x", 3, 1), ("y", 5, 1)])
    write("labels.csv", ["order", "known", "back"], [("y", 4, 1), ("x", 7, 0)])
    err = refused(command, "orders.csv", *HOW, *TIMES, *SECOND)
    assert "orders.csv, line 3: its label was known at 4, before it was asked, at 5" in err
    write("labels.csv", ["order", "known", "back"], [("y", 9, 1), ("x", 7, 0)])
    err = refused(command, "orders.csv", *HOW, *TIMES, *SECOND)
    assert "labels.csv, line 3: known at 7, before the line above, 9; sort the file by 'known'" in err
    write("labels.csv", ["order", "known", "back"], [("x", 7, 1), ("x", 8, 0)])
    err = refused(command, "orders.csv", *HOW, *TIMES, *SECOND)
    assert "labels.csv, line 3: a second label for 'x', 0, and the first was 1: which of the two is it?" in err
    write("labels.csv", ["order", "known", "back"], [("", 7, 1)])
    assert "labels.csv, line 2: no id; whose label is it?" in refused(command, "orders.csv", *HOW, *TIMES, *SECOND)
    write("labels.csv", ["order", "known", "back"], [("x", 7, 1), ("y", 8, 2)])
    assert "labels.csv, line 3" in refused(command, "orders.csv", *HOW, *TIMES, *SECOND, "--labels", "0,1")
    write("orders.csv", ["order", "asked", "a"], [("", 3, 1)])
    assert "orders.csv, line 2: no id, by which its label could find it" in refused(
        command, "orders.csv", *HOW, *TIMES, *SECOND
    )


def test_bad_lines_of_both_files_may_be_left_out(command, events):
    write("orders.csv", ["order", "asked", "a"], [("x", 3, 1), ("x", 4, 1), ("y", 2, 1), ("z", 6, 2)])
    write("labels.csv", ["order", "known", "back"], [("x", 7, 1), ("", 7, 1), ("z", 6, 1), ("z", 8, 0)])
    found = account(command, "orders.csv", *HOW, *TIMES, *SECOND, "--skip-bad")
    assert (found["rounds"], found["labelled"], found["bad_lines"], found["bad_labels"]) == (2, 2, 2, 2)
    assert (
        "2 bad lines in the second file left out"
        in command("play", "orders.csv", *HOW, *TIMES, *SECOND, "--skip-bad")[1]
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("both.csv", *HOW, "--known-at", "known"), "--known-at without --asked-at"),
        (("both.csv", *HOW, "--asked-at", "asked"), "--asked-at without --known-at"),
        (("orders.csv", *HOW, "--labels-from", "labels.csv"), "needs --id COLUMN"),
        (("orders.csv", *HOW, *SECOND, "--known-at", "known"), "give both, or none"),
        (("both.csv", *HOW, *TIMES, "--passes", "2"), "--passes is for examples without ids and times"),
        (("both.csv", *HOW, *TIMES, "--delay", "2"), "--delay is for examples without ids and times"),
        (("both.csv", *HOW, *TIMES, "--shuffle", "2"), "--shuffle is for examples without ids and times"),
        (("orders.csv", *HOW, *SECOND, "-f", "labels.csv"), "would overwrite labels.csv, which is read"),
        (("both.csv", *HOW, "--id", "back"), "'back' is an id, a time or the weight of a round"),
        (("both.csv", *HOW, "--id", "odrer"), "has no column 'odrer'; did you mean 'order'?"),
        (
            ("both.csv", *HOW, "--asked-at", "known", "--known-at", "known"),
            "an id, two times and a weight are columns of their own",
        ),
        ((*HOW, *SECOND), "Missing argument 'FILE'"),
    ],
)
def test_options_that_do_not_go_together(command, events, words, told):
    assert told in refused(command, *words)


def test_json_lines_and_several_files(command, events):
    rows = [dict(zip(("order", "asked", "size", "kind"), row[:4], strict=True)) for row in events]
    for name, part in (("one", rows[:50]), ("two", rows[50:])):
        with open(f"{name}.jsonl", "w") as file:
            file.write("".join(json.dumps(row) + "\n" for row in part))
    told = account(command, "orders.csv", *HOW, *TIMES, *SECOND)
    again = account(command, "one.jsonl", "two.jsonl", *HOW, *TIMES, *SECOND)
    assert again["mistakes"] == told["mistakes"]
    change("two.jsonl", '"asked": "55"', '"asked": "1"')
    assert "two.jsonl, line 6" in refused(command, "one.jsonl", "two.jsonl", *HOW, *TIMES, *SECOND)


def test_interrupted_rounds_go_on_with_their_ids(command, events):
    command("play", "both.csv", *HOW, *TIMES, "--id", "order", "--limit", "40", "-f", "m.npz", "--quiet")
    game = load("m.npz")
    assert set(rounds_by_id(game)) == {f"o{t}" for t in range(40) if t % 10 == 7}
    assert "ids" not in Game(PA1())._open_state()


def test_readers_give_ids_and_times(events):
    source = read("both.csv", label="back", id="order", asked_at="asked", known_at="known")
    with closing(iter(source)) as pairs:
        _, y = next(pairs)
    event = source.event
    assert (event.id, event.asked_at.value, event.y) == ("o0", 0.0, y)
