"""Who gets in, what the page and its cookie are kept to, and what a log does not have."""

from __future__ import annotations

import io
import json
import re

import pytest

for library in ("starlette", "msgspec", "uvicorn", "httpx", "uplot"):
    pytest.importorskip(library, reason="the service needs littlestone[service], its tests httpx")

from service_front import served  # noqa: E402

from littlestone.cli import run  # noqa: E402
from littlestone.errors import BadParameter  # noqa: E402
from littlestone.service.http.listening import check_address  # noqa: E402
from littlestone.service.keys.gate import is_loopback, name_of  # noqa: E402
from littlestone.service.keys.keys import Keyring  # noqa: E402
from littlestone.service.keys.sessions import MOST, Sessions, cookie_of  # noqa: E402

X = {"id": "r1", "x": {"a": 1}}


@pytest.fixture(scope="module")
def open_one(tmp_path_factory):
    """A service without keys."""
    with served(tmp_path_factory.mktemp("open")) as there:
        there.play(3)
        yield there


@pytest.fixture(scope="module")
def closed_one(tmp_path_factory):
    """A service with a key for everything, and one for a single game."""
    folder = tmp_path_factory.mktemp("closed")
    with served(folder) as there:
        there.play(3)
        there.play(2, "other")
        ring = Keyring(folder)
        there.admin = ring.add("me", ["admin"])[1]
        there.shop = ring.add("shop", ["predict", "label"], ["spam"])[1]
        there.reader = ring.add("reader", ["read"], ["spam"])[1]
        yield there


def bearer(key):
    return {"authorization": f"Bearer {key}"}


def test_without_keys_whoever_is_on_this_machine_gets_in(open_one):
    assert open_one.ask("GET", "/v1/games").json() == {"games": [{"name": "spam", "loaded": True}]}
    assert open_one.ask("GET", "/session").json()["needs_key"] is False


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"host": "evil.example"}, "foreign_host"),
        ({"host": "127.0.0.1.evil.example:8471"}, "foreign_host"),
        ({"origin": "http://evil.example"}, "foreign_page"),
        ({"sec_fetch_site": "cross-site"}, "foreign_page"),
        ({"sec_fetch_site": "same-site"}, "foreign_page"),
        ({"x_forwarded_for": "10.1.2.3"}, "behind_proxy"),
    ],
)
@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/v1/games/spam/predict"), ("GET", "/v1/games"), ("GET", "/metrics")]
)
def test_without_keys_no_page_of_another_site_and_no_bent_name_gets_in(open_one, method, path, headers, code):
    answer = open_one.ask(method, path, X if method == "POST" else None, **headers)
    assert answer.status_code == 403
    assert answer.json()["error"] == code


def test_what_is_a_name_of_this_machine():
    assert all(map(is_loopback, ["localhost", "LOCALHOST", "127.0.0.1", "127.8.9.10", "::1"]))
    assert not any(map(is_loopback, ["", "0.0.0.0", "10.0.0.1", "localhost.evil.example", "::", "example"]))
    assert [name_of(host) for host in ("a:1", "[::1]:2", "a", "[::1]")] == ["a", "::1", "a", "::1"]


@pytest.mark.parametrize(
    ("key", "method", "path", "status"),
    [
        (None, "GET", "/v1/games", 401),
        (None, "POST", "/v1/games/spam/predict", 401),
        (None, "GET", "/metrics", 401),
        (None, "GET", "/v1/games/spam/events/stream", 401),
        (None, "GET", "/v1/games/nowhere", 401),
        ("ls-00000000-" + "A" * 43, "GET", "/v1/games", 401),
        ("shop", "POST", "/v1/games/spam/predict", 200),
        ("shop", "POST", "/v1/games/other/predict", 403),
        ("shop", "POST", "/v1/games/other/reward", 403),
        ("shop", "GET", "/v1/games/spam/account", 403),
        ("shop", "PUT", "/v1/games/spam", 403),
        ("reader", "GET", "/v1/games/spam/account", 200),
        ("reader", "POST", "/v1/games/spam/predict", 403),
        ("reader", "POST", "/v1/games/spam/reward", 403),
        ("reader", "GET", "/v1/games/nowhere", 403),
        ("reader", "GET", "/metrics", 403),
        ("admin", "GET", "/metrics", 200),
        ("admin", "GET", "/v1/games/nowhere", 404),
        ("admin", "POST", "/v1/games/other/predict", 200),
        (None, "GET", "/healthz", 200),
        (None, "GET", "/readyz", 200),
        (None, "GET", "/", 200),
        (None, "GET", "/page/app.js", 200),
        (None, "GET", "/openapi.json", 200),
    ],
)
def test_with_keys_everybody_does_what_the_key_is_for(closed_one, key, method, path, status):
    known = {"shop": closed_one.shop, "reader": closed_one.reader, "admin": closed_one.admin}
    headers = {} if key is None else bearer(known.get(key, key))
    answer = closed_one.ask(method, path, X if method != "GET" else None, **headers)
    assert answer.status_code == status
    if status >= 400:
        assert set(answer.json()) == {"error", "message"}


