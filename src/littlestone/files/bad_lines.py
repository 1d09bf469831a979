"""Where lines stand, and what becomes of those that are wrong: an error, or an entry in an account."""

from __future__ import annotations

from ..errors import BadFile

EXAMPLES = 5  # complaints that are kept word for word when bad lines are skipped


class BadLines:
    """The account of lines that were skipped because they are wrong.

    name          what the file is called in messages
    skip_bad      go on after a line that is wrong
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
        """What was wrong with the first few of them."""
        return list(self.first_complaints)

    def place(self, number: int) -> str:
        """Where example `number`, the last that was read, stands."""
        return f"{self.name}, example {number}"

    def restart(self) -> None:
        """Begin the account anew."""
        self.skipped = 0
        self.first_complaints = ()

    def skip(self, error: BadFile) -> None:
        """Count a line that is wrong."""
        self.skipped += 1
        if self.skipped <= EXAMPLES:
            self.first_complaints = (*self.first_complaints, str(error))

    def refuse(self, error: BadFile) -> None:
        """Raise the error, or with `skip_bad` count its line."""
        if not self.skip_bad:
            raise error from None
        self.skip(error)
