"""`littlestone serve` as a program: where it listens, and with which certificate."""

from __future__ import annotations

import re
import shutil
import signal
import ssl
import subprocess
import sys

import pytest

from littlestone.cli import run
from littlestone.service.keys.keys import Keyring

for library in ("starlette", "msgspec", "uvicorn", "httpx", "uplot"):
    pytest.importorskip(library, reason="the service needs littlestone[service], its tests httpx")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7"])
def test_an_address_that_others_can_reach_needs_keys(tmp_path, capsys, host):
    assert run(["serve", "--data", str(tmp_path), "--host", host]) == 2
    said = capsys.readouterr().err
    assert "needs keys" in said
    assert "littlestone key add" in said


def test_half_a_certificate_is_refused(tmp_path, capsys):
    assert run(["serve", "--data", str(tmp_path), "--certfile", "cert.pem"]) == 2
    assert "without --keyfile" in capsys.readouterr().err


def test_with_a_certificate_it_speaks_tls_and_the_cookie_is_for_tls_alone(tmp_path):
    import httpx

    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("no openssl to make a certificate with")
    names = "subjectAltName=IP:127.0.0.1"
    make = "req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost -addext"
    subprocess.run([openssl, *make.split(), names], cwd=tmp_path, check=True, capture_output=True)
    folder = tmp_path / "games"
    _, key = Keyring(folder).add("me", ["admin"])
    words = f"serve --data {folder} --port 0 --certfile cert.pem --keyfile key.pem --log requests.log".split()
    process = subprocess.Popen(
        [sys.executable, "-m", "littlestone", *words], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    try:
        said = process.stdout.readline() + process.stdout.readline()
        url = re.search(r"https://\S+", said)[0]
        trusting = ssl.create_default_context(cafile=str(tmp_path / "cert.pem"))
        with httpx.Client(base_url=url, verify=trusting) as http:
            assert http.get("/v1/games").status_code == 401
            answer = http.get("/v1/games", headers={"authorization": f"Bearer {key}"})
            assert answer.json() == {"games": []}
            assert "strict-transport-security" in answer.headers
            login = http.post("/login", json={"key": key}, headers={"origin": url})
            assert login.headers["set-cookie"].startswith("__Host-littlestone=")
            assert login.headers["set-cookie"].endswith("; Secure")
            assert http.get("/v1/games").status_code == 200
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
        process.stdout.close()
    assert "keys: 1" in said
    assert "'me' GET /v1/games 200" in (tmp_path / "requests.log").read_text()
