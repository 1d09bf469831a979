"""No command overwrites a file that it reads, by any name; what cannot be written is said with its name."""

from __future__ import annotations

import os
import shutil

import pytest
from drawn_streams import commands, naming, process

from littlestone.cli import run

TABLE = "a,b,y\n" + "1,2,1\n2,3,0\n3,1,1\n" * 5
FORECASTS = "date,ann,bob,load\nmon,1,2,1.5\nwed,2,1,2\n"
PRICES = "date,IBM,Coke\nd0,10,20\nd1,11,20\nd2,10,21\n"
CONCEPTS = "0011\n0101\n"
PLAYED = ("play a.csv --label y --save m.npz", "mix f.csv --truth load --save g.npz", "invest p.csv --save i.npz")


@pytest.fixture
def command(capsys):
    return commands(capsys)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Examples, games that have played them, and an empty folder: made once, every test has a copy."""
    made = tmp_path_factory.mktemp("made")
    for name, text in {"a.csv": TABLE, "f.csv": FORECASTS, "p.csv": PRICES, "c.txt": CONCEPTS, "a.png": TABLE}.items():
        (made / name).write_text(text)
    (made / "data").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(made)
        for asked in PLAYED:
            assert run(naming([*asked.split(), "--quiet"])) == 0
    return made


@pytest.fixture
def files(tmp_path, monkeypatch, folder):
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and not path.is_symlink()}


@pytest.mark.parametrize(
    ("arguments", "option", "read"),
    [
        ("pack a.csv LINK --label y", "OUT", "a.csv"),
        ("play a.csv --label y -f LINK", "--save", "a.csv"),
        ("play a.csv --label y -p LINK", "--predictions", "a.csv"),
        ("play p.csv a.csv --label y -f LINK", "--save", "a.csv"),
        ("play -d a.csv --label y -f LINK", "--save", "a.csv"),
        ("play a.csv -i m.npz -p LINK", "--predictions", "m.npz"),
        ("predict m.npz a.csv --out LINK", "--out", "m.npz"),
        ("predict m.npz a.csv --out LINK", "--out", "a.csv"),
        ("mix f.csv --truth load --save LINK", "--save", "f.csv"),
        ("mix f.csv --truth load --predictions LINK", "--predictions", "f.csv"),
        ("mix f.csv --truth load --resume g.npz --predictions LINK", "--predictions", "g.npz"),
        ("invest p.csv --save LINK", "--save", "p.csv"),
        ("invest p.csv -p LINK", "--predictions", "p.csv"),
        ("invest p.csv -i i.npz -p LINK", "--predictions", "i.npz"),
        ("compare a.png --format csv --label y --plot LINK", "--plot", "a.png"),
        ("dimension --table c.txt --svg LINK", "--svg", "c.txt"),
        ("dimension --table c.txt --dot LINK", "--dot", "c.txt"),
        ("booklet --chapter perceptron --data data --out LINK", "--out", "data"),
    ],
)
@pytest.mark.parametrize("way", ["itself", "dots", "symbolic", "hard"])
def test_a_file_that_is_read_is_not_overwritten(command, files, arguments, option, read, way):
    name = {"itself": read, "dots": f"./data/../{read}"}.get(way, "link")
    if way == "symbolic":
        os.symlink(read, name)
    elif way == "hard":
        if read == "data":
            pytest.skip("folders have no hard links")
        os.link(read, name)
    before = contents(files)
    code, out, err = command(*arguments.replace("LINK", name).split())
    assert (code, out) == (2, "")
    assert err == f"littlestone: {option} {name} would overwrite {read}, which is read; give another name\n"
    assert contents(files) == before


def test_standard_input_is_not_overwritten_either(files):
    with open("a.csv") as stream:
        done = process("play", "-", "--label", "y", "-f", "a.csv", stdin=stream)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--save a.csv would overwrite standard input, which is read" in done.stderr
    assert (files / "a.csv").read_text() == TABLE


@pytest.mark.parametrize(
    "arguments", ["play a.csv --label y -f x -p ./x", "mix f.csv --truth load --save x --predictions data/../x"]
)
def test_two_files_to_be_written_are_two(command, files, arguments):
    code, out, err = command(*arguments.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "would overwrite --save x" in err
    assert not (files / "x").exists()


@pytest.mark.parametrize(
    ("arguments", "model"),
    [
        ("play a.csv -i M -f M", "m.npz"),
        ("mix f.csv --truth load -i M -f M", "g.npz"),
        ("invest p.csv -i M -f M", "i.npz"),
    ],
)
def test_a_game_may_be_saved_where_it_was(command, files, arguments, model):
    shutil.copy(model, "before.npz")
    assert command(*arguments.replace("M", model).split(), "--quiet") == (0, "", "")
    rounds = {}
    for path in (model, "before.npz"):
        code, out, _ = command("inspect", path, "--theorems", "none")
        assert code == 0
        rounds[path] = next(line.split()[1] for line in out.splitlines() if line.startswith("  rounds"))
    assert int(rounds[model]) == 2 * int(rounds["before.npz"]) > 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
@pytest.mark.parametrize(
    "arguments",
    ["play a.csv --label y -p /dev/full", "predict m.npz a.csv --out /dev/full", "invest p.csv -p /dev/full"],
)
def test_a_full_disk_is_said_with_the_name_of_the_file(command, files, arguments):
    code, out, err = command(*arguments.split())
    assert (code, err) == (2, "littlestone: cannot write /dev/full: No space left on device\n")
    assert "then broken off" in out or not out  # what was played before the disk was full has its receipt


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_a_full_standard_output_is_said_in_one_line(files):
    with open("/dev/full", "w") as full:
        done = process("play", "a.csv", "--label", "y", stdout=full)
    assert done.returncode == 2
    assert done.stderr == "littlestone: standard output: No space left on device\n"


def test_a_game_that_cannot_be_saved_still_has_its_receipt(command, files, monkeypatch):
    from littlestone.command_line import saved

    def full(game, path):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saved, "save", full)
    for arguments in ("play a.csv --label y", "mix f.csv --truth load", "invest p.csv"):
        code, out, err = command(*arguments.split(), "--save", "n.npz")
        assert code == 2
        assert "  parameters " in out
        assert err.endswith("littlestone: the game is not saved: cannot write n.npz: No space left on device\n")


def test_a_folder_that_is_not_there_is_said_before_the_game(command, files):
    code, out, err = command("play", "a.csv", "--label", "y", "--save", "none/m.npz")
    assert (code, out, err) == (2, "", "littlestone: cannot write none/m.npz: No such file or directory\n")
