"""`littlestone dimension`: how hard a concept class is to learn."""

from __future__ import annotations

from typing import Annotated

import typer

from ..command_line.options import Json
from ..errors import BadParameter

EXAMPLES = """\b
Examples:
  littlestone dimension intervals:5
  littlestone dimension monotone-disjunctions:6,k=2 --json
  littlestone dimension --table concepts.txt --svg tree.svg
  littlestone dimension labellings:3,k=4 --kind bandit
  littlestone dimension thresholds:8 --kind known-sequence --order 3,1,5,0,2,4,6,7
"""


def dimension(
    class_: Annotated[
        str | None, typer.Argument(metavar="CLASS", help="A concept class, as name:n or name:n,key=value.")
    ] = None,
    table: Annotated[
        str | None, typer.Option(metavar="FILE", help="A class as text: a line of labels, 0 and 1, for each concept.")
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Of two labels littlestone (usual); of any number multiclass, bandit, known-sequence, self-directed, "
            "or all.",
        ),
    ] = None,
    order: Annotated[
        str | None,
        typer.Option(metavar="POINTS", help="Of known-sequence: the points in order, with commas; or best or worst."),
    ] = None,
    json: Json = False,
    svg: Annotated[str | None, typer.Option(metavar="FILE", help="Draw the mistake tree into an SVG file.")] = None,
    dot: Annotated[str | None, typer.Option(metavar="FILE", help="Write the mistake tree for Graphviz.")] = None,
    tree: Annotated[bool, typer.Option("--tree/--no-tree", help="Grow, check and print the mistake tree.")] = True,
) -> int:
    """Compute the VC and Littlestone dimension of a concept class.

    Both are exact, as is the randomised dimension. Ctrl-C ends the search and prints what is proven so far.

    With --kind, and for classes of several labels: the mistakes of the best learner if the adversary chooses the
    points (multiclass), if besides it is told only right or wrong (bandit), if it knows the sequence of points
    (known-sequence), or chooses it (self-directed).
    """
    from ..command_line.exits import INTERRUPTED, complain
    from ..command_line.printing import print_account
    from ..command_line.saved import keep_apart
    from .dimension_halfspaces import is_beyond_a_table, measure_halfspaces, print_halfspaces
    from .dimension_measure import find_class, measure, print_dimension, write
    from .dimension_values import find_labellings, find_order, is_of_labels, measure_values, print_values

    keep_apart([table], {"--svg": svg, "--dot": dot})
    if not tree and (svg or dot):
        raise BadParameter("--svg and --dot draw the tree that --no-tree leaves out")
    if is_of_labels(class_, kind):
        if svg or dot:
            raise BadParameter("--svg and --dot draw the mistake tree of two labels, of --kind littlestone")
        cls, source = find_labellings(class_, table)
        values = measure_values(cls, source, kind, find_order(order, kind, cls), tree=tree)
        print_account(values.as_dict(), lambda: print_values(values), json=json)
        return INTERRUPTED if values.interrupted else 0
    if table is None and is_beyond_a_table(class_):
        account = measure_halfspaces(tree=tree, drawn=bool(svg or dot))
        print_account(account, lambda: print_halfspaces(account), json=json)
        return INTERRUPTED if account["interrupted"] else 0
    if order is not None:
        raise BadParameter("--order is the sequence that a learner knows, for --kind known-sequence")
    measured = measure(*find_class(class_, table), tree=tree)
    print_account(measured.as_dict(), lambda: print_dimension(measured), json=json)
    witness = measured.littlestone.tree
    if witness is not None:
        write(svg, witness.svg() if svg else "")
        write(dot, witness.dot() if dot else "")
    elif svg or dot:
        complain("interrupted before there was a tree to draw")
    return INTERRUPTED if measured.interrupted else 0
