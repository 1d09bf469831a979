"""A move that fails, whatever the reason, changes nothing, and its game alone is made again from the journal."""

from __future__ import annotations

import json
import threading
from concurrent.futures import Future

import pytest
from service_asking import asking, audited

from littlestone import Perceptron
from littlestone.service import making
from littlestone.service.requests import Label, Look, Predict

SPAM = {"labels": ["ham", "spam"], "learner": "perceptron"}


def words(k, count):
    """A record of features that no other has."""
    return {f"f{k}_{i}": 1 for i in range(count)}


@pytest.mark.parametrize(
    "made",
    [
        {"labels": "numbers", "learner": "vaw"},
        {"labels": "numbers", "learner": "ons", "settings": {"loss": "square"}},
        {"labels": ["ham", "spam"], "learner": "arow", "settings": {"covariance": "full"}},
        {"labels": ["ham", "spam"], "learner": "second-order-perceptron"},
    ],
    ids=lambda made: made["learner"],
)
def test_a_hundred_thousand_names_are_refused_before_a_matrix_is_made_of_them(tmp_path, made):
    """This had ended the process, or answered with memory beyond the arrays, and the service never started again."""
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/g", made)
        ask("PUT", "/v1/games/other", SPAM)
        assert ask("POST", "/v1/games/g/predict", {"id": "first", "x": {"a": 1}})[0] == 200
        before = ask("GET", "/v1/games/g/digest")
        for k in range(3):
            status, answer = ask("POST", "/v1/games/g/predict", {"id": f"p{k}", "x": words(k, 9_900)})
            assert (status, answer["error"]) == (422, "bad_record")
            assert "takes 8,192 columns" in answer["message"]
        assert ask("GET", "/v1/games/g/digest") == before
        y = 1.0 if made["labels"] == "numbers" else "spam"
        assert ask("POST", "/v1/games/g/label", {"id": "first", "y": y})[0] == 200
        assert ask("POST", "/v1/games/other/predict", {"id": "a", "x": {"a": 1}})[0] == 200
        kept = ask("GET", "/v1/games/g/digest")
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/g/digest") == kept
    assert audited(tmp_path, "g").good


class Clumsy(Perceptron):
    """A learner that fails with a row of three features, after it has learned it, so many times."""

    times = 0
    error = MemoryError

    def learn(self, x, y, guess):
        super().learn(x, y, guess)
        if len(x) == 3 and Clumsy.times:
            Clumsy.times -= 1
            raise Clumsy.error


@pytest.fixture
def clumsy(monkeypatch):
    """Let all games be played by that learner."""
    monkeypatch.setattr(making, "make_learner", lambda name, parameters: Clumsy())
    monkeypatch.setattr(Clumsy, "error", MemoryError)
    monkeypatch.setattr(Clumsy, "times", 0)


@pytest.mark.parametrize("error", [MemoryError, ZeroDivisionError])
def test_a_move_that_fails_half_way_drops_its_game_which_the_journal_makes_again(tmp_path, clumsy, error):
    with asking(tmp_path) as ask:
        for name in ("spam", "other"):
            ask("PUT", f"/v1/games/{name}", SPAM)
            for k in range(4):
                ask("POST", f"/v1/games/{name}/predict", {"id": f"m{k}", "x": {"a": k - 1.5, "b": 1, "c": 2}})
        before = ask("GET", "/v1/games/spam/digest"), ask("GET", "/v1/games/spam")
        Clumsy.times, Clumsy.error = 1, error
        status, answer = ask("POST", "/v1/games/spam/label", {"id": "m0", "y": "ham"})
        assert (status, answer["error"]) == ((503, "no_memory") if error is MemoryError else (500, "internal"))
        assert (ask("GET", "/v1/games/spam/digest"), ask("GET", "/v1/games/spam")) == before
        assert ask("POST", "/v1/games/spam/label", {"id": "m0", "y": "ham"})[0] == 200
        assert ask("POST", "/v1/games/other/label", {"id": "m0", "y": "ham"})[0] == 200
    assert audited(tmp_path).good


def test_what_others_asked_for_in_the_same_group_is_played_and_written(tmp_path, clumsy):
    """A batch that fails in the middle leaves no row; those before and after it, of the same game too, are there."""
    with asking(tmp_path) as ask:
        for name in ("spam", "other"):
            ask("PUT", f"/v1/games/{name}", SPAM)

        def line(id, cells):
            x = {f"w{i}": 1 for i in range(cells)}
            return json.dumps({"id": id, "x": x, "y": "ham" if cells % 2 else "spam"}).encode()

        ask("POST", "/v1/games/spam/events", b"\n".join(line(f"a{k}", 2) for k in range(5)))
        before = ask("GET", "/v1/games/spam")[1]
        Clumsy.times = 1
        lines = [line("b0", 2), line("b1", 3), line("b2", 2)]
        status, answer = ask("POST", "/v1/games/spam/events", b"\n".join(lines))
        assert (status, answer["error"]) == (503, "no_memory")
        assert ask("GET", "/v1/games/spam")[1] == before, "nothing of the batch is left"
        answers = ask("POST", "/v1/games/spam/events", b"\n".join(lines))[1]
        assert [each["status"] for each in answers] == [200, 200, 200]
        assert ask("POST", "/v1/games/other/predict", {"id": "a", "x": {"a": 1}})[0] == 200
        kept = ask("GET", "/v1/games/spam/digest")
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/spam/digest") == kept
    assert audited(tmp_path).good


