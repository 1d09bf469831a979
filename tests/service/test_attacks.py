"""The attacks that the service was put to: where each of the first forty is tested, and twenty more.

After every attack the service answers others, no game is left alone that need not be, and every journal is good.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from concurrent.futures import Future
from pathlib import Path

import pytest
from service_asking import asking, audited, call
from service_front import LABELS, served

from littlestone.cli import run
from littlestone.errors import BadParameter, StateError
from littlestone.service.http.contract import Refusal
from littlestone.service.http.front import log_at
from littlestone.service.limits import Limits
from littlestone.service.requests import Predict
from littlestone.service.trial import Trial
from littlestone.store import from_bytes, to_bytes

SPAM = {"labels": ["ham", "spam"], "learner": "perceptron"}

# What was tried first, the file of its test, and the test.
FORTY = """
100,000 names for a learner with a matrix: failing_moves
    test_a_hundred_thousand_names_are_refused_before_a_matrix_is_made_of_them
no memory half-way through a move: failing_moves
    test_a_move_that_fails_half_way_drops_its_game_which_the_journal_makes_again
a game that cannot be loaded: quarantine
    test_a_game_that_cannot_be_loaded_is_left_alone_and_all_others_are_served
a game that fails again and again: failing_moves
    test_a_game_that_fails_again_and_again_is_left_alone_for_a_while
a record nested 979 deep: limits
    test_records_in_one_another_have_a_depth
the same in a journal of before: quarantine
    test_a_record_as_deep_as_recursion_goes_spoils_neither_its_game_nor_the_audit
what erase leaves in evidence, names, labels, snapshots: erase
    test_nothing_of_an_erased_record_is_left
what erase leaves while somebody reads: erase
    test_a_reader_makes_it_wait_or_fail_aloud
rows, times, ids, makers and tails forged: chain
    test_every_forgery_is_found
a game that was forged is served: chain
    test_a_game_that_was_forged_is_not_served
a journal rebased after a bad audit: audit
    test_rows_of_another_maker_are_not_compared_until_rebased
eight readers, twenty streams, a shadow over all rows: beside
    test_readers_and_replays_leave_moves_of_other_games_as_fast
one key that reads all day: beside
    test_keys_take_turns_and_have_a_budget
100,000 n-grams, products of 1,200 cells: limits
    test_ngrams_and_products_are_counted_before_they_are_made
1,600 members, members in members, members of 10^8: limits
    test_players_are_counted_before_they_are_made
names of 10 MB: limits
    test_the_bytes_of_names_are_counted
15 MB of blanks: limits
    test_blanks_are_not_journaled
records until the memory is full: limits
    test_a_game_and_a_process_have_as_much_memory_as_they_may
the last key revoked before the first request: before_keys
    test_a_gate_is_closed_from_its_first_moment_if_there_is_a_key
Host: localhost from afar: before_keys
    test_the_address_of_who_connects_counts_and_not_what_host_says
headers of proxies: before_keys
    test_requests_with_a_header_of_a_proxy_are_refused_without_keys
262,704 ids of one hash: known_ids
    test_ids_that_differ_in_any_byte_collide_under_no_key
ids that do collide: known_ids
    test_ids_of_one_hash_are_told_apart
headers without end: before_keys
    test_headers_have_an_end
1,100 connections that say nothing: before_keys
    test_connections_that_say_nothing_are_closed_and_there_are_only_so_many
sixty bodies at once: before_keys
    test_bodies_together_have_a_limit
a PostgreSQL that stands still: standing_still
    test_a_server_of_postgresql_that_stands_still_ends_the_process
rounds swapped in a snapshot: standing_still
    test_what_a_snapshot_says_about_itself_has_a_digest
snapshots of 0 bytes after the loss of power: standing_still
    test_a_snapshot_is_on_disk_before_the_one_before_it_goes
a clock that runs ahead for a second: time_outs
    test_a_clock_that_jumps_expires_no_round_and_is_said
