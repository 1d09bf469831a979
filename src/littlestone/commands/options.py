"""Options that several commands have."""

from __future__ import annotations

from typing import Annotated

import typer

Theorems = Annotated[
    str,
    typer.Option(
        "--theorems",
        metavar="none|quick|full",
        help="How hard theorems look for the best comparator in hindsight: not at all, for a tenth of the time played "
        "(and at least a fifth of a second), or for some seconds each.",
    ),
]
