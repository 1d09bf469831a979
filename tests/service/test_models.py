"""Saved games in and out: a game begins as a file, is given as one, and may answer without ever learning."""

import json
import random
from io import BytesIO

import numpy as np
import pytest
from service_asking import asking, audited, call
from service_process import Process

from littlestone import AROW, Committee, Game, Perceptron, load, save
from littlestone.errors import BadParameter
from littlestone.service import hosted as hosting
from littlestone.service.beside import readers as reading
from littlestone.service.hosted import digest_of
from littlestone.service.importing import named_files
from littlestone.store import from_bytes, to_bytes

RECORDS = [({"a": t % 5 - 2, "b": f"w{t % 3}"}, ("ham", "spam")[t * t % 3 % 2]) for t in range(60)]


def trained(learner=None, rounds=RECORDS[:30], **settings):
    game = Game(learner or Perceptron(), **{"labels": ("ham", "spam"), **settings})
    for x, y in rounds:
        game.label(game.predict(x).number, y)
    return game


def raw(ask, method, path, body=b""):
    status, headers, answer = ask.loop.run_until_complete(call(ask.app, method, path, body))
    return status, dict(headers), answer


def play(ask, records, name="spam"):
    for t, (x, y) in enumerate(records):
        assert ask("POST", f"/v1/games/{name}/predict", {"id": f"{name}{t}", "x": x})[0] == 200
        assert ask("POST", f"/v1/games/{name}/label", {"id": f"{name}{t}", "y": y})[0] == 200


@pytest.mark.parametrize("beside", [True, False])
@pytest.mark.parametrize("learner", [Perceptron, AROW, lambda: Committee("signs")])
def test_a_game_goes_on_from_a_saved_one_and_is_given_back(tmp_path, monkeypatch, learner, beside):
    monkeypatch.setattr(reading, "SMALL", 0 if beside else 2000)
    model = to_bytes(trained(learner()))
    whole = trained(learner(), RECORDS)
    with asking(tmp_path) as ask:
        status, _, said = raw(ask, "PUT", "/v1/games/spam/model", model)
        assert status == 201, said
        assert raw(ask, "PUT", "/v1/games/spam/model", model)[0] == 200  # the same again
        assert raw(ask, "PUT", "/v1/games/spam/model", to_bytes(trained(AROW(r=2.0))))[0] == 409
        play(ask, RECORDS[30:])
        kept = ask("GET", "/v1/games/spam/digest")
        assert kept[1]["digest"] == digest_of(whole)
        assert ask("GET", "/v1/games/spam")[1]["rounds"] == 60
        status, headers, saved = raw(ask, "GET", "/v1/games/spam/model")
        assert (status, headers[b"content-type"]) == (200, b"application/octet-stream")
        assert headers[b"content-disposition"] == b'attachment; filename="spam.npz"'
        assert digest_of(from_bytes(saved)) == digest_of(whole)
    (tmp_path / "spam.npz").write_bytes(saved)
    assert load(tmp_path / "spam.npz").ledger.rounds == 60
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/spam/digest") == kept
    found = audited(tmp_path)
    assert (found.good, found.digest, found.since) == (True, kept[1]["digest"], 0)


def test_erasing_takes_no_names_from_a_model_that_knew_them_before(tmp_path):
    with asking(tmp_path) as ask:
        assert raw(ask, "PUT", "/v1/games/spam/model", to_bytes(trained()))[0] == 201
        x = {"a": 1, "b": "w1", "only": "here"}
        ask("POST", "/v1/games/spam/predict", {"id": "m", "x": x})
        assert ask("POST", "/v1/games/spam/label", {"id": "m", "y": "ham"})[0] == 200
        assert ask("POST", "/v1/games/spam/erase", {"ids": ["m"]})[0] == 200
        names = from_bytes(raw(ask, "GET", "/v1/games/spam/model")[2]).features.columns
        assert set(trained().features.columns) < set(names)
        assert not any("only" in name for name in names)
    assert audited(tmp_path).good