EIO of a write: standing_still
    test_eio_of_a_write_ends_the_process_and_nothing_is_lost
a body that breaks off: before_keys
    test_a_body_that_breaks_off_is_not_played
labels with U+2028: before_keys
    test_the_client_reads_labels_with_any_character
numbers of 1e308: failing_moves
    test_a_learner_whose_numbers_overflow_says_so
kill -9 under batches: crashes
    test_kill_9_loses_nothing_of_batches_that_another_thread_writes
SIGTERM under load: crashes
    test_sigterm_drains_and_stops
errors of fsync: disks
    test_an_error_of_fsync_ends_the_process_and_nothing_is_wrong_afterwards
a full disk: crashes
    test_a_full_disk_is_503_and_the_state_of_before
the loss of power: disks
    test_the_loss_of_power_loses_nothing_that_was_acknowledged
a PostgreSQL that is killed: postgres
    test_a_server_that_is_killed_under_load_loses_nothing
modules, paths and pickles as settings: two_moves
    test_settings_that_make_no_game
NaN, 1e999, surrogates, 5,000 digits: two_moves
    test_no_record_does_harm
pages of other sites, bent names of hosts: front
    test_without_keys_no_page_of_another_site_and_no_bent_name_gets_in
a log on a full disk: attacks
    test_a_log_that_cannot_be_written_stops_nobody
a request that slips in at the end: attacks
    test_whoever_asks_while_it_closes_gets_an_answer
