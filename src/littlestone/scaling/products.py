# cython: boundscheck=False, wraparound=False
"""Examples with the products of every two of their features beside them."""

from __future__ import annotations

from sys import float_info
from typing import Any, Self

import numpy as np

from ..errors import BadParameter, BadWidth
from ..geometry.linear_guess import WholeWeights
from ..learner import RowLearner
from ..row import MOST_COLUMN, Row
from ..support.settings import whole
from .rescaled import Rescaled

WITHOUT_PRODUCTS = "the weights of single features; those of products of two are not among them, and count too"
MOST_BITS = 28
LARGEST = float_info.max  # neither infinities nor NaN lie between -LARGEST and LARGEST


class Products(Rescaled):
    """Hands on every example with the products of every two of its features beside it, squares among them.

        z <- (x_i for every i;  x_i x_j for i < j;  x_i x_i where it is not x_i itself)          (Chang et al. 2010)

    So a linear learner inside learns a polynomial of degree two: circles, exclusive or, what two words say together
    (feature crosses, polynomial features, interactions; as Vowpal Wabbit's -q :: has them). Column i becomes column
    2 i, and the product of i <= j the column 2 (T mod 2^bits) + 1, T = j (j + 1)/2 + i: every product has a column of
    its own as long as j (j + 3)/2 < 2^bits, 361 columns with 16 bits. Beyond, some share one, and so a weight, and
    are added up; however many columns come, products take up no more. Columns are made as they are met.

    A row of n features has about n^2/2 products. One with more than `entries` features gets none: that depends on the
    row alone. Features that are 0 have none either, and a product that is no finite number is left out. In front of
    this goes what rescales columns: `standardised/products/ftrl` multiplies standardised numbers. Theorems are those
    of the learner inside, and speak of the rows as it saw them.

    learner       a learner of rows, by its name, such as "ftrl", or as it is
    parameters    the settings of the learner of that name; they may be given one by one too
    entries       a row with more features than that has no products
    bits          products take up at most 2^bits columns

    >>> from littlestone import Game, Products
    >>> game = Game(Products("perceptron", bias=1.0))
    >>> for x, y in 10 * [([1, 1], -1), ([-1, 1], +1), ([-1, -1], -1), ([1, -1], +1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.ledger.mistakes, float(game.learner.weights[3]), game.ledger.certificates[0].verdict
    (4, -4.0, 'holds')
    """

    name = "products"
    turn = 2
    variants = (
        {},
        {"learner": "ftrl", "entries": 3, "bits": 2, "parameters": {"alpha": 0.3, "bias": 1.0}},
        {"learner": "multiclass-pa1"},
        {"learner": "one-vs-rest", "parameters": {"base": "scale-free"}},
        {"learner": "ogd", "parameters": {"loss": "square", "eta": 0.01}},
    )

    def __init__(
        self,
        learner: Any = "perceptron",
        *,
        parameters: dict[str, Any] | None = None,
        entries: int = 32,
        bits: int = 16,
        **settings: Any,
    ) -> None:
        super().__init__(learner, parameters=parameters, **settings)
        self.entries = whole("entries", entries, "a number of features")
        self.bits = whole("bits", bits, "a number of bits")
        if self.bits > MOST_BITS:
            raise BadParameter(
                f"bits is a number from 0 to {MOST_BITS}, not {bits!r}: there are 2^bits columns at most"
            )
        self.last = (1 << self.bits) - 1  # the largest number of a product
        self.places = np.zeros(0, dtype=np.int32)  # where in the buffer a product was put, once some share a column
        self.reach = 0  # the columns of the row that was made last
        if self.inside.most_columns:
            self.most_columns = columns_within(self.inside.most_columns, self.last + 1)

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "entries": self.entries, "bits": self.bits}

    def around(self, inside: RowLearner) -> Self:
        return type(self)(inside, entries=self.entries, bits=self.bits)

    def row(self, x: Row) -> Row:
        """The example with its products."""
        if self.leader is not None:
            return self.leader.row(x)
        known: Row | None = self.rescaled.found(x, self.lessons)
        if known is not None:
            return known
        if x.width > (MOST_COLUMN - 1) // 2:
            raise too_wide(x.width)
        entries = x.stop - x.start
        size = entries + entries * (entries + 1) // 2 if entries <= self.entries else entries
        self.make_room(size)
        self.batch.ordered = False  # products follow the single features, in the order in which they are made
        batch = x.batch
        to = self.used
        for k in range(x.start, x.stop):
            self.columns[to] = 2 * batch.columns[k]
            self.values[to] = batch.values[k]
            to += 1
        self.reach = 2 * x.width
        if entries <= self.entries:
            to = self.multiply(self.used, to)
        row = self.batch.view(self.used, to, self.reach)
        self.used = to
        self.rescaled.keep(x, self.lessons, row)
        return row

    def multiply(self, first: int, stop: int) -> int:
        """Put the products of the entries from `first` to `stop` of the buffer behind them; return where they end."""
        to = stop
        for a in range(first, stop):
            value = self.values[a]
            for b in range(first, a + 1):
                product = value * self.values[b]
                if product == 0.0 or (a == b and product == value) or not -LARGEST <= product <= LARGEST:
                    continue
                i = self.columns[b] // 2
                j = self.columns[a] // 2
                if i > j:
                    i, j = j, i
                number = j * (j + 1) // 2 + i
                if number <= self.last and self.places.shape[0] == 0:
                    self.columns[to] = 2 * number + 1
                    self.values[to] = product
                    self.reach = max(self.reach, 2 * number + 2)
                    to += 1
                else:
                    to = self.put(number & self.last, product, stop, to)
        return to

    def put(self, number: int, product: float, stop: int, to: int) -> int:
        """The same for one product where some share a column: it is added to the one of this row that has it."""
        if self.places.shape[0] == 0:
            self.places = np.zeros(self.last + 1, dtype=np.int32)
            for k in range(stop, to):
                self.places[self.columns[k] // 2] = k
        column = 2 * number + 1
        k = self.places[number]
        if stop <= k < to and self.columns[k] == column:  # else what is there is of an earlier row
            total = self.values[k] + product
            if -LARGEST <= total <= LARGEST:
                self.values[k] = total
            return to
        self.places[number] = to
        self.columns[to] = column
        self.values[to] = product
        self.reach = max(self.reach, column + 1)
        return to + 1

    def take(self, column: int, value: float) -> None:
        """Nothing is learned of columns."""

    def width(self) -> int:
        return MOST_COLUMN  # nothing is kept by column

    def columns_inside(self, width: int) -> int:
        return columns_with_products(width, self.last + 1)

    def widen(self, width: int) -> None:
        if width > (MOST_COLUMN - 1) // 2:
            raise too_wide(width)
        RowLearner.widen(self, width)
        Rescaled.widen(self, 2 * width)

    def agrees(self, other: Any) -> bool:
        return bool(self.entries == other.entries and self.bits == other.bits)

    def weight_vectors(self) -> list[Any]:
        """Those of single features."""
        return [np.asarray(vector)[::2] for vector in self.inside.weight_vectors()]

    def whole_weights(self) -> list[WholeWeights]:
        """The weights of single features, and a note that there are others."""
        return [
            inside._replace(weights=np.asarray(inside.weights)[::2]).noting(WITHOUT_PRODUCTS)
            for inside in self.inside.whole_weights()
        ]


def columns_within(most: int, products: int) -> int:
    """How many columns have no more than `most`, their own and those of this many products; 1 at least."""
    columns = 1
    while columns_with_products(columns + 1, products) <= most:
        columns += 1
    return columns


def columns_with_products(columns: int, products: int) -> int:
    """So many columns, with those of their products, of which there are no more than `products`."""
    return 2 * max(columns, min(columns * (columns + 1) // 2, products))


def too_wide(width: int) -> BadWidth:
    """The error for more columns than can be told from products."""
    return BadWidth(
        f"products are made of at most {(MOST_COLUMN - 1) // 2:,} columns, not {width:,}: hash the columns into fewer"
    )
