"""The order of the house: core, subjects, the house around them. A module imports downwards only, as does its .pxd."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "littlestone"
CORE = [  # from the ground up; rooms in one set do not know each other, unless they are in ONE_ROOM
    {"support", "errors"},
    {"row", "truth", "loss", "coin", "weights", "state"},
    {"losses", "geometry", "receipts"},
    {"learner", "watcher", "bound", "account", "moves", "nature", "former"},
    {"features"},
    {"metrics", "solvers", "drawing"},
    {"rows"},
    {"learners"},
]
SUBJECTS = [  # each may use those before it
    {"concepts"},
    {"experts"},
    {"convex"},
    {"linear"},
    {"boolean"},
    {"kernels"},
    {"multiclass"},
    {"trees"},
    {"scaling"},
    {"portfolios"},
    {"matrix_games"},
    {"committees"},
    {"bandits"},
    {"guarantees"},
]
AROUND = [
    {"natures", "reductions"},
    {"samples"},
    {"formats"},
    {"store"},
    {"checks"},
    {"cluster"},
    {"facades", "arena", "booklet", "sweeps", "service", "client"},
    {"verify"},
    {"command_line"},
    {"commands"},
    {"cli"},
    {"__main__"},
]
LISTS = {
    "bounds",
    "ledgers",
    "hindsight",
    "plots",
}  # of names, for users: the package itself imports a thing from its home
FLOOR = {room: number for number, floor in enumerate(CORE + SUBJECTS + AROUND) for room in floor}
ONE_ROOM = [CORE[0], CORE[1], CORE[3]]  # the protocol is one room in several files, as is what it rests on
COMMANDS = SOURCE / "commands"
STARTS_FAST = {"__main__"}  # imports inside a function: Ctrl-C is silent while the rest is loaded


def modules() -> list[Path]:
    paths = (path for path in SOURCE.rglob("*.py") if path.parent != SOURCE or path.name != "__init__.py")
    return sorted(path for path in paths if path.parent != SOURCE or path.stem not in LISTS)


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py").removesuffix(".pxd")


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """The rooms that a module imports from when it runs, and whether it does so inside a function."""

    def within(node: ast.AST, inside: bool) -> Iterator[tuple[str, bool]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
                continue  # what is only named in hints is not imported
            if isinstance(child, ast.ImportFrom) and child.level:
                parts = path.relative_to(SOURCE).parent.parts
                base = [*parts[: len(parts) - child.level + 1], *(child.module or "").split(".")]
                yield next(filter(None, base), child.names[0].name), inside
            yield from within(child, inside or isinstance(child, ast.FunctionDef))

    yield from within(ast.parse(path.read_text()), False)
    types = path.with_suffix(".pxd")
    if types.exists():
        yield from ((room, False) for room in re.findall(r"^from littlestone\.(\w+)", types.read_text(), re.M))


def broken_rules(path: Path) -> Iterator[str]:
    """What is wrong with the imports of a module, in words."""
    own, where = room_of(path), path.relative_to(SOURCE).as_posix()
    for room, inside in imports(path):
        together = own == room or any({own, room} <= floor for floor in ONE_ROOM)
        if room in LISTS:
            yield f"{where}: {room} is a list of names; import from the home of the name"
        elif not together and FLOOR[room] >= FLOOR[own]:
            yield f"{where}: {own} may not import from {room}, which stands after it"
        if inside and own not in STARTS_FAST:
            yield f"{where}: {room} is imported inside a function"


def test_a_module_imports_from_its_own_room_or_one_that_stands_before_it():
    assert [words for path in modules() for words in broken_rules(path)] == []


def test_a_command_imports_no_other_command():
    for path in sorted(COMMANDS.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            near = isinstance(node, ast.ImportFrom) and node.level == 1
            assert not near, f"{path.stem} imports from commands/: share it in command_line/"


def test_every_room_has_its_place():
    assert {room_of(path) for path in modules()} == set(FLOOR)


def test_the_first_screen_is_the_protocol():
    modules = {path.stem for path in SOURCE.glob("*.py")}
    assert len(modules - {"former"}) <= 24  # the names of 0.1.0 go with the next release


def test_a_file_name_means_one_thing():
    """But for commands and chapters, which are named after what they are about."""
    homes: dict[str, list[str]] = {}
    for path in modules():
        if path.stem != "__init__" and room_of(path) not in ("commands", "booklet"):
            homes.setdefault(path.stem, []).append(path.relative_to(SOURCE).as_posix())
    assert [places for places in homes.values() if len(places) > 1] == []
