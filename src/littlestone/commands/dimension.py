"""`littlestone dimension`: how hard a concept class is to learn."""

from __future__ import annotations

from typing import Annotated

import typer

from ..errors import BadParameter
from .shelf.options import Json

EXAMPLES = """\b
Examples:
  littlestone dimension intervals:5
  littlestone dimension monotone-disjunctions:6,k=2 --json
  littlestone dimension --table concepts.txt --svg tree.svg
"""


def dimension(
    class_: Annotated[
        str | None, typer.Argument(metavar="CLASS", help="A concept class, as name:n or name:n,key=value.")
    ] = None,
    table: Annotated[
        str | None, typer.Option(metavar="FILE", help="A class as text: a line of 0 and 1 for each concept.")
    ] = None,
    json: Json = False,
    svg: Annotated[str | None, typer.Option(metavar="FILE", help="Draw the mistake tree into an SVG file.")] = None,
    dot: Annotated[str | None, typer.Option(metavar="FILE", help="Write the mistake tree for Graphviz.")] = None,
    tree: Annotated[bool, typer.Option("--tree/--no-tree", help="Grow, check and print the mistake tree.")] = True,
) -> int:
    """Compute the VC and Littlestone dimension of a concept class.

    Both are exact, as is the randomised dimension. Ctrl-C ends the search and prints what is proven so far.
    """
    from .dimension_measure import find_class, measure, print_dimension, write
    from .shelf.exits import INTERRUPTED, complain
    from .shelf.printing import print_account
    from .shelf.saved import keep_apart

    keep_apart([table], {"--svg": svg, "--dot": dot})
    if not tree and (svg or dot):
        raise BadParameter("--svg and --dot draw the tree that --no-tree leaves out")
    measured = measure(*find_class(class_, table), tree=tree)
    print_account(measured.as_dict(), lambda: print_dimension(measured), json=json)
    witness = measured.littlestone.tree
    if witness is not None:
        write(svg, witness.svg() if svg else "")
        write(dot, witness.dot() if dot else "")
    elif svg or dot:
        complain("interrupted before there was a tree to draw")
    return INTERRUPTED if measured.interrupted else 0
