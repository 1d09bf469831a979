# cython: boundscheck=False, wraparound=False, initializedcheck=False, nonecheck=False
"""Products, sums of rows and triangular systems, added up in an order of our own.

A library of linear algebra chooses its loops by the processor, and so the last bits of every sum. What a learner keeps,
guesses or judges must not depend on where it is played: here a sum has one order, everywhere and in both cores.

There is one loop, `inner`, with four running sums, because an addition has to wait for the one before it and a plain
loop spends its time waiting. A matrix is read row by row, the order in which it lies in memory.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from . import uncompiled as cython
else:
    try:
        import cython
    except ImportError:
        from . import uncompiled as cython

TINY = 2.0**-1022  # the smallest normal number, whose inverse is one too
LEAST = 2.0**-52  # of a number on the diagonal: what rounding may leave of it, where it should be above 0
DEPENDENT = 1e-13  # of the length of a column: if others leave no more of it, it is made of them


def flat(array: Any) -> Any:
    """The numbers of an array, row by row, as they lie in memory; interpreted loops read them as Python's own."""
    numbers: Any = np.ascontiguousarray(array, dtype=np.float64)
    if numbers.ndim != 1:
        numbers = numbers.reshape(-1)
    return numbers if cython.compiled else memoryview(numbers)


def inner(x: Any, i: int, y: Any, j: int, n: int) -> float:
    """The sum of x[i + k] y[j + k] over k < n."""
    a = b = c = d = 0.0
    k = 0
    while k + 4 <= n:
        a += x[i + k] * y[j + k]
        b += x[i + k + 1] * y[j + k + 1]
        c += x[i + k + 2] * y[j + k + 2]
        d += x[i + k + 3] * y[j + k + 3]
        k += 4
    while k < n:
        a += x[i + k] * y[j + k]
        k += 1
    return (a + b) + (c + d)


def dot(a: Any, b: Any) -> float:
    """<a, b>.

    >>> dot([1.0, 2.0], [3.0, 4.0])
    11.0
    """
    x = flat(a)
    y = flat(b)
    n = x.shape[0]
    if y.shape[0] != n:
        raise ValueError(f"an inner product is of vectors of one length, not of {n} and {y.shape[0]} numbers")
    return inner(x, 0, y, 0, n)


def norm(a: Any) -> float:
    """|a|, the Euclidean length.

    >>> norm([3.0, 4.0])
    5.0
    """
    x = flat(a)
    return math.sqrt(inner(x, 0, x, 0, x.shape[0]))


def times(A: Any, b: Any) -> Any:
    """A b: the inner product of every row with b.

    >>> times([[1.0, 2.0], [3.0, 4.0]], [1.0, 1.0]).tolist()
    [3.0, 7.0]
    """
    x = flat(A)
    y = flat(b)
    n = y.shape[0]
    rows = len(A)
    if x.shape[0] != rows * n:
        raise ValueError(f"a matrix of {rows} rows and {x.shape[0]} numbers has no product with {n} numbers")
    found = np.empty(rows)
    out = flat(found)
    for i in range(rows):
        out[i] = inner(x, i * n, y, 0, n)
    return found


def combined(b: Any, A: Any) -> Any:
    """b'A: the sum of the rows of A, each times its number in b.

    >>> combined([1.0, 2.0], [[1.0, 2.0], [3.0, 4.0]]).tolist()
    [7.0, 10.0]
    """
    x = flat(A)
    y = flat(b)
    rows = y.shape[0]
    if len(A) != rows:
        raise ValueError(f"{rows} numbers do not combine the {len(A)} rows of a matrix")
    n = x.shape[0] // rows if rows else np.shape(A)[1]
    found = np.zeros(n)
    out = flat(found)
    for i in range(rows):
        add(out, 0, y[i], x, i * n, n)
    return found


def add(y: Any, j: int, factor: float, x: Any, i: int, n: int) -> None:
    """Add factor times x[i + k] to y[j + k] for every k < n."""
    for k in range(n):
        y[j + k] += factor * x[i + k]