"""


def test_each_of_the_forty_has_its_test():
    lines = FORTY.strip().splitlines()
    assert len(lines) >= 2 * 40
    for what, test in zip(lines[::2], lines[1::2], strict=True):
        file = Path(__file__).with_name(f"test_{what.rpartition(': ')[2]}.py")
        assert f"def {test.strip()}(" in file.read_text(), what


def events(ask, lines, game="g"):
    """The answers to a batch, and how each of them came out."""
    answers = ask("POST", f"/v1/games/{game}/events", "\n".join(map(json.dumps, lines)).encode())[1]
    return answers, [each.get("error", "") for each in answers]


# The twenty.


def test_a_log_that_cannot_be_written_stops_nobody(tmp_path, capfd):
    """Every request had an error of ours of its own, and SIGHUP another."""
    log = log_at("/dev/full")
    with served(tmp_path, log=log) as there:
        for _ in range(300):
            assert there.ask("GET", "/healthz").status_code == 200
        assert there.ask("PUT", "/v1/games/g", SPAM).status_code == 201
        there.front.log_anew(None)
    assert capfd.readouterr().err.count("No space left") == 1


def test_whoever_asks_while_it_closes_gets_an_answer(tmp_path):
    """Requests of sixteen threads, as the service is closed: each is answered or refused, none waits for ever."""
    for _ in range(3):
        with asking(tmp_path) as ask:
            ask("PUT", "/v1/games/g", SPAM)
            service, waiting, begun = ask.service, [], threading.Barrier(9)
            service.loop = None

            def press(k, service=service, waiting=waiting, begun=begun):
                begun.wait()
                for t in range(200):
                    future = Future()
                    try:
                        service.submit(Predict("g", f"{k}-{t}", b"{}"), future)
                        waiting.append(future)
                    except Refusal:
                        return

            threads = [threading.Thread(target=press, args=(k,)) for k in range(8)]
            for thread in threads:
                thread.start()
            begun.wait()
            service.close()
            for thread in threads:
                thread.join(30)
            assert all(future.result(30).status in (200, 503) for future in waiting)


def test_two_lengths_of_a_body_are_no_way_to_smuggle(tmp_path):
    """Content-Length and chunks at once: what is behind the one is not played as a request of its own."""
    with served(tmp_path) as there:
        there.ask("PUT", "/v1/games/g", SPAM)
        hidden = b"DELETE /v1/games/g HTTP/1.1\r\nHost: localhost\r\n\r\n"
        head = b"POST /v1/games/g/predict HTTP/1.1\r\nHost: localhost\r\n"
        for lengths in (
            b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n" % (5 + len(hidden)),
            b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n",
            b"Content-Length: 0\r\nContent-Length: %d\r\n" % len(hidden),
            b"Transfer-Encoding: xchunked\r\n",
            b"Content-Length: +0\r\n",
            b"Content-Length: -1\r\n",
        ):
            assert b"removed" not in there.raw([head + lengths + b"\r\n" + b"0\r\n\r\n" + hidden], 0.3), lengths
            assert there.ask("GET", "/v1/games/g").status_code == 200, lengths


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64),  # who speaks TLS to a plain port
        b"\x00" * 3000,
        b"GET /\r\n\r\n",
        b"GET http://evil.example/v1/games HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"GET /v1/games HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n",
        b"POST /v1/games/g/predict HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        b"FFFFFFFFFFFFFFFFF\r\n",
        b"POST /v1/games/g/predict HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
        b"CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ],
)
def test_what_is_no_request_opens_nothing(tmp_path, sent):
    with served(tmp_path) as there:
        there.ask("PUT", "/v1/games/g", SPAM)
        found = there.raw([sent], 0.3)
        assert b'"games"' not in found, found
        assert b"101 Switching" not in found
        assert there.ask("GET", "/v1/games/g").json()["rounds"] == 0


def test_requests_one_behind_the_other_are_answered_in_order(tmp_path):
    with served(tmp_path) as there:
        there.ask("PUT", "/v1/games/g", SPAM)
        sent = b""
        for k in range(100):
            body = b'{"id":"p%d","x":{"a":%d}}' % (k, k)
            last = b"Connection: close\r\n" if k == 99 else b""
            sent += b"POST /v1/games/g/predict HTTP/1.1\r\nHost: localhost\r\n" + last
            sent += b"Content-Length: %d\r\n\r\n" % len(body) + body
        found = there.raw([sent], 20)
        places = [found.index(b'"p%d"' % k) for k in range(100)]
        assert places == sorted(places)


@pytest.mark.parametrize("method", ["OPTIONS", "TRACE", "CONNECT", "PATCH", "BREW", "get"])
def test_other_methods_are_refused_in_words(tmp_path, method):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/g", SPAM)
        for path in ("/v1/games", "/v1/games/g", "/v1/games/g/predict", "/metrics", "/openapi.json"):
            status, _, body = ask.loop.run_until_complete(call(ask.app, method, path, b""))
            assert status in (404, 405), (path, status)
            assert set(json.loads(body)) == {"error", "message"}


def test_everything_about_one_id_in_one_batch(tmp_path):
    """A label before its prediction, two predictions, two labels, a label for a round that another line has closed."""
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/g", SPAM)
        answers, errors = events(
            ask,
            [
                {"id": "a", "y": "ham"},
                {"id": "a", "x": {"f": 1}},
                {"id": "a", "x": {"f": 99}},
                {"id": "a", "y": "ham"},
                {"id": "a", "y": "spam"},
                {"id": "a", "y": "ham"},
                {"id": "a", "x": {"f": 1}},
                {"id": "b", "x": {"f": 1}, "y": "nobody"},
                {"id": "b", "y": "ham"},
            ],
        )
        assert errors == ["unknown_round", "", "", "", "other_label", "", "", "bad_label", ""]
        assert answers[1] == answers[2] == answers[6], "asked again, a round has the answer that it had"
        assert answers[3] == answers[5]
    assert audited(tmp_path, "g").good


@pytest.mark.parametrize(
    "body",
    [
        b"\xef\xbb\xbf",
        b"\r",
        b"\n\n\n",
        b"\x00",
        b'{"id":"a","x":{}}'.decode().encode("utf-16"),
        b"[]",
        b'"',
        b"{}" * 9,
    ],
)
def test_bytes_between_events_are_told_by_their_lines(tmp_path, body):
    good = b'{"id":"before","x":{"f":1}}\n', b'\n{"id":"after","x":{"f":1}}\r\n'
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/g", SPAM)
        status, answers = ask("POST", "/v1/games/g/events", good[0] + body + good[1])
        assert status == 200
        assert [each["id"] for each in answers if each["status"] == 200][-1] == "after"
        assert all(each["status"] in (200, 400, 422) for each in answers)
    assert audited(tmp_path, "g").good


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("label_timeout", 1e305),
        ("label_timeout", -1),
        ("label_timeout", 0),
        ("keep_days", 1e300),
        ("keep_rows", 0),
        ("seed", 2**70),
        ("labels", ["a", "a"]),
        ("labels", [1, 1.0]),
        ("labels", [None, 1]),
        ("labels", [f"c{k}" for k in range(70_000)]),
        ("default_label", "ham"),
        ("schema", {"concepts": "/etc/passwd"}),
        ("learner", "../../etc/passwd"),
        ("learner", "__import__('os').system('id')"),
        ("keep", -1),
    ],
)
def test_settings_at_the_ends_of_numbers(tmp_path, key, value):
    with asking(tmp_path) as ask:
        status, said = ask("PUT", "/v1/games/g", {**SPAM, key: value})
        assert status == 422, said
        assert "root:" not in said["message"]
        assert ask("GET", "/v1/games")[1] == {"games": []}


@pytest.mark.parametrize("name", ["..", "%2e%2e", "%00", "a%20b", "<b>", "a%22b", "e%CC%81", "x" * 300, "-", "_"])
def test_names_that_are_no_names(tmp_path, name):
    with asking(tmp_path / "games") as ask:
        status, said = ask("PUT", f"/v1/games/{name}", SPAM)
        assert (status, said["error"]) == (422, "bad_setting")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games"]


def test_ids_that_are_no_ids(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/g", SPAM)
        for id in ("", "a" * 300, "a\nb", "a\u202eb", "a\u200bb", "\u0000", 7, None, ["a"], {"a": 1}):
            status, said = ask("POST", "/v1/games/g/predict", {"id": id, "x": {"f": 1}})
            assert status == 422, (id, said)
        for id in ("'; drop table journal; --", "%s", "{0}", "../../x", "ÿ", "👍"):
            assert ask("POST", "/v1/games/g/predict", {"id": id, "x": {"f": 1}})[0] == 200
            assert ask("POST", "/v1/games/g/label", {"id": id, "y": "ham"})[0] == 200
        assert ask("POST", "/v1/games/g/erase", {"ids": ["'; drop table journal; --"]})[0] == 200
        assert ask("GET", "/v1/games/g")[1]["labelled"] == 6
    assert audited(tmp_path, "g").good


@pytest.mark.parametrize(
    "query", ["weights?top=1e9", "weights?top=-1", f"weights?top={10**20}", "weights?top=nan", "history?points=0",
              "rounds?limit=-1", "rounds?after=%00", "account?player=nobody", "certificates?level=full"]
)  # fmt: skip
def test_questions_without_an_end(tmp_path, query):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/g", SPAM)
        assert ask("GET", f"/v1/games/g/{query}")[1]["error"] == "bad_parameter"


@pytest.mark.parametrize("weight", [1e308, 1e-320, -1, 10**400, True, "1", [1]])
def test_weights_that_are_none(tmp_path, weight):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/g", {**SPAM, "learner": "ogd"})
        ask("POST", "/v1/games/g/predict", {"id": "a", "x": {"f": 1}})
        before = ask("GET", "/v1/games/g/digest")
        assert ask("POST", "/v1/games/g/label", {"id": "a", "y": "ham", "weight": weight})[0] == 422
        assert ask("GET", "/v1/games/g/digest") == before


def test_a_game_that_is_removed_and_made_again_knows_nothing_of_the_former(tmp_path):
    with asking(tmp_path) as ask:
        for t in range(5):
            assert ask("PUT", "/v1/games/g", SPAM)[0] == 201
            first = ask("POST", "/v1/games/g/predict", {"id": "same", "x": {"f": t + 1}})
            assert (first[0], first[1]["seq"]) == (200, 2), "the id is new again"
            assert ask("POST", "/v1/games/g/label", {"id": "same", "y": "ham"})[0] == 200
            assert ask("DELETE", "/v1/games/g")[0] == 200
            assert ask("POST", "/v1/games/g/label", {"id": "same", "y": "ham"})[0] == 404
        ask("PUT", "/v1/games/g", SPAM)
    assert audited(tmp_path, "g").good


def test_who_claims_the_name_of_an_erased_feature(tmp_path):
    """A feature of which the name was erased is called erased:0; who sends that name moves no other game's bits."""
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/g", SPAM)
        events(ask, [{"id": "a", "x": {"ssn": "078-05-1120"}}, {"id": "a", "y": "ham"}])
        ask("POST", "/v1/games/g/erase", {"ids": ["a"]})
        for k in range(3):
            _, errors = events(ask, [{"id": f"b{k}", "x": {f"erased:{k}": 1.0}}, {"id": f"b{k}", "y": "spam"}])
            assert errors == ["", ""]
        digest = ask("GET", "/v1/games/g/digest")[1]["digest"]
    assert audited(tmp_path, "g").good
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/g/digest")[1]["digest"] == digest


