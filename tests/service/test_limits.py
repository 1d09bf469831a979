"""Limits count what a record becomes, and are checked before it is made."""

from __future__ import annotations

import json
import sqlite3
import time

import pytest
from service_asking import asking, audited

from littlestone.cli import run
from littlestone.errors import BadParameter, UnknownName
from littlestone.service.http.measures import measured
from littlestone.service.keys.keys import Keyring
from littlestone.service.limits import Limits, check_depth, read_limits

SPAM = {"labels": ["ham", "spam"], "learner": "perceptron"}
WORDS = " ".join(f"w{k}" for k in range(2000))


def refusal(ask, body, name="g"):
    """The status and the code of a prediction, and how long it took."""
    began = time.perf_counter()
    status, answer = ask("POST", f"/v1/games/{name}/predict", body)
    return status, answer.get("error"), time.perf_counter() - began


def nested(depth, opening=b'{"a":', end=b"}"):
    """A record of so many records in one another, as JSON."""
    return opening * depth + b"1" + end * depth


@pytest.mark.parametrize("kind", ["records", "lists"])
def test_records_in_one_another_have_a_depth(tmp_path, kind):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/g", SPAM)
        for depth in (31, 32, 33, 100, 500):
            x = nested(depth) if kind == "records" else b'{"a":%b}' % nested(depth, b"[", b"]")
            status, code, _ = refusal(ask, b'{"id": "d%d", "x": %b}' % (depth, x))
            if kind == "records":
                assert (status, code) == ((200, None) if depth <= 32 else (422, "too_deep")), depth
            else:
                assert status == 422, depth
        lines = ask("POST", "/v1/games/g/events", b'{"id": "e", "x": %b}' % nested(979))[1]
        assert lines[0]["status"] == 422
        assert lines[0]["error"] in ("too_deep", "bad_body"), "the reader of JSON has a depth of its own"
        texts = {f"c{k}": "[[{{" * 20 for k in range(5)}  # brackets in texts are no depth
        assert refusal(ask, {"id": "t", "x": texts})[0] == 200
    assert audited(tmp_path, "g").good


def test_a_depth_takes_no_depth_of_its_own():
    x = {}
    for _ in range(20_000):
        x = {"a": x}
    check_depth(Limits(depth=100_000), x)


def test_ngrams_and_products_are_counted_before_they_are_made(tmp_path):
    """9 kB with `ngrams: 100000` had taken 2.5 GB and 40 seconds, 1,200 cells with f*f 721,800 names."""
    with asking(tmp_path, limits=Limits(entries=25_000)) as ask:
        for ngrams in (11, 100_000):
            status, answer = ask("PUT", "/v1/games/g", {**SPAM, "schema": {"text": "t", "ngrams": ngrams}})
            assert status == 422
            assert "n-grams of up to 10 words" in answer["message"]
        assert ask("PUT", "/v1/games/g", {**SPAM, "schema": {"text": "t", "ngrams": 10}})[0] == 201
        assert refusal(ask, {"id": "a", "x": {"t": WORDS}})[0] == 200
        status, code, seconds = refusal(ask, {"id": "b", "x": {"t": WORDS + WORDS}})
        assert (status, code) == (422, "too_many_entries")
        assert seconds < 5.0
        ask("PUT", "/v1/games/p", {**SPAM, "schema": {"interactions": ["f*f"]}})
        for cells, wanted in ((100, 200), (1200, 422)):
            x = {"f": {f"c{k}": 1.5 for k in range(cells)}}
            status, code, seconds = refusal(ask, {"id": f"i{cells}", "x": x}, "p")
            assert status == wanted, cells
            assert seconds < 5.0
        assert ask("GET", "/v1/games/p")[1]["names"] == 100 + 5050
        ask("PUT", "/v1/games/q", {**SPAM, "schema": {"interactions": ["f*f*f"]}})
        for cells, wanted in ((10, 200), (60, 422)):
            x = {"f": {f"c{k}": 1.5 for k in range(cells)}}
            assert refusal(ask, {"id": f"i{cells}", "x": x}, "q")[0] == wanted, cells
        assert ask("GET", "/v1/games/q")[1]["names"] == 10 + 220