def factored(A: Any) -> Any:
    """The lower triangular F with F F' = A, for a symmetric positive definite A (Cholesky).

    A pivot that rounding has taken to zero or below counts as what rounding hides of it, or of the largest one.

    >>> factored([[4.0, 2.0], [2.0, 5.0]]).tolist()
    [[2.0, 0.0], [1.0, 2.0]]
    """
    n = len(A)
    found = np.zeros((n, n))
    given = flat(A)
    f = flat(found)
    if given.shape[0] != n * n:
        raise ValueError(f"a matrix of {n} rows and {given.shape[0]} numbers is not square, and has no root")
    most = 0.0
    for i in range(n):
        most = given[i * n + i] if given[i * n + i] > most else most
    for i in range(n):
        for j in range(i):
            f[i * n + j] = (given[i * n + j] - inner(f, i * n, f, j * n, j)) / f[j * n + j]
        whole = given[i * n + i]
        left = whole - inner(f, i * n, f, i * n, i)
        hidden = max(LEAST * (whole if whole > 0.0 else most), TINY)
        f[i * n + i] = math.sqrt(left if left > hidden else hidden)
    return found


def forward(F: Any, b: Any) -> Any:
    """The solution z of F z = b, F lower triangular.

    >>> forward([[2.0, 0.0], [1.0, 2.0]], [2.0, 5.0]).tolist()
    [1.0, 2.0]
    """
    n = len(F)
    found = np.array(b, dtype=np.float64)
    f = flat(F)
    z = flat(found)
    if f.shape[0] != n * n or z.shape[0] != n:
        raise ValueError(f"a triangle of {n} rows has no solution for {z.shape[0]} numbers")
    for i in range(n):
        z[i] = (z[i] - inner(f, i * n, z, 0, i)) / f[i * n + i]
    return found


def backward(F: Any, b: Any) -> Any:
    """The solution z of F'z = b, F lower triangular.

    >>> backward([[2.0, 0.0], [1.0, 2.0]], [4.0, 4.0]).tolist()
    [1.0, 2.0]
    """
    n = len(F)
    found = np.array(b, dtype=np.float64)
    f = flat(F)
    z = flat(found)
    if f.shape[0] != n * n or z.shape[0] != n:
        raise ValueError(f"a triangle of {n} rows has no solution for {z.shape[0]} numbers")
    for back in range(n):
        i = n - 1 - back
        z[i] = z[i] / f[i * n + i]
        add(z, 0, -z[i], f, i * n, i)
    return found


def solved(A: Any, b: Any) -> Any:
    """The solution z of A z = b, for a symmetric positive definite A.

    >>> solved([[4.0, 2.0], [2.0, 5.0]], [6.0, 7.0]).tolist()
    [1.0, 1.0]
    """
    F = factored(A)
    return backward(F, forward(F, b))


def least_squares(A: Any, b: Any) -> Any:
    """The z with the smallest |A z - b|, by modified Gram-Schmidt (Bjorck 1967).

    The columns are made orthogonal one after the other, and b to all of them. One that is made of those before it adds
    nothing: its z is 0.

    >>> np.round(least_squares([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]], [0.0, 2.0, 4.0]), 12).tolist()
    [0.0, 2.0]
    """
    rows, n = np.shape(A)
    columns = np.array(np.transpose(A), dtype=np.float64, order="C")
    triangle, found, left = np.zeros((n, n)), np.zeros(n), np.array(b, dtype=np.float64)
    q = flat(columns)
    r = flat(triangle)
    z = flat(found)
    rest = flat(left)
    whole = flat([norm(column) for column in columns])
    if rest.shape[0] != rows:
        raise ValueError(f"{rows} equations have {rows} sides, not {rest.shape[0]}")
    for i in range(n):
        length = math.sqrt(inner(q, i * rows, q, i * rows, rows))
        if length <= DEPENDENT * whole[i]:
            continue
        r[i * n + i] = length
        for k in range(rows):
            q[i * rows + k] /= length
        for j in range(i + 1, n):
            r[i * n + j] = inner(q, i * rows, q, j * rows, rows)
            add(q, j * rows, -r[i * n + j], q, i * rows, rows)
        z[i] = inner(q, i * rows, rest, 0, rows)
        add(rest, 0, -z[i], q, i * rows, rows)
    for back in range(n):
        i = n - 1 - back
        if r[i * n + i] > 0.0:
            z[i] = (z[i] - inner(r, i * n + i + 1, z, i + 1, n - 1 - i)) / r[i * n + i]
    return found


def squared(number: float) -> float:
    """The square, infinite where it is too large to be a number.

    `number ** 2` would raise OverflowError there, and elsewhere take the C library's power, whose last bit depends on
    the processor.

    >>> squared(3.0), squared(-1e200)
    (9.0, inf)
    """
    return number * number