def test_erasing_what_is_open_twice_and_in_between(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/g", SPAM)
        events(
            ask, [{"id": f"m{k}", "x": {"f": k}} for k in range(6)] + [{"id": f"m{k}", "y": "ham"} for k in range(3)]
        )
        assert ask("POST", "/v1/games/g/erase", {"ids": ["m1", "m1", "m4"]})[0] == 200
        assert ask("POST", "/v1/games/g/erase", {"ids": ["m1"]})[0] == 200
        assert ask("POST", "/v1/games/g/label", {"id": "m4", "y": "ham"})[1]["error"] == "erased"
        assert ask("DELETE", "/v1/games/g/rounds/m4")[0] in (200, 409, 410)
        assert ask("POST", "/v1/games/g/label", {"id": "m5", "y": "spam"})[0] == 200
        assert ask("POST", "/v1/games/g/erase", {"ids": ["m5"] * 1000})[0] == 200
    assert audited(tmp_path, "g").good


def test_the_journal_is_written_by_a_stranger_meanwhile(tmp_path):
    """Another program holds the lock of SQLite: a move waits, then fails aloud, and nothing is half written."""
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/g", SPAM)
        ask.service.writer.books.journal.connection.execute("pragma busy_timeout=20000")
        other = sqlite3.connect(tmp_path / "journal.sqlite", isolation_level=None, check_same_thread=False)
        other.execute("begin immediate")
        timer = threading.Timer(0.3, lambda: other.execute("rollback"))
        timer.start()
        assert ask("POST", "/v1/games/g/predict", {"id": "a", "x": {"f": 1}})[0] == 200
        timer.join()
        other.close()
    assert audited(tmp_path, "g").good


def test_a_shadow_of_a_shadow_of_a_name(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/g", SPAM)
        events(ask, [{"id": "a", "x": {"f": 1}}, {"id": "a", "y": "ham"}, {"id": "open", "x": {"f": 2}}])
        for name, learner, error in [
            ("main", "arow", "other_player"),
            ("../x", "arow", "bad_setting"),
            ("t", "multiclass-perceptron", "bad_setting"),
            ("t", "committee", ""),
            ("t", "arow", "other_player"),
        ]:
            assert ask("POST", "/v1/games/g/shadows", {"name": name, "learner": learner})[1].get("error", "") == error
        for _ in range(3):
            assert ask("POST", "/v1/games/g/promote", {"name": "t"})[0] == 200
            assert ask("POST", "/v1/games/g/promote", {"name": "main"})[0] == 200
        assert ask("POST", "/v1/games/g/label", {"id": "open", "y": "ham"})[0] == 200
    assert audited(tmp_path, "g").good


def test_a_login_is_as_small_as_a_key(tmp_path):
    with served(tmp_path) as there:
        run(["key", "add", str(tmp_path), "--name", "me", "--role", "admin"])
        there.ask("PUT", "/v1/games/g", LABELS)
        for body in (b"x" * 100_000, b'{"key":' + b"[" * 3000, b'{"key":"' + b"k" * 3000 + b'"}'):
            answer = there.ask("POST", "/v1/session", body)
            assert 400 <= answer.status_code < 500, answer.text


def test_many_small_limits_at_once_are_still_words(tmp_path):
    """With every limit as low as it goes, a service refuses, and never fails."""
    least = Limits(body=200, batch=1, cells=1, depth=2, entries=1, names=1, name_bytes=4, open=1, memory=1)
    with asking(tmp_path, limits=least) as ask:
        ask("PUT", "/v1/games/g", SPAM)
        for t in range(3):
            for x in ({"a": 1}, {"a": 1, "b": 2}, {"abcdefgh": 1}, {"c": "w" * 100}, {"d": [1, 2]}):
                status, said = ask("POST", "/v1/games/g/predict", {"id": f"{t}{sorted(x)}", "x": x})
                assert status in (200, 413, 422, 503), said
    assert audited(tmp_path, "g").good


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("reward", {"id": "a", "reward": 1e308}),
        ("reward", {"id": "a", "reward": -0.5}),
        ("reward", {"id": "a", "reward": True}),
        ("reward", {"id": "a", "reward": "1"}),
        ("reward", {"id": "a", "reward": None}),
        ("reward", {"id": "a", "reward": [1.0]}),
        ("reward", {"id": "nobody", "reward": 1.0}),
        ("predict", {"id": "b", "allowed": []}),
        ("predict", {"id": "b", "allowed": ["older"]}),
        ("predict", {"id": "b", "allowed": [f"action {k}" for k in range(100_000)]}),
        ("predict", {"id": "b", "allowed": {"old": 1}}),
        ("predict", {"id": "b", "choices": [[[[]]]]}),
    ],
)
def test_what_is_no_reward_and_no_choice_changes_nothing(tmp_path, move, told):
    """In a game of actions: refused in words, the round stays open, and the next decision is as it would have been."""
    game = {"actions": ["old", "new"], "learner": "exp3", "seed": 3}
    with asking(tmp_path) as ask:
        for name in ("left", "right"):
            assert ask("PUT", f"/v1/games/{name}", game)[0] == 201
            assert ask("POST", f"/v1/games/{name}/predict", {"id": "a"})[0] == 200
        status, said = ask("POST", f"/v1/games/left/{move}", told)
        assert status in (400, 404, 413, 422), said
        assert said["error"]
        after = []
        for name in ("left", "right"):
            assert ask("POST", f"/v1/games/{name}/reward", {"id": "a", "reward": 0.5})[0] == 200
            after.append(ask("POST", f"/v1/games/{name}/predict", {"id": "c"})[1]["chances"])
        assert after[0] == after[1]
    assert all(audited(tmp_path, name).good for name in ("left", "right"))


