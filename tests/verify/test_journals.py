"""Receipts of served games: with their journals, and with signatures."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from receipt_games import changed, found, signed

for library in ("starlette", "msgspec", "cryptography"):
    pytest.importorskip(library, reason="the service needs littlestone[service], signatures littlestone[sign]")

from cryptography.hazmat.primitives import serialization  # noqa: E402
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: E402
from service_asking import asking  # noqa: E402

from littlestone.cli import run  # noqa: E402
from littlestone.service.journal.heads import Signer  # noqa: E402
from littlestone.verify import littlestone_verify  # noqa: E402
from littlestone.verify.littlestone_verify import verified  # noqa: E402


def key_file(path, secret=None):
    """A private key in PEM format."""
    private = Ed25519PrivateKey.generate() if secret is None else Ed25519PrivateKey.from_private_bytes(secret)
    plain = serialization.NoEncryption()
    path.write_bytes(private.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain))
    return path


def play(ask, name, rounds, seed=1):
    """Some rounds of a served game, of which every fifth has no label yet and some come late."""
    chance = Random(seed)
    for k in range(rounds):
        ask("POST", f"/v1/games/{name}/predict", {"id": f"{seed}-{k}", "x": {"a": chance.gauss(0, 1), "b": 1.0}})
        if k % 5:
            at = k if k % 3 else k - 1
            ask("POST", f"/v1/games/{name}/label", {"id": f"{seed}-{at}", "y": chance.choice([-1, 1])})


@pytest.fixture
def served(tmp_path):
    """A folder with a game, its receipt, and the key that has signed it."""
    with asking(tmp_path / "games", signer=Signer(key_file(tmp_path / "key.pem"))) as ask:
        for name in ("other", "spam"):
            assert ask("PUT", f"/v1/games/{name}", {"learner": "perceptron"})[0] == 201
        for seed in range(3):
            play(ask, "spam", 20, seed)
            play(ask, "other", 3, seed)
        status, receipt = ask("GET", "/v1/games/spam/receipt")
        assert status == 200
        play(ask, "spam", 5, 9)  # the journal goes on
    return receipt, str(tmp_path / "games" / "journal.sqlite")


def said(receipt, **given):
    return {each.words.split(":")[0]: each for each in verified(receipt, **given)}


def test_the_receipt_of_a_served_game_names_the_head_of_its_journal(served):
    receipt, journal = served
    told = said(receipt, journal=journal, signer=receipt["signature"]["signer"])
    assert {name: each.what for name, each in told.items()} == {
        "the receipt": "summarised",
        "the journal": "replayed",
        "the signature": "proved",
        "MarginBound": "no claim",
        "HingeBound": "proved",
    }
    assert "lead to the head of the receipt, and have its rounds, labels and mistakes" in told["the journal"].words


def test_a_served_receipt_is_what_the_schema_says(served):
    schema = json.loads((Path(littlestone_verify.__file__).parent / "receipt.schema.json").read_text())
    assert set(schema["required"]) | {"journal", "signature"} == set(schema["properties"]) == set(served[0])
    for name in ("journal", "signature"):
        assert set(schema["properties"][name]["required"]) == set(served[0][name])
        for key, each in served[0][name].items():
            assert re.search(schema["properties"][name]["properties"][key].get("pattern", ""), str(each))


@pytest.mark.parametrize(
    ("path", "to"),
    [
        (("journal", "head"), "00" * 32),
        (("journal", "seq"), 20),
        (("journal", "seq"), 10_000),
        (("journal", "game"), "other"),
        (("journal", "game"), "none"),
        (("account", "rounds"), lambda rounds: rounds + 1),
        (("account", "labelled"), lambda rounds: rounds + 1),
        (("account", "given", "mistakes"), lambda mistakes: mistakes - 1),
    ],
)
def test_a_receipt_that_is_not_of_the_journal_is_refused(served, path, to):
    receipt, journal = served
    assert said(changed(receipt, *path, to=to), journal=journal)["the journal"].what == "refused"


@pytest.mark.parametrize(
    "change",
    [
        "update journal set record = cast('{}' as blob) where id = '0-3' and kind = 1",
        "update journal set answer = cast('true' as blob) where kind = 2 and id = (select min(id) from journal where "
        "kind = 2 and answer = cast('false' as blob))",
        "delete from journal where id = '1-3'",
        "update journal set at = at + 1 where id = '2-1'",
        "update makers set maker = 'another'",
        "update journal set head = zeroblob(32) where id = '0-6' and kind = 1",
    ],
)
def test_a_journal_that_was_changed_is_not_that_of_the_receipt(served, change):
    receipt, journal = served
    with sqlite3.connect(journal) as file:
        assert file.execute(change).rowcount
    assert said(receipt, journal=journal)["the journal"].what == "refused"


def test_a_receipt_without_a_journal_is_held_to_none(served):
    receipt, journal = served
    plain = signed({name: value for name, value in receipt.items() if name not in ("journal", "signature")})
    assert said(plain, journal=journal)["the journal"].what == "refused"


def test_a_game_that_began_elsewhere_is_held_to_its_head_alone(served):
    receipt, journal = served
    told = said(changed(receipt, "journal", "begun", to=True), journal=journal)["the journal"]
    assert told.what == "replayed"
    assert "counts are not compared" in told.words


def test_rows_that_were_erased_keep_their_place_in_the_chain(tmp_path):
    with asking(tmp_path / "games") as ask:
        ask("PUT", "/v1/games/spam", {"learner": "perceptron"})
        play(ask, "spam", 20)
        assert ask("POST", "/v1/games/spam/erase", {"ids": ["1-3", "1-0"]})[0] == 200
        receipt = ask("GET", "/v1/games/spam/receipt")[1]
    told = said(receipt, journal=str(tmp_path / "games" / "journal.sqlite"))["the journal"]
    assert told.what == "replayed"
    assert "say nothing: counts are not compared" in told.words  # nor is what they say in the chain


def test_a_signature_is_of_one_receipt_and_one_key(served):
    receipt, _ = served
    assert said(receipt)["the signature"].what == "proved"
    assert said(receipt, signer="00" * 32)["the signature"].what == "refused"
    assert said(changed(receipt, "package", to="another"))["the signature"].what == "refused"
    without = {name: value for name, value in receipt.items() if name != "signature"}
    assert said(without, signer="00" * 32)["the signature"].what == "refused"
    assert "the signature" not in said(without)
    for name, at in (("signer", 0), ("signature", 0), ("signature", 70), ("signature", 126)):
        text = receipt["signature"][name]
        other = text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]
        forged = {**receipt, "signature": {**receipt["signature"], name: other}}
        assert said(forged)["the signature"].what == "refused"


@pytest.mark.parametrize("count", [20, pytest.param(500, marks=pytest.mark.long)])
def test_the_verifier_has_the_same_signatures_as_the_library(tmp_path, count):
    chance = Random(count)
    body = {"format": "littlestone receipt", "version": 1}
    for _ in range(count):
        signer = Signer(key_file(tmp_path / "key.pem", chance.randbytes(32)))
        sha256 = chance.randbytes(32).hex()
        receipt = type("Receipt", (), {"signature": signer.signed(sha256), "sha256": sha256, "body": body})()
        assert "was signed by" in littlestone_verify.check_signature(receipt, None)
        receipt.sha256 = chance.randbytes(32).hex()
        with pytest.raises(littlestone_verify.Refused):
            littlestone_verify.check_signature(receipt, None)


def test_the_program_holds_both_together_alone_and_as_a_command(served, tmp_path, capsys, monkeypatch):
    receipt, journal = served
    monkeypatch.chdir(tmp_path)
    Path("receipt.json").write_text(json.dumps(receipt))
    shutil.copy(littlestone_verify.__file__, "verifier.py")
    given = ["receipt.json", "--journal", journal, "--signer", receipt["signature"]["signer"]]
    assert run(["verify", *given]) == 0
    done = subprocess.run([sys.executable, "-I", "-S", "verifier.py", *given], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, capsys.readouterr().out, "")
    assert run(["verify", "receipt.json", "--journal", "none.sqlite"]) == 2
    assert run(["verify", "receipt.json", "--journal", "receipt.json"]) == 2
    assert run(["verify", "receipt.json", "--signer", "none"]) == 1


def test_the_signature_is_no_part_of_the_hash(served):
    receipt, _ = served
    without = {name: value for name, value in receipt.items() if name != "signature"}
    assert found(without)["the receipt"] == "summarised"
