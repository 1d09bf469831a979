"""The two moves over HTTP: exactly once by the client's id, and a restart is a replay."""

import pytest
from service_asking import asking

from littlestone import Committee, Game, Perceptron
from littlestone.committees.members import LINEAR
from littlestone.service.hosted import digest_of
from littlestone.service.making import make_game, read_settings

SPAM = {"labels": ["ham", "spam"], "learner": "perceptron"}


def test_the_two_moves(tmp_path):
    with asking(tmp_path) as ask:
        assert ask("PUT", "/v1/games/spam", {"labels": ["ham", "spam"]})[0] == 201
        status, said = ask("POST", "/v1/games/spam/predict", {"id": "m1", "x": {"from": "bank"}})
        assert status == 200
        assert said == {"id": "m1", "seq": 2, "act": said["act"], "guess": said["guess"], "chance": said["chance"]}
        status, told = ask("POST", "/v1/games/spam/label", {"id": "m1", "y": "spam"})
        assert status == 200
        assert told == {"id": "m1", "seq": 3, "mistake": said["act"] != "spam"}


def test_a_game_without_learner_plays_the_linear_committee(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/a", {"labels": ["ham", "spam"]})
        ask("PUT", "/v1/games/b", {"labels": ["a", "b", "c"]})
        ask("PUT", "/v1/games/c", {"labels": "numbers"})
        assert {ask("GET", f"/v1/games/{name}")[1]["learner"] for name in "abc"} == {"committee"}
        plain = Game(Committee("linear"), labels=("ham", "spam"))
        for t in range(30):
            x, y = {"a": t % 3, "kind": f"k{t % 5}"}, ("ham", "spam")[t % 2]
            said = ask("POST", "/v1/games/a/predict", {"id": str(t), "x": x})[1]
            move = plain.predict(x)
            assert (said["act"], said["guess"], said["chance"]) == (move.act, move.guess, move.chance)
            ask("POST", "/v1/games/a/label", {"id": str(t), "y": y})
            plain.label(move.number, y)


@pytest.mark.parametrize(
    ("given", "truth"),
    [
        ({"labels": ["ham", "spam"]}, "signs"),
        ({"labels": "classes"}, "classes"),
        ({"labels": "numbers"}, "numbers"),
        ({"labels": ["ham", "spam"], "learner": "committee", "settings": {"share": 0.01}}, "signs"),
        ({"learner": "committee", "settings": {"loss": "square"}}, "numbers"),
    ],
)
def test_a_committee_that_names_no_members_has_linear_ones(given, truth):
    settings = read_settings(given)
    assert make_game(settings, settings.player(), 0).learner.parameters()["members"] == list(LINEAR[truth])


def test_exactly_once_by_the_clients_id(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", SPAM)
        first = ask("POST", "/v1/games/spam/predict", {"id": "m1", "x": {"a": 1}})
        ask("POST", "/v1/games/spam/predict", {"id": "m2", "x": {"a": 1}})
        assert ask("POST", "/v1/games/spam/predict", {"id": "m1", "x": {"a": 1}}) == first
        told = ask("POST", "/v1/games/spam/label", {"id": "m2", "y": "ham"})
        assert told[0] == 200
        assert ask("POST", "/v1/games/spam/label", {"id": "m2", "y": "ham"}) == told
        assert ask("POST", "/v1/games/spam/label", {"id": "m1", "y": "ham"})[0] == 200
        assert ask("POST", "/v1/games/spam/predict", {"id": "m1", "x": {"a": 1}}) == first
        assert ask("POST", "/v1/games/spam/label", {"id": "m2", "y": "spam"})[0] == 409
        assert ask("POST", "/v1/games/spam/label", {"id": "m2", "y": "ham", "weight": 2.0})[0] == 409
        assert ask("POST", "/v1/games/spam/label", {"id": "m3", "y": "spam"})[0] == 404
        assert ask("POST", "/v1/games/eggs/label", {"id": "m3", "y": "spam"})[1]["error"] == "unknown_game"
        assert ask("GET", "/v1/games/spam/account")[1]["labelled"] == 2


def test_a_forgotten_round_takes_no_label(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", SPAM)
        ask("POST", "/v1/games/spam/predict", {"id": "a/b c", "x": {"a": 1}})
        assert ask("DELETE", "/v1/games/spam/rounds/a%2Fb%20c")[0] == 200
        assert ask("DELETE", "/v1/games/spam/rounds/a%2Fb%20c")[0] == 200
        assert ask("DELETE", "/v1/games/spam/rounds/zz")[0] == 404
        assert ask("POST", "/v1/games/spam/label", {"id": "a/b c", "y": "ham"})[1]["error"] == "forgotten"


def test_the_same_settings_again_are_the_same_game_and_others_are_refused(tmp_path):
    with asking(tmp_path) as ask:
        assert ask("PUT", "/v1/games/spam", SPAM)[0] == 201
        assert ask("PUT", "/v1/games/spam", SPAM)[0] == 200
        assert ask("PUT", "/v1/games/spam", {"labels": ["ham", "spam"]})[1]["error"] == "other_settings"


@pytest.mark.parametrize(
    ("body", "part"),
    [
        ({"labels": ["a"]}, "labels"),
        ({}, "which labels"),
        ({"labels": ["a", "b"], "learner": "perceptrn"}, "did you mean"),
        ({"labels": ["a", "b"], "learner": "os:system"}, "no learner"),
        ({"labels": ["a", "b"], "lerner": "arow"}, "lerner"),
        ({"labels": "numbers", "learner": "perceptron"}, "told signs"),
        ({"labels": ["a", "b"], "learner": "winnow", "settings": {"n": 10**12}}, "at most"),
        ({"labels": ["a", "b"], "default_label": "a"}, "label_timeout"),
        ({"labels": ["a", "b"], "label_timeout": 5, "default_label": "c"}, "a label here is"),
        ({"labels": ["a", "b"], "schema": {"txt": "note"}}, "no setting"),
        ({"labels": ["a", "b"], "door": {"txt": "note"}}, "no setting"),
        ({"labels": ["a", "b"], "schema": {"text": "note"}, "door": {"text": "note"}}, 'give "schema" alone'),
    ],
)
def test_settings_that_make_no_game(tmp_path, body, part):
    with asking(tmp_path) as ask:
        status, answer = ask("PUT", "/v1/games/spam", body)
        assert (status, part in answer["message"]) == (422, True), answer
        assert ask("GET", "/v1/games")[1] == {"games": []}


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 422),
        (b'{"id": "m"}', 422),
        (b'{"id": "", "x": {}}', 422),
        (b'{"id": "m", "x": {}, "y": 1}', 422),
        (b'{"id": "m", "x": 3}', 422),
        (b'{"id": "m", "x": {"a": 1e999}}', 422),
        (b'{"id": "m", "x": {"a": [1, "b"]}}', 422),
        (b'{"id": "m", "x": {"a": }}', 400),
        (b'{"id": "m", "x": {"a": "\xff"}}', 400),
    ],
)
def test_a_bad_body_changes_nothing(tmp_path, body, status):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", SPAM)
        before = ask("GET", "/v1/games/spam/digest")
        found, answer = ask("POST", "/v1/games/spam/predict", body)
        assert found == status, answer
        assert set(answer) == {"error", "message"}
        assert ask("GET", "/v1/games/spam/digest") == before


