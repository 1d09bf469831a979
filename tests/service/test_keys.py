"""Keys: kept as hashes, found by their id, good for what they are for."""

from __future__ import annotations

import json
import os
import stat
import threading

import pytest

from littlestone.cli import run
from littlestone.errors import BadParameter, StateError, UnknownName
from littlestone.service.keys import keys as module
from littlestone.service.keys.keys import Keyring, covers


def test_a_key_is_found_again_and_no_other_is(tmp_path):
    ring = Keyring(tmp_path)
    key, token = ring.add("shop", ["label", "predict"], ["spam"])
    assert ring.find(token) == key
    assert key.roles == ("predict", "label")
    last = "A" if token[-1] != "A" else "B"
    for wrong in ("", "ls-", token[:-1], token[:-1] + last, token + "A", token.upper(), "ls-00000000" + token[11:]):
        assert ring.find(wrong) is None


def test_neither_the_key_nor_its_secret_is_on_disk_and_only_the_owner_reads_the_file(tmp_path):
    _, token = Keyring(tmp_path).add("shop", ["read"])
    text = (tmp_path / "keys.json").read_text()
    assert token not in text
    assert token.split("-", 2)[2] not in text
    assert stat.S_IMODE(os.stat(tmp_path / "keys.json").st_mode) == 0o600


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to somebody else")
def test_what_root_adds_is_read_by_the_owner_of_the_folder(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    os.chown(folder, 1234, 1235)
    Keyring(folder).add("a", ["read"])
    found = os.stat(folder / "keys.json")
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (1234, 1235, 0o600)


def test_every_hash_has_a_salt_of_its_own_and_is_compared_in_constant_time(tmp_path, monkeypatch):
    ring = Keyring(tmp_path)
    _, first = ring.add("a", ["read"])
    ring.add("b", ["read"])
    assert len({key.salt for key in ring.keys.values()}) == 2
    compared = []
    monkeypatch.setattr(module.hmac, "compare_digest", lambda *pair: compared.append(pair) or False)
    assert ring.find(first) is None
    assert ring.find("ls-00000000" + first[11:]) is None  # no such id: as much work as for a wrong secret
    assert len(compared) == 2


def test_what_a_key_is_for():
    assert covers("*", None)
    assert covers("*", "spam")
    assert covers("shop-*", "shop-1")
    assert not covers("shop-*", "spam")
    assert not covers("spam", "spam2")
    assert not covers("spam", None)


def test_roles(tmp_path):
    ring = Keyring(tmp_path)
    shop, _ = ring.add("shop", ["predict"], ["shop-*", "spam"])
    admin, _ = ring.add("me", ["admin"])
    assert shop.may("predict", "shop-7")
    assert not shop.may("label", "shop-7")
    assert not shop.may("predict", "other")
    assert not shop.may("predict", None)
    assert shop.sees("predict")
    assert not shop.sees("read")
    assert all(admin.may(role, game) for role in module.ROLES for game in ("spam", None))


@pytest.fixture(autouse=True)
def look_at_once(monkeypatch):
    monkeypatch.setattr(module, "LOOK", 0.0)


def test_a_running_service_sees_a_key_that_another_process_adds_or_revokes(tmp_path):
    running, elsewhere = Keyring(tmp_path), Keyring(tmp_path)
    assert running.keys == {}
    key, token = elsewhere.add("shop", ["read"])
    assert running.find(token) == key
    elsewhere.revoke("shop")
    assert running.find(token) is None


def test_two_who_add_at_once_lose_no_key(tmp_path):
    threads = [threading.Thread(target=Keyring(tmp_path).add, args=(f"k{i}", ["read"])) for i in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {key.name for key in Keyring(tmp_path).keys.values()} == {f"k{i}" for i in range(12)}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("", ["read"]), "name of a key"),
        (("a\nb", ["read"]), "name of a key"),
        (("a", []), "needs a role"),
        (("a", ["read"], ["a b"]), "name of a game"),
        (("a", ["read"], [""]), "name of a game"),
    ],
)
def test_a_key_that_cannot_be_is_refused(tmp_path, arguments, words):
    with pytest.raises(BadParameter, match=words):
        Keyring(tmp_path).add(*arguments)
    assert not (tmp_path / "keys.json").exists()


def test_a_misspelt_role_has_a_neighbour(tmp_path):
    with pytest.raises(UnknownName, match="did you mean 'predict'"):
        Keyring(tmp_path).add("a", ["predicts"])


@pytest.mark.parametrize(
    "text",
    ["", "[]", '{"format": 2, "keys": []}', '{"format": 1, "keys": [{}]}', '{"format": 1, "keys": [3]}', "\xff"],
)
def test_a_damaged_file_lets_nobody_in(tmp_path, text):
    ring = Keyring(tmp_path)
    _, token = ring.add("a", ["admin"])
    (tmp_path / "keys.json").write_text(text, encoding="latin-1")
    with pytest.raises(StateError, match="restore it"):
        ring.find(token)


def test_the_command_adds_lists_and_revokes(tmp_path, capsys):
    folder = str(tmp_path / "games")
    assert run(["key", "add", folder, "--name", "shop", "--role", "predict", "--role", "label", "--game", "spam"]) == 0
    token = capsys.readouterr().out.splitlines()[0]
    assert Keyring(folder).find(token).name == "shop"
    assert run(["key", "list", folder]) == 0
    shown = capsys.readouterr().out
    assert "shop: predict, label of spam" in shown
    assert token not in shown
    assert run(["key", "revoke", folder, "--name", "shop", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "shop"
    assert run(["key", "list", folder]) == 0
    assert "no keys" in capsys.readouterr().out
    assert Keyring(folder).find(token) is None


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["ad", "x"], "did you mean 'add'"),
        (["add", "x"], "needs --name"),
        (["add", "x", "--name", "a"], "needs a role"),
        (["revoke", "x", "--name", "a"], "there is no key 'a'"),
        (["revoke", "x", "--name", "a", "--role", "read"], "leave out --role"),
        (["list", "x", "--name", "a"], "lists all keys"),
    ],
)
def test_the_command_says_what_is_wrong(tmp_path, monkeypatch, capsys, words, complaint):
    monkeypatch.chdir(tmp_path)
    assert run(["key", *words]) == 2
    assert complaint in capsys.readouterr().err