def test_a_key_for_one_game_is_told_of_no_other(closed_one):
    names = [each["name"] for each in closed_one.ask("GET", "/v1/games", **bearer(closed_one.reader)).json()["games"]]
    assert names == ["spam"]
    all_of_them = closed_one.ask("GET", "/v1/games", **bearer(closed_one.admin)).json()["games"]
    assert len(all_of_them) == 2


def test_a_revoked_key_is_out_at_once_and_its_session_too(tmp_path):
    with served(tmp_path) as there:
        there.play(1)
        ring = Keyring(tmp_path)
        ring.add("me", ["admin"])
        _, key = ring.add("guest", ["read"])
        cookie = (
            there.ask("POST", "/login", {"key": key}, sec_fetch_site="same-origin").headers["set-cookie"].split(";")[0]
        )
        for headers in (bearer(key), {"cookie": cookie}):
            assert there.ask("GET", "/v1/games/spam/account", **headers).status_code == 200
        ring.revoke("guest")
        for headers in (bearer(key), {"cookie": cookie}):
            assert there.ask("GET", "/v1/games/spam/account", **headers).status_code == 401
        ring.revoke("me")
        assert there.ask("GET", "/v1/games").status_code == 401, "a service that had keys stays closed without any"


def test_the_cookie_is_strict_and_only_the_own_page_can_use_it(closed_one):
    answer = closed_one.ask("POST", "/login", {"key": closed_one.admin}, sec_fetch_site="same-origin")
    cookie = answer.headers["set-cookie"]
    closed_one.http.cookies.clear()
    assert re.fullmatch(r"littlestone=[\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200", cookie)
    mine = {"cookie": cookie.split(";")[0]}
    assert closed_one.ask("GET", "/session", **mine).json()["name"] == "me"
    path = "/v1/games/spam/predict"
    assert closed_one.ask("POST", path, X, **mine).json()["error"] == "foreign_page"
    assert closed_one.ask("POST", path, X, **mine, sec_fetch_site="cross-site").json()["error"] == "foreign_page"
    assert closed_one.ask("POST", path, X, **mine, origin="http://evil.example").json()["error"] == "foreign_page"
    assert closed_one.ask("POST", path, X, **mine, sec_fetch_site="same-origin").status_code == 200
    assert closed_one.ask("POST", path, X, **mine, origin=closed_one.url).status_code == 200
    assert closed_one.ask("POST", "/logout", {}, **mine, sec_fetch_site="same-origin").status_code == 200
    assert closed_one.ask("GET", "/session", **mine).json()["name"] is None
    closed_one.http.cookies.clear()


@pytest.mark.parametrize(
    ("body", "status"),
    [({"key": "wrong"}, 401), ({"kay": "x"}, 422), (b"{", 422), (b"\xff", 422), (b"x" * 5000, 413)],
)
def test_a_login_that_is_none(closed_one, body, status):
    answer = closed_one.ask("POST", "/login", body, sec_fetch_site="same-origin")
    assert answer.status_code == status
    assert "set-cookie" not in answer.headers


def test_a_login_from_another_page_is_refused(closed_one):
    assert closed_one.ask("POST", "/login", {"key": closed_one.admin}).status_code == 403


def test_a_damaged_file_of_keys_lets_nobody_in_and_says_nothing_of_itself(tmp_path):
    log = io.StringIO()
    with served(tmp_path, log=log) as there:
        Keyring(tmp_path).add("me", ["admin"])
        there.ask("GET", "/session")
        (tmp_path / "keys.json").write_text("{")
        for method, path in (("GET", "/v1/games"), ("GET", "/metrics"), ("POST", "/login"), ("POST", "/login")):
            answer = there.ask(
                method, path, {"key": "ls-x"} if method == "POST" else None, sec_fetch_site="same-origin"
            )
            assert answer.status_code in (401, 503)
            assert str(tmp_path) not in answer.text
    assert len(log.getvalue().splitlines()) == 5


def test_a_session_ends_and_there_are_not_more_than_so_many():
    sessions = Sessions(lifetime=0.0)
    assert sessions.find(sessions.begin("k")) is None
    assert sessions.known == {}
    sessions = Sessions()
    first = sessions.begin("k")
    assert sessions.find(first) == "k"
    assert first not in str(sessions.known)
    for _ in range(MOST):
        sessions.begin("k")
    assert sessions.find(first) is None
    assert cookie_of("a=1; littlestone=x=y; b=2", "littlestone") == "x=y"


@pytest.mark.parametrize("path", ["/", "/page/app.js", "/page/uplot.js", "/session", "/openapi.json"])
def test_the_page_is_kept_to_itself(open_one, path):
    answer = open_one.ask("GET", path)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"