def test_a_restart_is_a_replay(tmp_path):
    plain = Game(Perceptron(), labels=("ham", "spam"))
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", SPAM)
        for t in range(50):
            x = {"a": t % 7, "b": f"t{t % 3}"}
            ask("POST", "/v1/games/spam/predict", {"id": f"m{t}", "x": x})
            plain.predict(x)
        for t in range(0, 50, 3):
            y = ("ham", "spam")[t % 2]
            ask("POST", "/v1/games/spam/label", {"id": f"m{t}", "y": y, "weight": 1.0 + t % 2})
            plain.label(t + 1, y, 1.0 + t % 2)
        before = ask("GET", "/v1/games/spam/digest")
        account = ask("GET", "/v1/games/spam/account")
    assert before[1]["digest"] == digest_of(plain)
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/spam/digest") == before
        assert ask("GET", "/v1/games/spam/account") == account
        assert ask("POST", "/v1/games/spam/label", {"id": "m1", "y": "spam"})[0] == 200


def test_what_can_be_read(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", SPAM)
        for t in range(20):
            ask("POST", "/v1/games/spam/predict", {"id": f"m{t}", "x": {"a": t % 2 - 0.5}})
            ask("POST", "/v1/games/spam/label", {"id": f"m{t}", "y": ("ham", "spam")[t % 2]})
        ask("POST", "/v1/games/spam/predict", {"id": "late", "x": {"a": 1}})
        before = ask("GET", "/v1/games/spam/digest")
        assert ask("GET", "/v1/games")[1]["games"][0]["name"] == "spam"
        assert ask("GET", "/v1/games/spam/weights?top=1")[1]["weights"][0]["column"] == "a"
        assert ask("GET", "/v1/games/spam/weights?top=x")[0] == 422
        assert [each["id"] for each in ask("GET", "/v1/games/spam/rounds")[1]["rounds"]] == ["late"]
        assert ask("GET", "/v1/games/spam/certificates")[1]["certificates"][0]["verdict"] == "holds"
        history = ask("GET", "/v1/games/spam/history?points=5")[1]
        assert history["labelled"][-1] == 20
        assert len(history["labelled"]) <= 5
        assert history["paid"][-1] == ask("GET", "/v1/games/spam/account")[1]["mistakes"]
        assert ask("GET", "/healthz")[1] == {"alive": True}
        ready = ask("GET", "/readyz")[1]
        assert ready.keys() == {"ready", "last_commit"}
        assert ready["ready"]
        assert 0.0 <= ready["last_commit"] < 60.0
        assert ask("GET", "/v1/nothing")[1]["error"] == "no_such_address"
        assert ask("GET", "/v1/games/spam/digest") == before


def test_classes_and_numbers_are_answered_as_they_are(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/c", {"labels": "classes"})
        ask("PUT", "/v1/games/n", {"labels": "numbers"})
        for t in range(12):
            ask("POST", "/v1/games/c/predict", {"id": str(t), "x": {"a": t % 3}})
            ask("POST", "/v1/games/c/label", {"id": str(t), "y": "xyz"[t % 3]})
            ask("POST", "/v1/games/n/predict", {"id": str(t), "x": {"a": t % 3}})
            assert "mistake" not in ask("POST", "/v1/games/n/label", {"id": str(t), "y": t % 3})[1]
        said = ask("POST", "/v1/games/c/predict", {"id": "q", "x": {"a": 2}})[1]
        assert set(said["chance"]) == set("xyz")
        assert ask("POST", "/v1/games/c/predict", {"id": "q", "x": {"a": 2}})[1] == said
        assert ask("GET", "/v1/games/n/history")[1]["counts"] == "loss"


NASTY = [
    b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
    b"[" * 20_000 + b"]" * 20_000,
    b'{"a": ' + b"9" * 5000 + b"}",
    b'{"\\ud800": 1}',
    b'{"a": [[1], [2]]}',
    b'{"a": [1, null, "x"]}',
    b'{"a": 1e308, "b": 123456789012345678901234567890}',
    b"[1, 2, null]",
    b'["a"]',
    b"[[1]]",
    b"[]",
    b"{}",
    b'{"": 1, " ": 2, "a=b": "c", "a": {"b": {"c": [true, false]}}}',
    b'{"a\\u0000": "b\\u0000"}',
    b'{"d": "2024-02-30", "e": "0001-01-01T00:00:00+23:59"}',
]


@pytest.mark.parametrize("raw", NASTY, ids=range(len(NASTY)))
def test_no_record_does_harm(tmp_path, raw):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", {**SPAM, "shadows": {"second": {"learner": "winnow"}}})
        ask("POST", "/v1/games/spam/predict", {"id": "first", "x": {"a": 1}})
        before = ask("GET", "/v1/games/spam/digest")[1]["digest"]
        answers = [
            ask("POST", "/v1/games/spam/predict", b'{"id": "m", "x": ' + raw + b"}"),
            ask("POST", "/v1/games/spam/events", b'{"id": "n", "x": ' + raw + b'}\n{"id": "first", "x": {}}')[1][-1],
        ]
        assert answers[0][0] in (200, 400, 422)
        assert set(answers[0][1]) == {"error", "message"} or answers[0][0] == 200
        assert answers[1]["status"] == 200
        if answers[0][0] != 200:
            assert ask("GET", "/v1/games/spam/digest")[1]["digest"] == before
        kept = ask("GET", "/v1/games/spam/digest")
        assert ask.service.writer.books.loaded["spam"].begun_at == 0
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/spam/digest") == kept