# What strange bodies that were drawn have found, played against games of every kind.


def test_a_class_that_is_true_or_false_is_answered(tmp_path):
    """The chances of classes had a key that no answer could have: one label broke its game."""
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/g", {"labels": "classes"})
        for k, y in enumerate([True, "spam", False, 1.5]):
            assert ask("POST", "/v1/games/g/predict", {"id": f"m{k}", "x": {"f": k}})[0] == 200
            assert ask("POST", "/v1/games/g/label", {"id": f"m{k}", "y": y})[0] == 200
        status, said = ask("POST", "/v1/games/g/predict", {"id": "last", "x": {"f": 1}})
        assert status == 200
        assert set(said["chance"]) == {"true", "false", "spam", "1.5"}
    assert audited(tmp_path, "g").good


def test_a_move_that_is_refused_when_it_was_played_already_is_an_error_of_ours(tmp_path, monkeypatch):
    """It had been learned without a row: the next one left a gap, and the journal was called forged."""
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/g", {**SPAM, "shadows": {"s": {"learner": "arow"}}, "promote_when": 0.9})
        events(ask, [{"id": f"m{k}", "x": {"f": k}} for k in range(4)])
        for ways in (lambda: ask("POST", "/v1/games/g/label", {"id": "m0", "y": "ham"}),
                     lambda: ask("POST", "/v1/games/g/events", b'{"id": "m0", "y": "ham"}')):  # fmt: skip
            with monkeypatch.context() as patch:
                patch.setattr(Trial, "best", refuses)
                assert ways()[0] == 500
        digest = ask("GET", "/v1/games/g/digest")[1]["digest"]
        assert ask("GET", "/v1/games/g")[1]["labelled"] == 0
        assert ask("POST", "/v1/games/g/label", {"id": "m0", "y": "ham"})[0] == 200
        assert ask("GET", "/v1/games/g/digest")[1]["digest"] != digest
    assert audited(tmp_path, "g").good


