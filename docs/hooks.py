"""What the site makes from the code: the reference, tables of learners and options, who shows an erratum, formulas.

MkDocs calls the functions that begin with `on_`. Nothing here is written down by hand twice: names come from the
package's own lists, words from its docstrings, claims from the names of the tests. The pages of learners, commands and
errata are read where no site is built, too: `make pages` writes what they take from the code, and a test holds them.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from html import escape, unescape
from importlib import import_module
from pathlib import Path
from typing import Any

from typer.main import get_command

from littlestone.arena.arena_page import arena_page
from littlestone.booklet.errata import ERRATA, GRADES
from littlestone.booklet.markup import html as marked_up
from littlestone.cli import app
from littlestone.command_line.printing import settings
from littlestone.commands.learners import table_of_learners
from littlestone.learners import BANDITS, EXPERTS, LEARNERS, POINTS, PORTFOLIOS
from littlestone.support.loading import ROOMS

ROOT = Path(__file__).parents[1]
SIGN_OF_0 = {
    ("+1",): "0 is +1.",
    ("-1",): "0 is \u22121.",
    ("mistake",): "0 is a mistake whatever the label.",
    ("+1", "-1", "mistake"): "0 is +1, 0 is \u22121, and 0 is a mistake whatever the label: all three were played.",
}

# A page of the reference: its title, the modules whose names it shows, by how these begin, and a word before them.
REFERENCE = {
    "rows": (
        "Games of examples",
        ["rows", "learners", "metrics", "drawing"],
        "The two moves, what was played and what was paid, metrics of the guesses given, and pictures.",
    ),
    "protocol": (
        "Learner, nature, bound",
        ["learner", "nature", "bound", "watcher", "row", "checks", "errors"],
        "What everything is built from, for learners, worlds and theorems of your own.",
    ),
    "boolean": ("Boolean learners", ["boolean"], "Formulas over 0 and 1, and finite classes, with their theorems."),
    "linear": ("Linear learners", ["linear"], "A weight a column, with their theorems."),
    "kernels": ("Kernel learners", ["kernels"], "Weights on remembered examples, with their theorems."),
    "multiclass": ("Many classes", ["multiclass"], "A row of weights a class, with their theorems."),
    "trees": ("Trees and forests", ["trees"], "Trees that grow, all their prunings mixed, with their theorems."),
    "scaling": ("Learners that rescale", ["scaling"], "Every example rescaled, for a learner inside."),
    "committees": ("Committees", ["committees"], "Learners whose members are learners, with their theorems."),
    "experts": (
        "Expert advice",
        ["experts"],
        "A weight an expert: learners, theorems, ledger, comparators.",
    ),
    "convex": ("Online convex optimisation", ["convex"], "Learners of points: theorems, game, ledger, comparators."),
    "portfolios": ("Portfolios", ["portfolios"], "Shares of a wealth: learners, theorems, game, ledger, comparators."),
    "matrix_games": (
        "Matrix games",
        ["matrix_games"],
        "Two players of a zero-sum game: ledger, theorems, value.",
    ),
    "bandits": ("Bandits", ["bandits"], "Learners that are told the reward of what they did: theorems, game, logs."),
    "guarantees": ("Guarantees", ["guarantees"], "Intervals, chances and alarms in any game, with their theorems."),
    "natures": ("Natures and adversaries", ["natures"], "The worlds a learner plays against."),
    "formats": (
        "Files",
        ["formats", "features", "store"],
        "Files and arrays on their way to rows, and saved games.",
    ),
    "geometry": ("Losses and geometry", ["losses", "geometry"], "What a guess costs, and where points live."),
    "solvers": ("Solvers", ["solvers"], "The best of some kind, chosen when all is known."),
    "concepts": ("Concept classes", ["concepts"], "Exact answers about finite classes."),
    "reductions": ("Reductions", ["reductions"], "What a mistake bound is good for beyond its game."),
    "sweeps": ("Sweeps", ["sweeps"], "Many games at once, over rows that are read once."),
    "cluster": ("Clusters", ["cluster"], "One model from many shards, on processes, Dask or Spark."),
    "client": ("Client", ["client"], "The two moves of a game that is played by a service."),
    "facades": ("Facades", ["facades"], "The same learners under the names that others know."),
}

# Where the public names are listed; modules without such a list are public as a whole.
LISTS = ["", *ROOMS, "concepts", "hindsight", "metrics", "natures", "natures.adversaries", "reductions"]
LISTS += ["bandits", "client", "experts", "guarantees", "plots", "sweeps", "cluster"]
WHOLE = [
    "checks.check_game",
    "checks.check_learner",
    "errors",
    "facades.outside.Outside",
    "facades.river.OnlineClassifier",
    "facades.river.OnlineRegressor",
    "facades.classifier.OnlineClassifier",
    "facades.regressor.OnlineRegressor",
    "experts.regret.Regret",
    "concepts.class_search.worst_game",
    "concepts.forcing",
    "concepts.game_values.Value",
    "concepts.strategies.Promises",
    "concepts.strategies.Strategy",
    "concepts.exact_littlestone",
    "concepts.minimax.Minimax",
    "concepts.mistake_tree",
    "concepts.exact_randomised",
    "concepts.exact_vc",
    "convex.stability",
    "concepts.worst_case",
]


# Two facades have classes of the same name.
WHOLE_PATHS = "\n    options:\n      show_root_full_path: true"


def public_names() -> list[str]:
    """Every public class and function by its full name, without "littlestone." before it, each once."""
    found = dict.fromkeys(WHOLE)
    for place in LISTS:
        package = import_module(f"littlestone.{place}".rstrip("."))
        for name in package.__all__:
            thing = getattr(package, name)
            if callable(thing):
                found[f"{thing.__module__.removeprefix('littlestone.')}.{thing.__name__}"] = None
    return list(found)


def reference_pages() -> dict[str, str]:
    """The pages of the reference, as Markdown by path. Every public name is on exactly one of them."""
    pages, left = {}, set(public_names())
    for page, (title, places, words) in REFERENCE.items():
        here = [name for place in places for name in sorted(left) if f"{name}.".startswith(f"{place}.")]
        left -= set(here)
        options = WHOLE_PATHS if page == "facades" else ""
        shown = "\n\n".join(f"::: littlestone.{name}{options}" for name in dict.fromkeys(here))
        pages[f"reference/{page}.md"] = f"# {title}\n\n{words}\n\n{shown}\n"
    assert not left, f"these public names are on no page of the reference: {sorted(left)}"
    return pages


def learners_table() -> str:
    """Every learner of the package, a table a kind, as HTML: formulas are full of signs that Markdown would eat."""
    kinds = [kind for table in (LEARNERS, EXPERTS, POINTS, PORTFOLIOS, BANDITS) for kind in table.values()]
    sections: dict[str, list[str]] = {}
    for kind, row in zip(kinds, table_of_learners(), strict=True):
        theorems = [escape(theorem["statement"]) for theorem in row["theorems"]] or ["none is known"]
        promises = [
            f"promise: <code>{', '.join([t['promise'], *t['beside_promise']])}</code>"
            for t in row["theorems"]
            if t["promise"]
        ]
        cells = [
            f"<code>{row['name']}</code><br>{link(kind)}<br><small>told: {truths(kind)}</small><br>"
            f"<small>{escape(row['command'])}</small>",
            f"{escape(row['rule'])}<br><small>{escape(paper(kind))}</small>",
            "<br>".join([*theorems, *promises]),
            escape(settings(row["parameters"])).replace(", ", "<br>") or "none",
        ]
        sections.setdefault(row["kind"], []).append("".join(f"<td>{cell}</td>" for cell in cells))
    head = "".join(f"<th>{name}</th>" for name in ("learner", "rule", "theorem", "settings"))
    return "\n\n".join(
        f"## {kind.capitalize()}\n\n<div class='learners'><table><thead><tr>{head}</tr></thead><tbody>\n"
        + "".join(f"<tr>{row}</tr>\n" for row in rows)
        + "</tbody></table></div>"
        for kind, rows in sections.items()
    )


def commands_page() -> str:
    """Every command with its arguments and options, made from what the command line itself is made of."""
    program: Any = get_command(app)
    above = program.context_class(program, info_name="littlestone")
    return "\n\n".join(command_section(name, command, above) for name, command in program.commands.items())


def command_section(name: str, command: Any, above: Any) -> str:
    """One command: its usage, what it does, a table of its options, and examples."""
    context = command.context_class(command, info_name=name, parent=above)
    words = "\n\n".join(" ".join(part.split()) for part in (command.help or "").split("\n\n"))
    records = filter(None, (option.get_help_record(context) for option in command.params))
    rows = (f"<tr><td><code>{escape(how)}</code></td><td>{escape(what)}</td></tr>\n" for how, what in records)
    table = f"<table class='options'><tbody>\n{''.join(rows)}</tbody></table>"
    usage = command.get_usage(context).removeprefix("Usage: ")
    examples = "\n".join((command.epilog or "").split("\n")[2:]).rstrip()
    return f"## {name}\n\n```\n{usage}\n```\n\n{escape(words, quote=False)}\n\n{table}\n\n```\n{examples}\n```"


def link(kind: type[Any]) -> str:
    """The class, leading to its place in the reference."""
    return f'<autoref identifier="{kind.__module__}.{kind.__name__}">{kind.__name__}</autoref>'


def paper(kind: type[Any]) -> str:
    """Who it is by: the first bracket of its docstring with a year in it."""
    found = re.search(r"\(([^()]*\b(?:19|20)\d\d[^()]*)\)", " ".join((kind.__doc__ or "").split()))
    return found[1] if found else ""


def truths(kind: type[Any]) -> str:
    """What it is told when a round is over."""
    if kind.kind == "portfolio":
        return "price relatives"
    if kind.kind == "actions":
        return "rewards"
    if kind.kind == "convex":
        return "a loss"
    if kind.kind == "experts":
        return "two classes" if kind.classes_only else "numbers"
    return {"signs": "two classes", "numbers": "numbers", "classes": "classes"}[kind().truths]


@cache
def claims() -> dict[str, list[tuple[str, str]]]:
    """The tests of every erratum, by its number such as "E4a": what each claims, in words, and its file."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.parse(path.read_text()).body:
            match = re.fullmatch(r"test_(e\d+[a-d]?)_(\w+)", getattr(node, "name", ""))
            if match:
                claim = match[2].replace("_", " ")
                found.setdefault(match[1].capitalize(), []).append((claim, str(path.relative_to(ROOT))))
    return found