def test_a_change_that_fails_half_way_leaves_the_game_as_it_was(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", SPAM)
        for k in range(5):
            ask("POST", "/v1/games/spam/predict", {"id": f"m{k}", "x": {"a": k, "b": 0.5}})
            ask("POST", "/v1/games/spam/label", {"id": f"m{k}", "y": ("ham", "spam")[k % 2]})
        ask("POST", "/v1/games/spam/predict", {"id": "open", "x": {"a": 0.5}})
        before = ask("GET", "/v1/games/spam")[1], ask("GET", "/v1/games/spam/digest")[1]["digest"]
        assert ask("POST", "/v1/games/spam/settings", {"learner": "winnow"})[0] in (409, 422)
        assert (ask("GET", "/v1/games/spam")[1], ask("GET", "/v1/games/spam/digest")[1]["digest"]) == before
        assert ask("POST", "/v1/games/spam/label", {"id": "open", "y": "ham"})[0] == 200


def test_a_learner_whose_numbers_overflow_says_so(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/g", {"labels": "numbers", "learner": "ogd", "settings": {"loss": "square"}})
        seen = []
        for k in range(6):
            said = ask("POST", "/v1/games/g/predict", {"id": f"m{k}", "x": {"a": 1e308, "b": -1e308}})[1]
            seen.append((said["guess"] is None, said.get("overflow", False)))
            ask("POST", "/v1/games/g/label", {"id": f"m{k}", "y": 1e308 * (-1) ** k})
        assert all(null == told for null, told in seen)
        again = ask("POST", "/v1/games/g/predict", {"id": "m5", "x": {}})[1]
        assert (again["guess"] is None) == again.get("overflow", False)
        plain = ask("POST", "/v1/games/g/predict", {"id": "n", "x": {"c": 1.0}})[1]
        assert "overflow" not in plain


def test_of_a_group_only_the_move_that_fails_is_refused(tmp_path, clumsy):
    """Moves of the same game before and after it, and of other games, are played once, and written."""
    with asking(tmp_path) as ask:
        for name in ("spam", "other"):
            ask("PUT", f"/v1/games/{name}", SPAM)
            ask("POST", f"/v1/games/{name}/predict", {"id": "known", "x": {"a": 1}})
            for k in range(4):
                x = {"a": k - 1.5, "b": 1, **({"c": 2} if k == 1 else {})}
                ask("POST", f"/v1/games/{name}/predict", {"id": f"m{k}", "x": x})
        service, held = ask.service, threading.Event()
        service.loop = None  # answered by the writer itself
        futures = []

        def submit(request):
            futures.append((request, Future()))
            service.submit(request, futures[-1][1])

        submit(Look(lambda books: held.wait(20)))
        Clumsy.times = 1
        submit(Label("spam", "m0", "ham", None))
        submit(Label("other", "m0", "ham", None))
        submit(Label("spam", "m1", "ham", None))  # this one fails
        submit(Label("spam", "m2", "spam", None))
        submit(Predict("spam", "known", b'{"a": 9}'))
        submit(Predict("other", "new", b'{"a": 9}'))
        submit(Label("other", "m1", "spam", None))
        held.set()
        for _, future in futures:
            future.result(20)
        service.meet(ask.loop)
        assert [request.status for request, _ in futures] == [200, 200, 200, 503, 200, 200, 200, 200]
        assert json.loads(futures[5][0].body)["seq"] == 2, "a known id is known in what is left of the group too"
        assert ask("POST", "/v1/games/spam/label", {"id": "m1", "y": "ham"})[0] == 200
        kept = {name: ask("GET", f"/v1/games/{name}/digest") for name in ("spam", "other")}
        assert [ask("GET", f"/v1/games/{name}")[1]["labelled"] for name in ("spam", "other")] == [3, 2]
    with asking(tmp_path) as ask:
        assert {name: ask("GET", f"/v1/games/{name}/digest") for name in ("spam", "other")} == kept
    assert audited(tmp_path, "spam").good
    assert audited(tmp_path, "other").good


def test_a_game_that_fails_again_and_again_is_left_alone_for_a_while(tmp_path, clumsy):
    """To make it again from the journal each time would keep all others waiting."""
    with asking(tmp_path) as ask:
        for name in ("spam", "other"):
            ask("PUT", f"/v1/games/{name}", SPAM)
            ask("POST", f"/v1/games/{name}/predict", {"id": "a", "x": {"a": 1, "b": 1, "c": 1}})
        Clumsy.times, Clumsy.error = 1000, ZeroDivisionError
        said = [ask("POST", "/v1/games/spam/label", {"id": "a", "y": "ham"})[1]["error"] for _ in range(7)]
        assert said == ["internal"] * 5 + ["quarantined"] * 2
        Clumsy.times = 0
        assert ask("POST", "/v1/games/other/label", {"id": "a", "y": "ham"})[0] == 200
        books = ask.service.writer.books
        books.quarantined["spam"] = books.quarantined["spam"]._replace(until=0)
        assert ask("POST", "/v1/games/spam/label", {"id": "a", "y": "ham"})[0] == 200
    assert audited(tmp_path).good
