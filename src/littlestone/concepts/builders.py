"""Concept classes by name: the grammar `name:n,key=value` that `ConceptClass.parse` reads and `spec` writes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any

from ..errors import BadParameter, UnknownName
from ..support.settings import whole
from . import families, label_families
from .concept_class import ConceptClass
from .labellings import Labellings

BUILDERS: dict[str, Callable[..., ConceptClass]] = {
    build.__name__.replace("_", "-"): build
    for build in (
        families.singletons,
        families.dictators,
        families.thresholds,
        families.intervals,
        families.monotone_disjunctions,
        families.disjunctions,
        families.conjunctions,
        families.decision_lists,
        families.parities,
        families.affine_parities,
        families.dnf,
        families.monotone_dnf,
        families.halfspaces,
        families.functions,
    )
}
LABEL_BUILDERS: dict[str, Callable[..., Labellings]] = {
    build.__name__.replace("_", "-"): build
    for build in (
        label_families.labellings,
        label_families.constant_labels,
        label_families.levels,
        label_families.sparse_labels,
        label_families.coloured_intervals,
        label_families.assignments,
        label_families.modular_sums,
        label_families.coloured_dictators,
        label_families.label_stumps,
        label_families.label_lists,
    )
}
ALL: dict[str, Callable[..., Any]] = BUILDERS | LABEL_BUILDERS


def build(name: str, n: int, **options: Any) -> Any:
    """Build the class of this name over n points or variables, and set its spec: "intervals", 5, empty=False."""
    if name not in ALL:
        raise UnknownName.among("concept class", name, [*ALL, "table"])
    known = defaults(name)
    for option in options:
        default(name, option)
    cls = ALL[name](whole(f"the size of {name}", n, "the number of its points or variables", least=1), **options)
    cls.given_spec = f"{name}:{n}" + "".join(
        f",{option}={written(options[option])}"
        for option, default in known.items()
        if options.get(option, default) != default
    )
    return cls


def parse_class(text: str) -> ConceptClass:
    """Parse a spec such as "intervals:5,empty=false" or "table:0011,0101"."""
    name = text.partition(":")[0].strip()
    if name in LABEL_BUILDERS:
        raise BadParameter(
            f"{name} are of several labels: Labellings.parse({text!r}), learners multiclass-soa, bandit-soa"
        )
    made: ConceptClass = parse(text, [*BUILDERS, "table"], ConceptClass)
    return made


def parse_labellings(text: str) -> Labellings:
    """Parse a spec of a class of several labels, or of two."""
    made = parse(text, [*LABEL_BUILDERS, *BUILDERS, "table"], Labellings)
    return Labellings.find(made)


def parse(text: str, names: list[str], tables: Any) -> Any:
    """Parse a spec: one of these names, or a table as this kind of class."""
    name, colon, rest = text.strip().partition(":")
    name = name.strip()
    if name not in names:
        raise UnknownName.among("concept class", name, names)
    if not colon:
        example = "table:0011,0101" if name == "table" else f"{name}:4"
        raise BadParameter(f"a concept class is written name:n or name:n,key=value, such as {example}, not {text!r}")
    parts = [part.strip() for part in rest.split(",")]
    if name == "table":
        return parse_table(parts, tables)
    options = {}
    for part in parts[1:]:
        option, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise BadParameter(f"after {name}:{parts[0]} come options such as key=value, not {part!r}")
        if option in options:
            raise BadParameter(f"{option} is given twice in {text!r}")
        options[option] = read(option, value, boolean=isinstance(default(name, option), bool))
    return build(name, read(f"the size of {name}", parts[0], boolean=False), **options)


def parse_table(parts: list[str], tables: Any) -> Any:
    """Parse concepts written as strings of labels; a last part variables=n says that the points are {0,1}^n."""
    variables = None
    if parts[-1].startswith("variables="):
        variables = read("variables", parts.pop().partition("=")[2], boolean=False)
    written_out = tables.from_lines(parts)
    return tables(written_out.table, variables=variables) if variables is not None else written_out


def defaults(name: str) -> Mapping[str, Any]:
    """The options of a class and their defaults."""
    parameters = signature(ALL[name]).parameters.values()
    return {each.name: each.default for each in parameters if each.kind is each.KEYWORD_ONLY}


def default(name: str, option: str) -> Any:
    """The default of an option; raises if the class has no such option."""
    known = defaults(name)
    if option not in known:
        raise UnknownName.among(f"option of {name}", option, known)
    return known[option]


def read(name: str, text: str, *, boolean: bool) -> Any:
    """Parse an integer, or true or false if `boolean`."""
    if boolean:
        if text.lower() not in ("true", "false"):
            raise BadParameter(f"{name} is true or false, not {text!r}")
        return text.lower() == "true"
    if not (text.isascii() and text.isdigit()):
        raise BadParameter(f"{name} is a whole number, not {text!r}")
    return int(text)


def written(value: Any) -> str:
    """Format an option's value for a spec."""
    return str(value).lower() if isinstance(value, bool) else str(value)


ConceptClass.parser = staticmethod(parse_class)
Labellings.parser = staticmethod(parse_labellings)