def refuses(trial):
    raise BadParameter("as if a setting of the client's were wrong")


def test_a_level_of_promotion_so_small_that_nothing_is_left_of_it(tmp_path):
    with asking(tmp_path) as ask:
        for level in (1e-17, 1e-300):
            status, said = ask("PUT", "/v1/games/g", {**SPAM, "promote_when": level})
            assert (status, said["error"]) == (422, "bad_setting")


def test_a_reward_of_four_hundred_digits(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/g", {"actions": ["old", "new"]})
        ask("POST", "/v1/games/g/predict", {"id": "a"})
        for key in ("reward", "y"):
            assert events(ask, [{"id": "a", key: 10**400}])[1] in (["bad_label"], ["bad_body"])
            assert ask("POST", "/v1/games/g/label", {"id": "a", key: 10**400})[0] == 422
        assert ask("POST", "/v1/games/g/reward", {"id": "a", "reward": 1})[0] == 200
    assert audited(tmp_path, "g").good


def overflowed(ask, **settings):
    """A game whose learner's numbers have become too large, which a saved game may not have."""
    ask("PUT", "/v1/games/g", {"labels": ["ham", "spam"], **settings})
    for k in range(20):
        ask("POST", "/v1/games/g/predict", {"id": f"m{k}", "x": {"a": (-1) ** k * 1e308, "b": 1e154}})
        ask("POST", "/v1/games/g/label", {"id": f"m{k}", "y": "ham" if k % 3 else "spam"})
    saved = to_bytes(ask.service.writer.books.hosted("g").game)
    with pytest.raises(StateError):
        from_bytes(saved)


def test_erasing_in_a_game_whose_numbers_overflowed_is_refused_and_it_goes_on(tmp_path):
    """Replays began at a base that nothing takes up again: the game was lost."""
    with asking(tmp_path) as ask:
        overflowed(ask)
        status, said = ask("POST", "/v1/games/g/erase", {"ids": ["m1"]})
        assert (status, said["error"]) == (409, "overflowed")
        assert ask("POST", "/v1/games/g/predict", {"id": "next", "x": {"a": 1}})[0] == 200
        assert ask("POST", "/v1/games/g/label", {"id": "m1", "y": "ham"})[0] == 200
    with asking(tmp_path) as ask:
        assert ask("POST", "/v1/games/g/label", {"id": "next", "y": "ham"})[0] == 200
    assert audited(tmp_path, "g").good


def test_retention_leaves_a_game_alone_whose_numbers_overflowed(tmp_path):
    """Else a row's number would be used up without a row, or the process would end."""
    with asking(tmp_path) as ask:
        overflowed(ask, keep_rows=1)
        books = ask.service.writer.books
        books.retained = 0
        books.retain()
        assert ask("POST", "/v1/games/g/predict", {"id": "next", "x": {"a": 1}})[0] == 200
        assert ask("GET", "/v1/games/g")[1]["rounds"] == 21
    assert audited(tmp_path, "g").good
