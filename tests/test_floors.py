"""The floors of the house: a module imports from its own room or from a lower floor, and so does its .pxd."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "littlestone"
FLOORS = [  # from the ground up; rooms on one floor do not know each other
    {"support", "errors"},
    {"row", "truth", "loss", "coin", "weights"},
    {"losses", "geometry"},
    {"learner", "watcher", "bound", "account", "moves", "nature"},
    {"door"},
    {"concepts", "metrics"},
    {"hindsight"},
    {"plots"},
    {"ledgers"},
    {"bounds"},
    {"learners"},
    {"games"},
    {"files", "natures", "theory", "reductions", "guarantees"},
    {"store", "checks"},
    {"cluster"},
    {"facades", "booklet", "sweeps", "service", "client"},
    {"commands"},
    {"cli"},
    {"__main__"},
]
FLOOR = {room: number for number, floor in enumerate(FLOORS) for room in floor}
ONE_ROOM = [FLOORS[0], FLOORS[1], FLOORS[3]]  # the protocol is one room in several files, as is what it rests on
COMMANDS = SOURCE / "commands"
SHELF = {"shelf", "reading"}  # what commands share
STARTS_FAST = {
    "commands",
    "cli",
    "__main__",
}  # these import inside functions, so that commands start fast


def modules() -> list[Path]:
    return sorted(path for path in SOURCE.rglob("*.py") if path.parent != SOURCE or path.name != "__init__.py")


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
        if not together and FLOOR[room] >= FLOOR[own]:
            yield f"{where}: {own} is on floor {FLOOR[own]}, {room} on {FLOOR[room]}"
        if inside and own not in STARTS_FAST:
            yield f"{where}: {room} is imported inside a function"


def test_a_module_imports_from_its_own_room_or_a_lower_floor():
    assert [words for path in modules() for words in broken_rules(path)] == []


@cache
def command_of(module: str) -> str:
    """The command that a module of commands/ belongs to: `mix_report` is of `mix`, what is shared of none."""
    commands = {path.stem for path in COMMANDS.glob("*.py") if "\nEXAMPLES = " in path.read_text()}
    own = [command for command in commands if module == command or module.startswith(command + "_")]
    return max(own, key=len, default="")


def modules_imported(path: Path) -> Iterator[str]:
    """The modules of commands/ that one of them imports, wherever it does, and be it only for hints."""
    above = len(path.relative_to(COMMANDS).parts)
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level == above:
            yield from [node.module.split(".")[0]] if node.module else [name.name for name in node.names]


def test_a_command_imports_no_module_of_another_command():
    for path in sorted(COMMANDS.glob("*.py")):
        if path.stem in SHELF | {"__init__"}:
            assert SHELF.issuperset(modules_imported(path)), f"{path.stem}: what commands share knows none of them"
            continue
        own = command_of(path.stem)
        assert own, f"{path.name} defines no command; a helper is named after its command, what is shared is in shelf/"
        for module in modules_imported(path):
            assert module in SHELF or command_of(module) == own, f"{path.stem} imports {module}: share it in shelf/"


def test_what_commands_share_imports_no_command():
    for path in sorted((COMMANDS / "shelf").glob("*.py")):
        assert SHELF.issuperset(modules_imported(path)), path.stem


def test_every_room_is_on_a_floor():
    assert {room_of(path) for path in modules()} == set(FLOOR)


def test_the_first_screen_is_the_protocol():
    assert len(list(SOURCE.glob("*.py"))) <= 24
