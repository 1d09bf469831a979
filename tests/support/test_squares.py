"""Squares are products: the C library's power has other bits on other processors."""

from __future__ import annotations

import ast
from pathlib import Path

import littlestone
from littlestone.support.linear_algebra import squared

ROOMS = (  # what is kept, guessed and charged
    *("rows", "losses", "geometry", "experts", "convex", "linear", "boolean", "kernels", "multiclass", "scaling"),
    *("portfolios", "matrix_games", "committees", "bandits", "guarantees"),
)
HINDSIGHT = ("best_", "least_hinge", "loss_sum", "kinked", "diagonal_descent", "rebalanced_mixture")
CHECKS = ("second_order_comparator", "updates_kept", "guess_probe", "step_check", "rule_check", "reach", "own_account")


def powers(file: Path) -> list[int]:
    """The lines of a module in which `**` raises something that is neither a constant nor a length to a power."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            name = getattr(node.left, "id", "")
            if (
                not isinstance(node.left, ast.Constant)
                and not (name and name == name.upper())
                and "'len'" not in ast.dump(node.left)
            ):
                found.append(node.lineno)
    return found


def is_played(module: str) -> bool:
    """Is it neither a theorem nor a comparator in hindsight?"""
    return not module.endswith("_theorems") and not module.startswith((*HINDSIGHT, *CHECKS))


def test_a_square_is_the_product_to_the_last_bit():
    for x in (10.0 - 1e-12, 9.9, 0.1, 1e-200, 1e200):
        assert squared(x) == x * x


def test_what_is_kept_or_guessed_is_raised_to_no_power_by_the_c_library():
    package = Path(littlestone.__file__).parent
    files = [file for room in ROOMS for file in sorted((package / room).rglob("*.py")) if is_played(file.stem)]
    assert len(files) > 100
    assert [f"{file.relative_to(package)}:{line}" for file in files for line in powers(file)] == []