def shown_by(number: str) -> str:
    """The tests of that erratum as a line of Markdown; nothing if there is none."""
    tests = claims().get(number, [])
    words = "; ".join(f"*{claim}*" for claim, _ in tests)
    files = ", ".join(f"`{name}`" for name in dict.fromkeys(name for _, name in tests))
    return f"- **Tested:** {words} ({files})" if tests else ""


def grades_table() -> str:
    """The grades of errata and what they mean."""
    return "\n".join(
        ["| grade | meaning |", "|---|---|", *(f"| **{name}** | {words} |" for name, words in GRADES.items())]
    )


def errata_page() -> str:
    """Every erratum of the notes by subject, from the table that the booklet plays; formulas are HTML."""
    subjects: dict[str, list[str]] = {}
    for slip in ERRATA.values():
        where = "; ".join(place.text for place in slip.places)
        lines = [
            f"### {slip.id}. {slip.title}\n\n**{slip.grade}** \u00b7 {where}\n",
            f"- **The note says:** {as_html(slip.said)}",
            f"- **Right is:** {as_html(slip.right)}",
            *([f"- **Example:** {as_html(slip.example)}"] if slip.example else []),
            *([f"- **Sign of 0:** {SIGN_OF_0[slip.zero]}"] if slip.zero else []),
            *filter(None, [shown_by(slip.id)]),
        ]
        subjects.setdefault(slip.subject, []).append("\n".join(lines))
    return "\n\n".join(f"## {subject}\n\n" + "\n\n".join(each) for subject, each in subjects.items())


