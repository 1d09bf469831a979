"""Bad lines of a file: raised as an error, or counted and skipped."""

from __future__ import annotations

from ..errors import InputError

EXAMPLES = 5  # messages that are kept when bad lines are skipped


class BadLines:
    """The count of bad lines that were skipped, and the first few messages.

    name          what the file is called in messages
    skip_bad      count a bad line and go on, instead of raising
    """

    name = ""
    skip_bad = False
    skipped = 0
    first_complaints: tuple[str, ...] = ()

    @property
    def bad(self) -> int:
        """How many lines were wrong and skipped since the reading began."""
        return self.skipped

    @property
    def complaints(self) -> list[str]:
        """The messages of the first few of them."""
        return list(self.first_complaints)

    def place(self, number: int) -> str:
        """The place of example `number`, the last that was read, for messages."""
        return f"{self.name}, example {number}"

    def restart(self) -> None:
        """Set the count back to zero."""
        self.skipped = 0
        self.first_complaints = ()

    def skip(self, error: InputError) -> None:
        """Count a line that is wrong."""
        self.skipped += 1
        if self.skipped <= EXAMPLES:
            self.first_complaints = (*self.first_complaints, str(error))

    def refuse(self, error: InputError) -> None:
        """Raise the error, or with `skip_bad` count its line."""
        if not self.skip_bad:
            raise error from None
        self.skip(error)