def test_a_shadow_of_an_imported_game_plays_the_rows_that_are_there(tmp_path, monkeypatch):
    alone = trained(AROW(), RECORDS[30:])
    for beside in (2000, 0):
        monkeypatch.setattr(reading, "SMALL", beside)
        with asking(tmp_path / str(beside)) as ask:
            raw(ask, "PUT", "/v1/games/spam/model", to_bytes(trained()))
            play(ask, RECORDS[30:])
            assert ask("POST", "/v1/games/spam/shadows", {"name": "new", "learner": "arow"})[0] == 200
            assert ask("POST", "/v1/games/spam/predict", {"id": "n", "x": {"a": 1}})[0] == 200
            assert ask("POST", "/v1/games/spam/label", {"id": "n", "y": "ham"})[0] == 200
            account = ask("GET", "/v1/games/spam/account")[1]
            assert (account["labelled"], account["shadows"]["new"]["labelled"]) == (61, 31)
            assert account["shadows"]["new"]["paid"] == alone.ledger.mistakes + (alone.predict({"a": 1}).act != "ham")
            alone.open.clear()
            digest = ask("GET", "/v1/games/spam/digest")
            assert ask("POST", "/v1/games/spam/settings", {"class_weight": "balanced"})[0] == 422
        with asking(tmp_path / str(beside)) as ask:
            assert ask("GET", "/v1/games/spam/digest") == digest
        alone = trained(AROW(), RECORDS[30:])


def test_a_frozen_game_answers_and_never_learns(tmp_path):
    model = trained(AROW())
    saved = to_bytes(model)
    with asking(tmp_path) as ask:
        status, _, said = raw(ask, "PUT", "/v1/games/spam/model?frozen=true", saved)
        assert (status, json.loads(said)["settings"]["frozen"]) == (201, True)
        before = ask("GET", "/v1/games/spam/weights")[1]["weights"]
        names = ask("GET", "/v1/games/spam")[1]["names"]
        mistakes = 0
        for t, (x, y) in enumerate(RECORDS[30:]):
            said = ask("POST", "/v1/games/spam/predict", {"id": f"r{t}", "x": {**x, f"new{t}": 1}})[1]
            assert said["guess"] == from_bytes(saved).predict(x).guess
            told = ask("POST", "/v1/games/spam/label", {"id": f"r{t}", "y": y})
            assert told[1]["mistake"] is (said["act"] != y)
            mistakes += told[1]["mistake"]
            assert ask("POST", "/v1/games/spam/label", {"id": f"r{t}", "y": y}) == told
        other = "ham" if RECORDS[30][1] == "spam" else "spam"
        assert ask("POST", "/v1/games/spam/label", {"id": "r0", "y": other})[0] == 409
        assert ask("GET", "/v1/games/spam/weights")[1]["weights"] == before
        account, game = ask("GET", "/v1/games/spam/account")[1], ask("GET", "/v1/games/spam")[1]
        assert (account["labelled"], account["judged"], account["judged_mistakes"]) == (30, 30, mistakes)
        assert (game["names"], game["judged"], game["judged_mistakes"]) == (names, 30, mistakes)
        assert ask("POST", "/v1/games/spam/shadows", {"name": "new", "learner": "arow"})[1]["error"] == "frozen"
        digest = ask("GET", "/v1/games/spam/digest")
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/spam/digest") == digest
        assert ask("GET", "/v1/games/spam/account")[1] == account
    assert audited(tmp_path).good