def as_html(text: str) -> str:
    """A text of the booklet as HTML that Markdown leaves alone."""
    return marked_up(text).replace("*", "&#42;").replace("_", "&#95;")


# What a page has from the code: between `<!-- NAME -->` and `<!-- end of NAME -->`.
MADE = {
    "learners.md": {"the table": learners_table},
    "commands.md": {"the commands": commands_page},
    "errata.md": {"the grades": grades_table, "the errata": errata_page},
}


def written(path: str) -> str:
    """The page with what the code says in its places."""
    text = (ROOT / "docs" / path).read_text()
    for name, made in MADE[path].items():
        begin, end = f"<!-- {name} -->\n", f"\n<!-- end of {name} -->"
        (before, _), (_, after) = text.split(begin), text.split(end)
        text = f"{before}{begin}\n{made()}\n{end}{after}"
    return text


def on_config(config: Any) -> Any:
    """Say at the foot of every page which version it is about."""
    from littlestone import __version__

    config["copyright"] = f"littlestone {__version__}"
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages of the reference and the arena, which no file holds."""
    from mkdocs.structure.files import File

    for path, text in reference_pages().items():
        files.append(File.generated(config, path, content=text))
    files.append(File.generated(config, "arena.html", content=arena_page()))
    return files


def on_post_build(config: Any) -> None:
    """Write the index of the search as a script too, which a page that is opened from disk may load."""
    index = Path(config["site_dir"]) / "search" / "search_index.json"
    index.with_suffix(".js").write_text(f"var __index = {index.read_text()}")


def on_page_content(html: str, page: Any, config: Any, files: Any) -> str:
    """Formulas as MathML, which browsers draw by themselves: nothing to load, nothing to run."""
    return re.sub(r"<(div|span) class=\"arithmatex\">\\[\[(](.*?)\\[\])]</\1>", as_mathml, html, flags=re.S)


def as_mathml(found: re.Match[str]) -> str:
    """A formula in TeX as MathML: in a line of its own, or in the text."""
    from latex2mathml.converter import convert

    display = "block" if found[1] == "div" else "inline"
    tex = unescape(found[2]).replace(r"\arg\min", r"\text{arg min}")
    return f'<{found[1]} class="formula">{convert(tex, display=display)}</{found[1]}>'


if __name__ == "__main__":
    for page in MADE:
        (ROOT / "docs" / page).write_text(written(page))
