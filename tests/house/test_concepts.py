"""A file is a concept: what only one neighbour imports says here which concept it is, or is part of that neighbour."""

from __future__ import annotations

import ast
import re
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "littlestone"
CONCEPTS = {
    "arena.game_text": "whole games as text",
    "command_line.rows_out": "files of rows that are written, in the format that their name says",
    "booklet.markup": "the markup of the booklet as HTML",
    "booklet.svg": "the charts of the booklet",
    "boolean.fitting_decision_list": "a decision list that fits examples, if there is one",
    "boolean.fitting_disjunction": "whether a disjunction fits, and of how many variables",
    "cluster.shards": "one shard of a training",
    "concepts.label_search": "the values of classes of several labels, searched",
    "concepts.tree_drawing": "a mistake tree as text",
    "concepts.word_search": "the search behind the exact value of halfspaces",
    "convex.best_regularised_point": "the best point in hindsight, of a small regulariser",
    "experts.advice_table": "what a game of advice is played on",
    "experts.best_combination": "a comparator: the best linear combination",
    "experts.best_expert": "a comparator: the best expert",
    "experts.best_mixture": "a comparator: the best mixture",
    "experts.expert_pictures": "pictures of games with experts",
    "experts.ledger_history": "snapshots of a game, for pictures",
    "experts.oracles_by_name": "the comparators by their names",
    "experts.regret": "the regret against a comparator",
    "facades.classifier": "a scikit-learn estimator of classes",
    "facades.passive_aggressive_estimators": "two scikit-learn estimators with the settings they have there",
    "facades.regressor": "a scikit-learn estimator of numbers",
    "formats.tables.arrow_reader": "columns of Arrow as rows",
    "formats.tables.csv_reader": "lines of cells as rows",
    "formats.tables.json_cells": "a parser of JSON lines, compiled",
    "formats.tables.json_reader": "JSON lines as rows",
    "formats.text.decimals": "decimal numbers in bytes, compiled",
    "formats.text.digit_bits": "what decimals do with machine instructions, in Python",
    "formats.text.likely_names": "the names expected at the places of a line",
    "formats.text.scattered_lines": "entries in any order as sorted rows, compiled",
    "formats.text.svmlight_lines": "a parser of svmlight, compiled",
    "formats.text.vw_lines": "a parser of VW text, compiled",
    "formats.text.zst": "decompressing .zst",
    "guarantees.class_calibration_ledger": "the account of calibrated chances of many classes",
    "guarantees.coverage_ledger": "the account of intervals",
    "guarantees.past_scores": "quantiles of the last scores, compiled",
    "guarantees.tasting_ledger": "the account of apple tasting",
    "guarantees.watched_feature": "one feature as a number from 0 to 1",
    "linear.cw": "a learner",
    "linear.diagonal_descent": "the proof of the bound of AROW and NAROW with a diagonal",
    "linear.diagonal_replay": "the replay that this proof needs, compiled",
    "linear.ftrl_proximal": "a learner",
    "linear.whole_sum": "the exact sum of whole examples of one length, so that a tie is a tie",
    "losses.judges": "losses to judge by",
    "metrics.chances": "metrics of chances",
    "metrics.confusion": "metrics of the confusion matrix",
    "metrics.number_metrics": "metrics of numbers",
    "metrics.ranks": "metrics of ranks: the area under the curve",
    "multiclass.kesler": "Kesler's construction",
    "portfolios.simplex_points": "points of the simplex, by quadrature, on a grid or sampled",
    "portfolios.wealth_pictures": "pictures of wealth",
    "samples.flights": "a data set",
    "service.beside.processes": "processes that read beside the writer",
    "service.closed_rounds": "decisions that have their reward, in the order in which they were made",
    "service.clock": "the time of rows, which follows no clock that jumps",
    "service.http.app": "requests and answers",
    "service.http.measures": "the metrics of a service",
    "service.http.openapi": "the description of the service",
    "service.http.watching": "watching a game: Server-Sent Events",
    "service.journal.id_runs": "a log-structured index of ids",
    "service.journal.scrubbing": "a game without what it kept of a record",
    "service.writer": "the thread that plays",
    "solvers.contradiction": "the search for a proof that rows are not separable",
    "solvers.hull": "the point of a hull nearest to the origin, by Wolfe's algorithm",
    "solvers.proof": "exact proofs that rows are not separable",
    "trees.growing_tree": "what all trees that grow share",
    "trees.growth": "what a tree writes down of its splits, for whoever plays it again",
    "trees.tree_epochs": "a tree that begins anew, and the evidence that it should",
}

TABLES = {"guarantees.guarantee_table"}  # what stands in a table is a concept, and the table does not count


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


def room_of(module: str) -> str:
    return module.rpartition(".")[0]


def imported_by(path: Path, known: set[str]) -> set[str]:
    """The modules that one imports, in hints and by its .pxd as well."""
    parts, found = path.relative_to(SOURCE).parent.parts, set[str]()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = [*parts[: len(parts) - node.level + 1], *(node.module or "").split(".")]
            home = ".".join(filter(None, base))
            inside = (f"{home}.{each.name}".lstrip(".") for each in node.names)
            found |= {module if module in known else home for module in inside}
    types = path.with_suffix(".pxd")
    return found | set(
        re.findall(r"^from littlestone\.([\w.]+) cimport", types.read_text(), re.M) if types.exists() else ()
    )


def single() -> set[str]:
    """Modules that one module imports, in the same room; theorems, commands and chapters are concepts by themselves."""
    paths = {name_of(path): path for path in SOURCE.rglob("*.py")}
    importers: dict[str, set[str]] = {name: set() for name in paths}
    for name, path in paths.items():
        for module in imported_by(path, set(paths)) - {name}:
            importers.get(module, set()).add(name)
    importers = {name: by - TABLES for name, by in importers.items() if not by & TABLES or by - TABLES}
    apart = ("", "commands", "booklet.chapters")
    return {
        name
        for name, by in importers.items()
        if len(by) == 1 and {room_of(each) for each in by} == {room_of(name)}
        if room_of(name) not in apart and not name.endswith("_theorems") and paths[name].name != "__init__.py"
    }


def test_what_only_one_neighbour_imports_is_a_concept_of_its_own():
    found = single()
    assert sorted(found - set(CONCEPTS)) == [], "say which concept it is, or make it part of the module that imports it"
    assert sorted(set(CONCEPTS) - found) == [], "these are imported by others too, or are gone: take them off the list"