def test_a_game_is_frozen_and_thawed(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", {"labels": ["ham", "spam"], "learner": "perceptron", "label_timeout": 1000})
        play(ask, RECORDS[:20])
        for t, frozen in enumerate((True, False)):
            assert ask("POST", "/v1/games/spam/settings", {"frozen": frozen})[0] == 200
            for k, (x, y) in enumerate(RECORDS[20 * t + 20 : 20 * t + 40]):
                ask("POST", "/v1/games/spam/predict", {"id": f"{frozen}{k}", "x": x})
                ask("POST", "/v1/games/spam/label", {"id": f"{frozen}{k}", "y": y})
        account, digest = ask("GET", "/v1/games/spam/account")[1], ask("GET", "/v1/games/spam/digest")
        assert (account["rounds"], account["labelled"], account["judged"]) == (60, 40, 20)
        ask.service.writer.books.snapshots.write(hosting_copy(ask))
    plain = trained(rounds=RECORDS[:20] + RECORDS[40:])
    assert account["mistakes"] == plain.ledger.mistakes
    with asking(tmp_path) as ask:
        assert ask("GET", "/v1/games/spam/digest") == digest
        assert ask("GET", "/v1/games/spam/account")[1] == account
    assert audited(tmp_path).good


def hosting_copy(ask):
    from littlestone.service.journal.snapshots import copied

    return copied(ask.service.writer.books.loaded["spam"])


def test_rounds_of_a_frozen_game_do_not_pile_up(tmp_path, monkeypatch):
    monkeypatch.setattr(hosting, "UNTOLD", 5)
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", {"labels": ["ham", "spam"], "learner": "perceptron", "frozen": True})
        for t, (x, _) in enumerate(RECORDS[:20]):
            assert ask("POST", "/v1/games/spam/predict", {"id": f"r{t}", "x": x})[0] == 200
        game = ask("GET", "/v1/games/spam")[1]
        assert (game["open"], game["forgotten"]) == (5, 15)
        assert ask("POST", "/v1/games/spam/label", {"id": "r0", "y": "ham"})[0] == 410


def test_numbers_that_are_judged_have_a_loss(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", "/v1/games/spam", {"labels": "numbers", "learner": "vaw", "frozen": True})
        for t, y in enumerate((1.0, 3.0)):
            ask("POST", "/v1/games/spam/predict", {"id": f"r{t}", "x": {"a": 1}})
            assert "mistake" not in ask("POST", "/v1/games/spam/label", {"id": f"r{t}", "y": y})[1]
        assert ask("GET", "/v1/games/spam/account")[1]["judged_loss"] in (10.0, 5.0)


def test_a_model_keeps_its_guarantees_schema_and_open_rounds(tmp_path):
    game = trained(AROW(), schema={"text": "b"}, metrics=["accuracy"])
    game.predict({"a": 1})
    with asking(tmp_path) as ask:
        assert raw(ask, "PUT", "/v1/games/spam/model", to_bytes(game))[0] == 201
        found = ask("GET", "/v1/games/spam")[1]
        assert found["settings"]["schema"]["text"] == ["b"]
        assert found["settings"]["metrics"] == ["accuracy"]
        assert (found["open"], found["forgotten"], found["rounds"]) == (0, 0, 31)
        assert ask("PUT", "/v1/games/spam", found["settings"])[0] == 200  # as it is told
        assert ask("PUT", "/v1/games/other", found["settings"])[1]["error"] == "no_model"


def bomb():
    file = BytesIO()
    np.savez_compressed(file, about=np.zeros(50_000_000, dtype=np.uint8))
    return file.getvalue()


def test_what_is_no_saved_game_is_refused_in_words(tmp_path):
    from littlestone import ConvexGame, OnlineGradientDescent

    own = to_bytes(ConvexGame(OnlineGradientDescent(2)))
    with asking(tmp_path) as ask:
        for wrong, words in ((b"", "no saved game"), (b"{}", "no saved game"), (bomb(), "not compressed"),
                             (to_bytes(trained())[:-50], "no saved game"), (own, "games of examples")):  # fmt: skip
            status, _, said = raw(ask, "PUT", "/v1/games/spam/model", wrong)
            assert (status, json.loads(said)["error"]) == (422, "bad_setting"), said
            assert words in json.loads(said)["message"]
        assert raw(ask, "PUT", "/v1/games/spam/model?frozen=maybe", to_bytes(trained()))[0] == 400
        assert raw(ask, "PUT", "/v1/games/spam/model?frozen=3", to_bytes(trained()))[0] == 422
        assert raw(ask, "PUT", "/v1/games/spam/model?keep=3", to_bytes(trained()))[0] == 422
        assert raw(ask, "GET", "/v1/games/spam/model")[0] == 404
        assert ask("GET", "/v1/games")[1] == {"games": []}


def test_files_to_import_have_names():
    assert named_files(["a/spam.npz", "ham=b.npz"]) == {"spam": "a/spam.npz", "ham": "b.npz"}
    with pytest.raises(BadParameter, match="which is which"):
        named_files(["a/spam.npz", "b/spam.npz"])


@pytest.mark.system
def test_a_model_is_served_by_the_command(tmp_path):
    game = trained(AROW())
    save(game, tmp_path / "spam.npz")
    for _ in range(2):  # the second time it is there
        process = Process(tmp_path / "games", arguments=("--import", str(tmp_path / "spam.npz"), "--frozen")).wait()
        said = process.ask("POST", "/v1/games/spam/predict", {"id": "a", "x": {"a": 1}})[1]
        assert said["guess"] == load(tmp_path / "spam.npz").predict({"a": 1}).guess
        assert process.end() == 0
    save(trained(Perceptron()), tmp_path / "spam.npz")
    other = Process(tmp_path / "games", arguments=("--import", str(tmp_path / "spam.npz")))
    with pytest.raises(RuntimeError, match="other settings"):
        other.wait()
    other.end()


def test_no_file_however_damaged_is_an_error_of_ours(tmp_path):
    """A directory of the archive that could not be read had been 500."""
    whole = to_bytes(trained())
    draw = random.Random(4)
    with asking(tmp_path) as ask:
        for k in range(120):
            data = bytearray(whole)
            for _ in range(draw.randrange(1, 5)):  # most of what zipfile reads stands at the end
                data[-1 - draw.randrange(400 if k % 2 else len(data))] = draw.randrange(256)
            status, _, said = raw(ask, "PUT", f"/v1/games/g{k}/model", bytes(data[: draw.choice([len(data), -1, -30])]))
            assert status in (201, 422), said
