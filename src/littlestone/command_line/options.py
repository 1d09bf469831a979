"""Options that several commands have, and those of `reading` for every command that reads a file of examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any, get_type_hints

import typer

from ..errors import BadParameter
from .reading import ROLES, Reading

EFFORTS = ("none", "quick", "full")  # as `Account.certify` has them


def known_effort(text: str) -> str:
    """The word after --theorems, refused before a long game and not after it."""
    if text not in EFFORTS:
        raise BadParameter(f"--theorems is one of {', '.join(map(repr, EFFORTS))}, not {text!r}")
    return text


Learner = Annotated[str, typer.Argument(metavar="LEARNER", help="The learner; 'littlestone learners' lists them.")]
Own = Annotated[
    str | None,
    typer.Option("--learner", metavar="MODULE:CLASS", help="The learner of the saved game, if it is one of your own."),
]
Model = Annotated[str, typer.Argument(metavar="MODEL", help="A saved game, as 'littlestone play --save' writes it.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Set a parameter of the learner; may be given again."),
]
Members = Annotated[
    str | None,
    typer.Option(
        metavar="A,B,...",
        help="The members of a committee: names with settings, such as scale-free,standardised/adagrad:eta=0.2,arow; "
        "the learner is committee then.",
    ),
]
Promise = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=VALUE",
        help="A fact about the data that you vouch for, such as margin=0.1; theorems hold you to it. "
        "'littlestone learners' lists the promises. May be given again.",
    ),
]
Delay = Annotated[int, typer.Option(min=0, metavar="N", help="Reveal every label N rounds late.")]
Limit = Annotated[int | None, typer.Option(min=0, metavar="N", help="Stop after N rounds.")]
Passes = Annotated[int, typer.Option(min=1, metavar="N", help="Play the file N times over, in one game.")]
Shuffle = Annotated[
    int | None,
    typer.Option(min=0, metavar="SEED", help="Play in a random order; the file has to fit in memory."),
]
Seed = Annotated[int, typer.Option(min=0, metavar="N", help="The seed of all that is random in the game.")]
Timing = Annotated[
    bool, typer.Option("--timing", help="Say where the time went: reading, playing, asking the theorems.")
]
Theorems = Annotated[
    str,
    typer.Option(
        "--theorems",
        metavar="|".join(EFFORTS),
        callback=known_effort,
        help="How hard theorems look for the best comparator in hindsight: not at all, for a tenth of the time played "
        "(and at least a fifth of a second), or for some seconds each.",
    ),
]
Metrics = Annotated[
    str | None,
    typer.Option(
        metavar="A,B,...",
        help="Keep these metrics of the guesses: accuracy, auc, f1, log_loss, mae, ...; accuracy@1000 is of the last "
        "1000 labels.",
    ),
]
ClassWeight = Annotated[
    str | None,
    typer.Option(
        "--class-weight",
        metavar="balanced|A=1,B=5",
        help="Class weights: how much labels of each class count, as given, or by how rare the class was so far.",
    ),
]
Resume = Annotated[str | None, typer.Option("--resume", "-i", metavar="MODEL", help="Continue a saved game.")]
Flush = Annotated[
    bool,
    typer.Option(
        "--flush",
        help="Write every prediction out before the next round, as is done anyway if examples come through a pipe.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print the account as JSON.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Print no progress and no report.")]


def takes_options(*, without: Sequence[str] = ()) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Give a command the options of a record in place of each parameter that is one, and call it with the record.

    A record is a `NamedTuple` whose fields are annotated as options, such as `Reading` and `Guards`. `without` names
    options that the command does not have. One that it has itself, under the same name, is its own to put in.
    """

    def with_options(command: Callable[..., int]) -> Callable[..., int]:
        own, hints = signature(command).parameters, get_type_hints(command, include_extras=True)
        others = {*own, *without, *(["file"] if "files" in own else [])}
        records = {name: hints[name] for name in own if hasattr(hints[name], "_fields")}
        fields = {name: [field for field in record._fields if field not in others] for name, record in records.items()}

        def parameters() -> Iterator[Parameter]:
            for name, parameter in own.items():
                if name not in records:
                    yield parameter.replace(annotation=hints[name], kind=Parameter.KEYWORD_ONLY)
                    continue
                described = get_type_hints(records[name], include_extras=True)
                for field in fields[name]:
                    default = records[name]._field_defaults.get(field, Parameter.empty)
                    yield Parameter(field, Parameter.KEYWORD_ONLY, default=default, annotation=described[field])

        @wraps(command)
        def called(**given: Any) -> int:
            for name, record in records.items():
                taken = {field: given.pop(field) for field in fields[name]}
                given[name] = record(**{"file": ""} | taken if "file" in record._fields else taken)
            return command(**given)

        options = list(parameters())
        vars(called)["__signature__"] = signature(command).replace(parameters=options, return_annotation=int)
        called.__annotations__ = {each.name: each.annotation for each in options} | {"return": int}
        return called

    return with_options


def truths_of(reading: Reading) -> str:
    """What the labels of a file are where no learner says it: those of --labels, or else of two classes."""
    return reading.labels if reading.labels in ROLES else "signs"