def test_products_of_a_request_with_all_of_its_actions_are_counted_before_they_are_made(tmp_path):
    """Nobody counted those of a request and ten actions of 990 cells each, and a decision had taken 25 seconds."""
    acts = {
        "actions": list("abcdefghij"),
        "learner": "linucb",
        "settings": {"shared": True},
        "schema": {"interactions": ["u*v"]},
    }
    with asking(tmp_path, limits=Limits(entries=5_000, names=3_000)) as ask:
        assert ask("PUT", "/v1/games/g", acts)[0] == 201
        for cells, name, wanted in (
            (20, "v^{k}", (200, None)),
            (60, "v^{k}", (422, "too_many_entries")),
            (20, "v^{k}{action}", (422, "too_many_names")),
        ):
            x = {f"u^{k}": 1.5 for k in range(cells)}
            choices = {a: {name.format(k=k, action=a): 1.5 for k in range(cells)} for a in acts["actions"]}
            told = {"id": f"{cells} {name}", "x": x, "choices": choices}
            assert refusal(ask, told)[:2] == wanted, told["id"]
        assert ask("GET", "/v1/games/g")[1]["names"] == 20 + 20 + 400


@pytest.mark.parametrize(
    "settings",
    [
        {"members": ["pa"] * 1600},
        {"members": [["winnow", {"n": 10**8}]]},
        {"members": [["committee", {"members": ["pa"] * 200}]]},
        {"members": [["one-vs-rest", {"base": "arow", "classes": 10**8}]]},
        {"members": [["winnow", {"n": 600_000}], ["winnow", {"n": 600_000}]]},
    ],
    ids=["members", "n", "within", "classes", "together"],
)
def test_players_are_counted_before_they_are_made(tmp_path, settings):
    """1,600 members had taken 33 seconds, and 26 at every start; n of a member 770 MB."""
    with asking(tmp_path) as ask:
        began = time.perf_counter()
        status, answer = ask(
            "PUT", "/v1/games/g", {"labels": ["ham", "spam"], "learner": "committee", "settings": settings}
        )
        assert status == 422
        assert "service makes learners" in answer["message"] or "players here" in answer["message"]
        assert time.perf_counter() - began < 2.0
        ask("PUT", "/v1/games/g", SPAM)
        assert ask("POST", "/v1/games/g/shadows", {"name": "s", "learner": "committee", "settings": settings})[0] == 422
        assert ask("POST", "/v1/games/g/settings", {"learner": "committee", "settings": settings})[0] == 422
        assert ask("GET", "/v1/games/g")[1]["learner"] == "perceptron"


def test_shadows_are_players_too(tmp_path):
    with asking(tmp_path, limits=Limits(members=4)) as ask:
        ask("PUT", "/v1/games/g", SPAM)
        answers = [ask("POST", "/v1/games/g/shadows", {"name": f"s{k}", "learner": "pa"})[0] for k in range(5)]
        assert answers == [200, 200, 200, 422, 422]


def test_the_bytes_of_names_are_counted(tmp_path):
    """30 records of one cell, with names of 10 MB, had taken 690 MB for ever."""
    with asking(tmp_path, limits=Limits(name_bytes=100_000)) as ask:
        ask("PUT", "/v1/games/g", SPAM)
        codes = [refusal(ask, {"id": f"m{k}", "x": {f"{k}" * 30_000: 1}})[1] for k in range(6)]
        assert codes == [None, None, None, "names_too_long", "names_too_long", "names_too_long"]
        assert refusal(ask, {"id": "known", "x": {"0" * 30_000: 2}})[0] == 200
        assert refusal(ask, {"id": "short", "x": {"s": 2}})[0] == 200
    with asking(tmp_path, limits=Limits(name_bytes=100_000)) as ask:
        assert refusal(ask, {"id": "after", "x": {"7" * 30_000: 1}})[1] == "names_too_long"


