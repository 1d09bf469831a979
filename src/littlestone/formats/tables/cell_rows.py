# cython: boundscheck=False, wraparound=False, nonecheck=False, initializedcheck=False
"""`CellRows`: rows of codes, as `CellLines` makes them, into rows of features, once it is known what codes mean."""

from __future__ import annotations

from array import array
from sys import float_info
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import BadBatch

if TYPE_CHECKING:
    from ...support import uncompiled as cython
else:
    try:
        import cython
    except ImportError:
        from ...support import uncompiled as cython

ODD, NO_TRUTH = -2, -1  # see `CellLines`
DONE, READ_ELSEWHERE, UNKNOWN, FULL, HARD = range(5)  # why `run` stopped: HARD rows break a rule, or come near to it
NOT_YET = -1  # where the entries of a code begin that nobody has asked about
NO_LABEL, LARGEST = float("nan"), float_info.max
LOW = 0xFFFFFFFF  # the lower half of a key
ROOM = 64


class CellRows:
    """What the codes of cells mean, and the loop that looks them up.

    The meaning of a code is any number of entries, columns with values, or a label; it is `teach`ed once. A number is
    an entry in the column of its place. Entries of a row are sorted by column.

    places     how many cells a line has, as far as that is known: see `reach`
    zeros      are numbers that are zero entries, too?
    boolean    are numbers 1 if they are above zero, and else 0?
    hashed     is a column that comes twice added up? If not, it is an error, and the row is HARD
    told       do rows have labels?
    """

    def __init__(self, *, places: int, zeros: bool, boolean: bool, hashed: bool, told: bool) -> None:
        self.zeros = zeros
        self.boolean = boolean
        self.hashed = hashed
        self.told = told
        self.begins = np.full(ROOM, NOT_YET, dtype=np.int64)
        self.ends = np.zeros(ROOM, dtype=np.int64)
        self.meant = np.zeros(ROOM)
        self.known_columns = array("i", bytes(4 * ROOM))
        self.known_values = array("d", bytes(8 * ROOM))
        self.known = 0
        self.places = array("i", [NOT_YET]) * places
        self.flips = array("i", [0]) * places
        self.room = ROOM
        self.narrow = False  # was it the room of a row that did not suffice?
        self.keys = array("Q", bytes(8 * ROOM))
        self.amounts = array("d", bytes(8 * ROOM))
        self.used = 0
        self.give(np.zeros(1, dtype=np.int64), *(np.zeros(0, dtype=kind) for kind in ("i4", "f8", "i4", "f8")))
        self.clear()

    def give(self, starts: Any, codes: Any, numbers: Any, truths: Any, outcomes: Any) -> None:
        """Set the rows to read: those of a `CellLines`, or copies of them."""
        if not (
            len(starts) == len(truths) + 1 == len(outcomes) + 1
            and len(codes) == len(numbers) == starts[len(starts) - 1]
            and starts[0] == 0
        ):
            raise BadBatch("rows of codes have as many starts, truths and outcomes, and as many codes as numbers")
        self.given_starts = starts
        self.given_codes = codes
        self.given_numbers = numbers
        self.given_truths = truths
        self.given_outcomes = outcomes
        most = max(int(codes.max()) if len(codes) else 0, int(truths.max()) if len(truths) else 0)
        if most >= len(self.begins):
            more = 2 * most + 2 - len(self.begins)
            self.begins = np.concatenate([self.begins, np.full(more, NOT_YET, dtype=np.int64)])
            self.ends = np.concatenate([self.ends, np.zeros(more, dtype=np.int64)])
            self.meant = np.concatenate([self.meant, np.zeros(more)])

    def clear(self) -> None:
        """Begin new rows of features, in arrays of their own."""
        rows = len(self.given_truths)
        self.starts = np.zeros(rows + 1, dtype=np.int64)
        self.labels = np.zeros(rows)
        self.truths = np.zeros(rows, dtype=np.int64)
        room = max(len(self.given_codes), self.used) + ROOM  # as many as there were last time
        self.columns = np.zeros(room, dtype=np.int32)
        self.values = np.zeros(room)
        self.rows = 0
        self.used = 0

    def is_known(self, code: int) -> bool:
        """Has the meaning of this code been taught?"""
        return bool(0 <= code < len(self.begins) and self.begins[code] >= 0)

    def teach(self, code: int, columns: list[int], values: list[float], meant: float = NO_LABEL) -> None:
        """Say what a code means: entries, and the number it is as a label."""
        stop = self.known + len(columns)
        if stop > len(self.known_columns):
            self.known_columns = array("i", memoryview(self.known_columns).tobytes() + bytes(8 * stop))
            self.known_values = array("d", memoryview(self.known_values).tobytes() + bytes(16 * stop))
        for k in range(len(columns)):
            self.known_columns[self.known + k] = columns[k]
            self.known_values[self.known + k] = values[k]
        self.begins[code] = self.known
        self.ends[code] = self.known = stop
        self.meant[code] = meant

    def forget(self, code: int) -> None:
        """Make a code unknown again, which was the last to be taught."""
        self.known = self.begins[code]
        self.begins[code] = NOT_YET

    def place(self, place: int, column: int, flip: bool) -> None:
        """Say which column numbers at this place are in, and whether they change their sign there."""
        self.places[place] = column
        self.flips[place] = flip

    def reach(self, places: int) -> None:
        """Make room for so many places, if there are new ones."""
        more = places - len(self.places)
        if more > 0:
            more += places
            self.places = array("i", memoryview(self.places).tobytes()) + array("i", [NOT_YET]) * more
            self.flips = array("i", memoryview(self.flips).tobytes()) + array("i", [0]) * more

    def new_in(self, row: int) -> list[int]:
        """The codes of a row that are not known yet, each once, in order; those of numbers, too."""
        found: list[int] = []
        for k in range(self.given_starts[row], self.given_starts[row + 1]):
            code = self.given_codes[k]
            if code >= 0:
                if self.begins[code] < 0:
                    found.append(int(code))
            elif self.places[-1 - code] < 0:
                number = self.given_numbers[k]
                if self.zeros or number > 0.0 or (number < 0.0 and not self.boolean):
                    found.append(int(code))
        return found

    def run(self, row: int, names: int, most: int) -> int:
        """Turn the rows from `row` on into features; return the first that is left, and `why` says why.

        names, most    how many names have a column so far, and may have at most: rows that come near it are HARD
        """
        with cython.nogil:
            stop = self.given_truths.shape[0]
            while row < stop:
                self.why = self.read(row, names, most)
                if self.why:
                    return row
                row += 1
        return row

    @property
    def full(self) -> bool:
        """Did `run` stop for lack of room?"""
        return bool(self.why == FULL)

    @property
    def read_elsewhere(self) -> bool:
        """Did it stop at a row whose record `CellLines` has not read?"""
        return bool(self.why == READ_ELSEWHERE)

    @property
    def unknown(self) -> bool:
        """Did it stop at a row with a cell that is new?"""
        return bool(self.why == UNKNOWN)

    def read(self, row: int, names: int, most: int) -> int:
        """Turn one row into features; return 0, or why that is not possible."""
        truth = self.given_truths[row]
        if truth == ODD:
            return READ_ELSEWHERE
        if truth >= 0 and self.begins[truth] < 0:
            return UNKNOWN
        start = self.given_starts[row]
        room = self.room
        last, rising = 0, True  # the least column that would be rising
        n = 0
        for k in range(start, self.given_starts[row + 1]):
            code = self.given_codes[k]
            if code < 0:
                amount = self.given_numbers[k]
                if self.boolean:
                    amount = 1.0 if amount > 0.0 else 0.0
                if amount == 0.0 and not self.zeros:
                    continue
                if self.places[-1 - code] < 0:
                    return UNKNOWN
                column = self.places[-1 - code]
                if self.hashed:
                    amount = 0.0 - amount if self.flips[-1 - code] else amount + 0.0
                if n == room:
                    self.narrow = True
                    return FULL
                rising = rising and column >= last
                last = column + 1
                self.keys[n] = column << 32 | n
                self.amounts[n] = amount
                n += 1
            else:
                if self.begins[code] < 0:
                    return UNKNOWN
                for i in range(self.begins[code], self.ends[code]):
                    column = self.known_columns[i]
                    if n == room:
                        self.narrow = True
                        return FULL
                    rising = rising and column >= last
                    last = column + 1
                    self.keys[n] = column << 32 | n
                    self.amounts[n] = self.known_values[i]
                    n += 1
        if not self.hashed and names + n > most:
            return HARD
        if self.used + n > self.columns.shape[0]:
            return FULL
        if not rising:
            self.sort(n)
        k = self.used
        for i in range(n):
            column = self.keys[i] >> 32
            amount = self.amounts[self.keys[i] & LOW]
            if k > self.used and self.columns[k - 1] == column:
                if not self.hashed:
                    return HARD
                amount += float(self.values[k - 1])  # a numpy number would warn of overflow
                if not -LARGEST <= amount <= LARGEST:
                    return HARD
                self.values[k - 1] = amount
            else:
                self.columns[k] = column
                self.values[k] = amount
                k += 1
        label = self.given_outcomes[row] if self.told else NO_LABEL
        if truth >= 0:
            label = self.meant[truth]
        self.enter(k, label, truth)
        return DONE

    def sort(self, n: int) -> None:
        """Sort the keys by Shell's method with Knuth's gaps: entries go by column, those of one column as they came."""
        gap = 1
        while gap < n // 9:
            gap = 3 * gap + 1
        while gap > 0:
            for i in range(gap, n):
                key = self.keys[i]
                k = i
                while k >= gap and self.keys[k - gap] > key:
                    self.keys[k] = self.keys[k - gap]
                    k -= gap
                self.keys[k] = key
            gap //= 3

    def enter(self, used: int, label: float, truth: int) -> None:
        """Finish a row whose entries end at `used`."""
        self.labels[self.rows] = label
        self.truths[self.rows] = truth
        self.rows += 1
        self.used = used
        self.starts[self.rows] = used

    def add(self, columns: Any, values: Any, label: float, truth: int) -> None:
        """Enter a row that was read elsewhere, its columns rising."""
        stop = self.used + len(columns)
        self.narrow = False
        while stop > len(self.columns):
            self.widen()
        for k in range(len(columns)):
            self.columns[self.used + k] = columns[k]
            self.values[self.used + k] = values[k]
        self.enter(stop, label, truth)

    def widen(self) -> None:
        """Make room for more entries: as many again as a row may have, or all rows."""
        if self.narrow:
            self.room *= 2
            self.keys = array("Q", bytes(8 * self.room))
            self.amounts = array("d", bytes(8 * self.room))
            self.narrow = False
            return
        more = len(self.columns)
        self.columns = np.concatenate([self.columns, np.zeros(more, dtype=np.int32)])
        self.values = np.concatenate([self.values, np.zeros(more)])