def test_nothing_on_the_page_has_an_address_outside(open_one):
    from littlestone.service.http.pages import OWN, read_files

    for name, content in read_files().items():
        found = set(re.findall(rb"https?://[^\s\"'`)]+", content))
        if name in OWN:
            assert found <= {b"http://www.w3.org/2000/svg"}, name


def test_a_file_that_a_browser_has_is_not_sent_again(open_one):
    tag = open_one.ask("GET", "/page/style.css").headers["etag"]
    again = open_one.ask("GET", "/page/style.css", if_none_match=tag)
    assert (again.status_code, again.content) == (304, b"")


def test_answers_of_the_service_are_not_kept_by_anybody(open_one):
    for method, path in (("POST", "/v1/games/spam/predict"), ("GET", "/v1/games"), ("GET", "/v1/games/nowhere")):
        headers = open_one.ask(method, path, X if method == "POST" else None).headers
        assert headers["cache-control"] == "no-store"
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/page/../keys.json", "/page/%2e%2e/keys.json", "/keys.json", "/page/", "/page/x.js"])
def test_no_other_file_is_served(open_one, path):
    answer = open_one.ask("GET", path)
    assert answer.status_code == 404
    assert "keys" not in answer.text.replace("/page/../keys.json", "").replace(path, "").replace("/keys.json", "")


def test_the_log_has_who_and_what_and_neither_records_nor_ids_nor_keys(tmp_path):
    log = io.StringIO()
    with served(tmp_path, log=log) as there:
        there.play(1)
        _, key = Keyring(tmp_path).add("shop", ["admin"])
        body = {"id": "secret-id", "x": {"name": "secret-record"}}
        there.ask("POST", "/v1/games/spam/predict", body, **bearer(key))
        there.ask("POST", "/v1/games/spam/label", {"id": "secret-id", "y": "secret-label"}, **bearer(key))
        there.ask("DELETE", "/v1/games/spam/rounds/secret-id", **bearer(key))
        there.ask("GET", "/v1/games/a%0Ab/account", **bearer(key))
    lines = log.getvalue().splitlines()
    assert "secret" not in log.getvalue()
    assert key not in log.getvalue()
    assert re.search(r"^\S+Z 127\.0\.0\.1 'shop' POST /v1/games/spam/predict 200 [\d.]+ms$", lines[3])
    assert "DELETE /v1/games/spam/rounds/- 200" in lines[5]
    assert "a\\nb" in lines[6]


def test_the_log_has_records_if_it_is_asked_to_and_never_keys(tmp_path, capsys):
    log = io.StringIO()
    with served(tmp_path, log=log, records=True) as there:
        there.play(1)
        _, key = Keyring(tmp_path).add("shop", ["admin"])
        batch = b'{"id": "one", "x": {"name": "first"}}\n{"id": "one", "y": "ham"}'
        there.ask("POST", "/v1/games/spam/events", batch, **bearer(key))
        there.ask("DELETE", "/v1/games/spam/rounds/one", **bearer(key))
        there.ask("POST", "/login", {"key": key}, sec_fetch_site="same-origin")
    lines = log.getvalue().splitlines()
    assert len(lines) == 6, "a request is one line"
    assert json.loads(lines[3].split("ms ", 1)[1]).encode() == batch
    assert "DELETE /v1/games/spam/rounds/one 409" in lines[4]
    assert key not in log.getvalue()
    assert run(["serve", "--data", str(tmp_path), "--log-records"]) == 2
    assert "--log FILE" in capsys.readouterr().err


def test_where_a_service_may_listen(tmp_path):
    folder = str(tmp_path)
    assert "no keys" in check_address(folder, "127.0.0.1", None, None)[0]
    with pytest.raises(BadParameter, match="littlestone key add"):
        check_address(folder, "0.0.0.0", None, None)
    Keyring(folder).add("me", ["admin"])
    words = check_address(folder, "0.0.0.0", None, None)
    assert "keys: 1" in words[0]
    assert "no TLS" in words[1]
    with pytest.raises(BadParameter, match="--keyfile"):
        check_address(folder, "0.0.0.0", "cert.pem", None)
    with pytest.raises(BadParameter, match="PEM"):
        check_address(folder, "0.0.0.0", "cert.pem", "key.pem")
    for name in ("cert.pem", "key.pem"):
        (tmp_path / name).write_text("")
    assert len(check_address(folder, "0.0.0.0", str(tmp_path / "cert.pem"), str(tmp_path / "key.pem"))) == 1


def test_a_refusal_is_made_anew_each_time(open_one):
    gate = open_one.front.gate
    scope = {"method": "GET", "headers": [(b"host", b"evil.example")]}
    assert gate.allowed(scope, "spam", "read") is not gate.allowed(scope, "spam", "read")