def test_blanks_are_not_journaled(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/g", SPAM)
        body = b'{"id": "m", "x": {"a":' + b" " * 1_000_000 + b'1.25, "note": "two  blanks"}}'
        assert ask("POST", "/v1/games/g/predict", body)[0] == 200
        assert ask("POST", "/v1/games/g/predict", {"id": "n", "x": {"note": "b " * 2000}})[0] == 200
    connection = sqlite3.connect(tmp_path / "journal.sqlite")
    (record,) = connection.execute("select record from journal where id = 'm'").fetchone()
    assert json.loads(record) == {"a": 1.25, "note": "two  blanks"}
    assert len(record) < 100
    connection.close()
    assert audited(tmp_path, "g").good


def test_a_game_and_a_process_have_as_much_memory_as_they_may(tmp_path):
    with asking(tmp_path, limits=Limits(memory=3_000_000)) as ask:
        ask("PUT", "/v1/games/g", SPAM)
        for k in range(4):
            assert refusal(ask, {"id": f"m{k}", "x": {f"f{k}_{i}": 1 for i in range(4000)}})[0] == 200
        ask.service.writer.looked = 0.0
        ask("GET", "/v1/games")
        ask("GET", "/v1/games")
        assert refusal(ask, {"id": "more", "x": {"new": 1}})[:2] == (422, "no_memory")
        assert refusal(ask, {"id": "known", "x": {"f0_0": 1}})[0] == 200
        ask("PUT", "/v1/games/other", SPAM)
        assert refusal(ask, {"id": "a", "x": {"new": 1}}, "other")[0] == 200
    with asking(tmp_path, limits=Limits(process=1_000_000)) as ask:
        ask.service.writer.looked = 0.0
        ask("GET", "/v1/games")
        ask("GET", "/v1/games")
        assert refusal(ask, {"id": "b", "x": {"newer": 1}}, "other")[:2] == (503, "no_memory")
        assert refusal(ask, {"id": "c", "x": {"new": 1}}, "other")[0] == 200
        assert ask("PUT", "/v1/games/third", SPAM)[1]["error"] == "no_memory"


def test_a_game_that_is_made_or_loaded_again_is_weighed_again(tmp_path):
    """Its name was known to have been weighed, so it grew to what it had been, and an eighth more, uncounted."""
    with asking(tmp_path, limits=Limits(memory=3_000_000)) as ask:

        def look(at):
            """What is found in the books."""
            return ask.loop.run_until_complete(ask.service.look(at))

        def weighed():
            """What the service counts of the game, when it has looked again."""
            ask("GET", "/v1/games/g/account")
            ask.service.writer.looked = 0.0
            ask("GET", "/v1/games")
            ask("GET", "/v1/games")
            return look(lambda books: measured(books)["loaded"]["g"]["memory_bytes"])

        def grown(tag):
            """How many records it takes until it is as large as it may be."""
            for k in range(40):
                if refusal(ask, {"id": f"{tag}{k}", "x": {f"{tag}{k}_{i}": 1 for i in range(1000)}})[1] == "no_memory":
                    return k
                weighed()
            raise AssertionError("it has no limit")

        ask("PUT", "/v1/games/g", SPAM)
        assert weighed() is None, "too small to be counted"
        first = grown("a")
        assert 5 < first < 25
        assert 3_000_000 < weighed() < 4_000_000
        look(lambda books: books.put_away("g"))
        assert 3_000_000 < weighed() < 4_000_000
        assert grown("b") == 0
        ask("DELETE", "/v1/games/g")
        ask("PUT", "/v1/games/g", SPAM)
        assert weighed() is None
        assert abs(grown("c") - first) <= 1
    assert audited(tmp_path, "g").good


@pytest.mark.parametrize("learner", ["multiclass-perceptron", "multiclass-arow", "one-vs-rest"])
def test_classes_that_come_are_counted_as_memory(tmp_path, learner):
    """Each class has a weight for every name: a few names and many labels took gigabytes that nobody counted."""
    with asking(tmp_path, limits=Limits(memory=8_000_000)) as ask:
        ask("PUT", "/v1/games/g", {"labels": "classes", "learner": learner})
        assert refusal(ask, {"id": "wide", "x": {f"f{k}": 1 for k in range(2000)}})[0] == 200
        codes = []
        for start in range(0, 1200, 400):
            lines = [
                {"id": f"m{k}", **each}
                for k in range(start, start + 400)
                for each in ({"x": {"f1": 1}}, {"y": f"c{k}"})
            ]
            answers = ask("POST", "/v1/games/g/events", "\n".join(map(json.dumps, lines)).encode())[1]
            codes += [each.get("error", "") for each in answers if "act" not in each]
        first = codes.index("no_memory")
        assert 100 < first < 1200
        assert set(codes[:first]) == {""}
        hosted = ask.service.writer.books.loaded["g"]
        assert hosted.weigh() < 12_000_000, "an eighth more than was counted, and the next class"
        assert ask("POST", "/v1/games/g/label", {"id": f"m{first}", "y": "c1"})[0] == 200, "a class that is known"
        answer = ask("POST", "/v1/games/g/predict", {"id": "far", "x": {f"g{k}": 1 for k in range(2000)}})
        assert (answer[0], answer[1]["error"]) == (422, "no_memory")
    assert audited(tmp_path, "g").good


def test_labels_have_a_length(tmp_path):
    """A label of 5 MB, which every answer says again: 200 predictions had taken more than eight gigabytes."""
    long = "x" * 1001
    with asking(tmp_path) as ask:
        for more in ({"labels": ["ham", long]}, {"labels": "classes", "label_timeout": 9, "default_label": long}):
            status, said = ask("PUT", "/v1/games/g", {"learner": None, **more})
            assert (status, said["error"]) == (422, "bad_setting")
            assert "1,000 characters each here" in said["message"]
        assert ask("PUT", "/v1/games/g", {"actions": ["old", long]})[0] == 422
        assert ask("PUT", "/v1/games/g", {"labels": "classes", "learner": "multiclass-perceptron"})[0] == 201
        assert refusal(ask, {"id": "a", "x": {"f": 1}})[0] == 200
        status, said = ask("POST", "/v1/games/g/label", {"id": "a", "y": long})
        assert (status, said["error"], len(said["message"]) < 200) == (422, "label_too_long", True)
        assert ask("POST", "/v1/games/g/label", {"id": "a", "y": long[:-1]})[0] == 200
    with asking(tmp_path, limits=Limits(label=5)) as ask:
        assert ask("POST", "/v1/games/g/label", {"id": "a", "y": long[:-1]})[0] == 200, "it is told again, and no more"
        assert refusal(ask, {"id": "b", "x": {"f": 1}})[0] == 200
        assert ask("POST", "/v1/games/g/label", {"id": "b", "y": "sixsix"})[0] == 422
    assert audited(tmp_path, "g").good


def test_a_label_that_comes_late_has_a_length_too(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/g", {"labels": "classes", "learner": "multiclass-perceptron", "label_timeout": 1e-6})
        assert refusal(ask, {"id": "a", "x": {"f": 1}})[0] == 200
        ask.service.writer.looked = 0.0
        ask("GET", "/v1/games")
        ask("GET", "/v1/games")
        assert ask("POST", "/v1/games/g/label", {"id": "a", "y": "x" * 1001})[1]["error"] == "label_too_long"
        assert ask("POST", "/v1/games/g/label", {"id": "a", "y": "x"})[1]["error"] == "expired"
    assert audited(tmp_path, "g").rows == 4


@pytest.mark.parametrize("acts", [False, True])
def test_the_chances_of_a_batch_are_counted(tmp_path, acts):
    """Each answer has a chance for every class: a batch had made gigabytes of answers, all in memory at a time."""
    game = {"actions": [f"a{k}" for k in range(40)]} if acts else {"labels": "classes"}
    lines = [{"id": f"m{k}", "x": {"f": 1}} for k in range(120)]
    with asking(tmp_path, limits=Limits(chances=2000)) as ask:
        ask("PUT", "/v1/games/g", game)
        if not acts:
            told = [{**each, "y": f"c{k % 40}"} for k, each in enumerate(lines[:40])]
            ask("POST", "/v1/games/g/events", "\n".join(map(json.dumps, told)).encode())
        new = lines if acts else lines[40:]
        answers = ask("POST", "/v1/games/g/events", "\n".join(map(json.dumps, new)).encode())[1]
        refused = [each for each in answers if each["status"] == 413]
        assert len(answers) - len(refused) == 2000 // 40
        assert answers[50:] == refused
        assert "in another batch" in refused[0]["message"]
        rest = "\n".join(json.dumps({"id": each["id"], "x": {"f": 1}}) for each in refused[:50])
        assert {each["status"] for each in ask("POST", "/v1/games/g/events", rest.encode())[1]} == {200}
        closing = json.dumps({"id": "m1", "reward": 0.5} if acts else {"id": "m41", "y": "c1"}) + "\n"
        assert ask("POST", "/v1/games/g/events", closing.encode() * 100)[1][0]["status"] == 200, "labels say none"
    assert audited(tmp_path, "g").good


def test_limits_by_option():
    assert read_limits(["cells=500", "memory=1_000_000"]) == {"cells": 500, "memory": 1_000_000}
    for wrong in ("cells", "cells=", "cells=-1", "cells=1.5", "cells=x", "cells=0"):
        with pytest.raises(BadParameter):
            read_limits([wrong])
    with pytest.raises(UnknownName, match="cells"):
        read_limits(["cell=5"])


def test_a_key_may_have_limits_of_its_own(tmp_path, capsys):
    from service_front import served

    assert run(["key", "add", str(tmp_path), "--name", "me", "--role", "admin", "--json"]) == 0
    admin = json.loads(capsys.readouterr().out)["key"]
    limits = ["--limit", "cells=3", "--limit", "members=2", "--limit", "ngrams=2"]
    assert run(["key", "add", str(tmp_path), "--name", "small", "--role", "admin", *limits, "--json"]) == 0
    small = json.loads(capsys.readouterr().out)
    assert small["limits"] == {"cells": 3, "members": 2, "ngrams": 2}
    assert run(["key", "add", str(tmp_path), "--name", "x", "--role", "read", "--limit", "connections=3"]) == 2
    assert Keyring(tmp_path).find(small["key"]).limits == (("cells", 3), ("members", 2), ("ngrams", 2))
    with served(tmp_path) as there:
        whole, part = f"Bearer {admin}", f"Bearer {small['key']}"
        many = {"id": "a", "x": {f"c{k}": k for k in range(5)}}
        committee = {
            "labels": ["ham", "spam"],
            "learner": "committee",
            "settings": {"members": ["pa", "arow", "romma"]},
        }
        assert there.ask("PUT", "/v1/games/g", committee, authorization=part).status_code == 422
        assert there.ask("PUT", "/v1/games/g", committee, authorization=whole).status_code == 201
        answer = there.ask("POST", "/v1/games/g/predict", many, authorization=part)
        assert answer.json()["error"] == "too_many_cells"
        assert there.ask("POST", "/v1/games/g/predict", many, authorization=whole).status_code == 200
        few = {"id": "b", "x": {"c": 1}}
        assert there.ask("POST", "/v1/games/g/predict", few, authorization=part).status_code == 200
