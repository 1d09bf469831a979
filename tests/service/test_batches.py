"""Batches of events: the same moves, answered line by line in order."""

import json

from service_asking import asking

from littlestone.service.limits import Limits

SPAM = {"labels": ["ham", "spam"], "learner": "perceptron"}


def lines(*events):
    return b"\n".join(event if isinstance(event, bytes) else json.dumps(event).encode() for event in events)


def test_a_batch_is_the_same_moves(tmp_path):
    events = []
    for t in range(40):
        events.append({"id": f"m{t}", "x": {"a": t % 5, "b": f"w{t % 3}"}})
        if t > 3:
            events.append({"id": f"m{t - 3}", "y": ("ham", "spam")[t % 2]})
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/one", SPAM)
        ask("PUT", "/v1/games/many", SPAM)
        for event in events:
            status, _ = ask("POST", f"/v1/games/one/{'predict' if 'x' in event else 'label'}", event)
            assert status == 200
        status, answers = ask("POST", "/v1/games/many/events", lines(*events))
        assert status == 200
        assert [answer["status"] for answer in answers] == [200] * len(events)
        assert [answer["id"] for answer in answers] == [event["id"] for event in events]
        assert ask("GET", "/v1/games/one/digest") == ask("GET", "/v1/games/many/digest")


def test_every_line_has_its_own_answer(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", SPAM)
        status, answers = ask(
            "POST",
            "/v1/games/spam/events",
            lines(
                {"id": "a", "x": {"f": 1}},
                b"{nonsense",
                {"id": "a", "x": {"f": 1}},
                {"id": "b", "x": {"f": 2}, "y": "spam"},
                {"id": "b", "y": "ham"},
                {"id": "c"},
                {"id": "nobody", "y": "ham"},
                {"id": "d", "x": {"f": "1e999"}},
                {"id": "a", "y": "eggs"},
                {"id": "a", "y": "ham"},
                {"id": "a", "y": "ham"},
            ),
        )
        assert status == 200
        assert [answer["status"] for answer in answers] == [200, 400, 200, 200, 409, 422, 404, 422, 422, 200, 200]
        assert answers[0] == answers[2]
        assert answers[9] == answers[10]
        assert answers[3]["seq"] == answers[2]["seq"] + 2  # two rows, and the answer tells that of the label
        assert ask("GET", "/v1/games/spam")[1]["open"] == 0
        assert ask("POST", "/v1/games/eggs/events", lines({"id": "a", "x": {"f": 1}}))[0] == 404
        assert ask("POST", "/v1/games/spam/events", b"")[:2] == (200, [])


def test_limits_are_said_in_words(tmp_path):
    limits = Limits(body=2000, batch=3, cells=5, names=4, open=2, games=1)
    with asking(tmp_path, limits=limits) as ask:
        ask("PUT", "/v1/games/spam", SPAM)

        def predict(id, x):
            status, answer = ask("POST", "/v1/games/spam/predict", {"id": id, "x": x})
            return status, answer.get("error")

        assert ask("PUT", "/v1/games/eggs", SPAM)[1]["error"] == "too_many_games"
        assert predict("1", {"a": "x" * 3000}) == (413, "too_large")
        assert predict("1", {f"f{k}": 1 for k in range(6)}) == (422, "too_many_cells")
        assert predict("1", {"a": [1, 2, 3, 4, 5]}) == (422, "too_many_cells")
        assert predict("1", {"a": 1, "b": "x", "c": 1})[0] == 200
        assert predict("2", {"a": 1, "b": "x", "d": 1})[0] == 200
        assert predict("3", {"a": 1}) == (422, "too_many_open")
        ask("POST", "/v1/games/spam/label", {"id": "1", "y": "ham"})
        assert predict("3", {"a": 1, "e": 1}) == (422, "too_many_names")
        assert predict("3", {"a": 1, "b": "x"})[0] == 200
        empty = b"\n\n  \n\n" + lines({"id": "3", "x": {"a": 1}}) + b"\n\n\n"
        assert [answer["status"] for answer in ask("POST", "/v1/games/spam/events", empty)[1]] == [200]
        many = lines(*({"id": f"n{k}", "x": {"a": 1}} for k in range(4)))
        hidden = many.replace(b'"id"', b'"\\u0069d"')
        for body in (many, many.replace(b"\n", b" "), many.replace(b"\n", b"\r"), hidden.replace(b"\n", b"")):
            assert ask("POST", "/v1/games/spam/events", body)[1]["error"] == "too_large"


def test_a_full_queue_is_told_to_come_again(tmp_path):
    with asking(tmp_path, limits=Limits(waiting=2)) as ask:
        ask("PUT", "/v1/games/spam", SPAM)
        three = lines(*({"id": f"n{k}", "x": {"a": 1}} for k in range(3)))
        status, answer = ask("POST", "/v1/games/spam/events", three)
        assert (status, answer["error"], ask.headers["retry-after"]) == (429, "busy", "1")
        assert ask("POST", "/v1/games/spam/predict", {"id": "a", "x": {"a": 1}})[0] == 200


def test_duplicates_within_a_large_batch_take_no_time(tmp_path):
    events = [{"id": f"m{k % 3000}", "x": {"a": 1}} for k in range(6000)]
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", SPAM)
        status, answers = ask("POST", "/v1/games/spam/events", lines(*events))
        assert status == 200
        assert answers[:3000] == answers[3000:]
        assert ask("GET", "/v1/games/spam")[1]["rounds"] == 3000
