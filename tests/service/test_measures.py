"""Metrics in the text format of Prometheus."""

from __future__ import annotations

import re

import pytest

from littlestone.service.http.prometheus import Exposition, escaped, number

SAMPLE = re.compile(r'^[a-z_]+(\{([a-z]+="(\\.|[^"\\])*",?)*\})? (NaN|[+-]Inf|-?\d[\d.e+-]*)$')


def test_numbers_and_labels_are_written_as_the_format_wants_them():
    assert [number(each) for each in (3, 3.0, 0.1, float("inf"), float("-inf"), 2.0**60)] == [
        "3", "3", "0.1", "+Inf", "-Inf", repr(2.0**60),
    ]  # fmt: skip
    assert number(float("nan")) == "NaN"
    assert escaped('a"b\\c\nd') == 'a\\"b\\\\c\\nd'


def test_a_page():
    page = Exposition()
    page.family("rounds_total", "counter", "Rounds.", [({"game": 'a"b'}, 3), ({"game": "c"}, 0.5)])
    page.family("none", "gauge", "Nothing.", [])
    page.histogram("seconds", "How long.", [0.1, 1.0], [2, 1, 4], 9.5)
    assert page.text().splitlines() == [
        "# HELP rounds_total Rounds.",
        "# TYPE rounds_total counter",
        'rounds_total{game="a\\"b"} 3',
        'rounds_total{game="c"} 0.5',
        "# HELP seconds How long.",
        "# TYPE seconds histogram",
        'seconds_bucket{le="0.1"} 2',
        'seconds_bucket{le="1"} 3',
        'seconds_bucket{le="+Inf"} 7',
        "seconds_sum 9.5",
        "seconds_count 7",
    ]


def test_the_metrics_of_a_service(tmp_path):
    for library in ("starlette", "msgspec", "uvicorn", "httpx", "uplot"):
        pytest.importorskip(library, reason="the service needs littlestone[service], its tests httpx")
    from service_front import served

    with served(tmp_path) as there:
        there.play(6)
        there.play(2, "other", labelled=False)
        there.ask("POST", "/v1/games/nowhere/label", {"id": "a", "y": 1})
        there.ask("GET", "/v1/games/spam/certificates")
        answer = there.ask("GET", "/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    lines = answer.text.splitlines()
    for line in lines:
        assert line.startswith("# ") or SAMPLE.fullmatch(line), line
    for wanted in (
        "littlestone_games 2",
        'littlestone_rounds_total{game="spam"} 6',
        'littlestone_labels_total{game="spam"} 6',
        'littlestone_open_rounds{game="other"} 2',
        'littlestone_requests_total{what="predict",status="200"} 8',
        'littlestone_requests_total{what="label",status="404"} 1',
        "littlestone_move_seconds_count 15",
    ):
        assert wanted in lines
    assert any(line.startswith('littlestone_certificates{game="spam",verdict="') for line in lines)
    named = [line.split()[2] for line in lines if line.startswith("# TYPE")]
    assert len(named) == len(set(named))


def test_certificates_take_little_of_the_writers_time_and_are_made_anew_for_another_player():
    pytest.importorskip("msgspec", reason="the service needs littlestone[service]")
    from littlestone import Committee, Game, Perceptron
    from littlestone.service import curve as module

    game, other = Game(Perceptron()), Game(Perceptron())
    curve = module.Curve()
    assert curve.certify(game, 1) == (1, [])
    made = []
    for player in (game, other):
        for i in range(4):
            player.label(player.predict({"a": 1.0, "b": i % 2}).number, 1 if i % 2 else -1)
    curve = module.Curve()
    for seq in range(2, 50):
        made.append(curve.certify(game, seq)[0])
    assert made == sorted(made)
    assert len(set(made)) < 25, "a pause follows that is longer than making them was"
    curve.next_look = float("inf")
    assert curve.certify(game, 99)[0] == made[-1]
    assert curve.certify(other, 99)[0] == 99
    committee = Game(Committee(["perceptron", "arow"]))
    curve = module.Curve()
    for i in range(2500):
        committee.label(committee.predict({"a": 1.0, "b": i % 2}).number, 1 if i % 2 else -1)
        if committee.ledger.labelled >= curve.due:
            curve.take(committee, None, {})
    assert len(curve.allowed) > 200, "what needs no search is entered by itself"
    assert all(paid <= allowed * (1 + 1e-9) for _, paid, allowed in curve.allowed)
    assert curve.theorem == ["CommitteeBound", False]
    again = module.Curve()
    again.restore(curve.state())
    assert again.state() == curve.state()
