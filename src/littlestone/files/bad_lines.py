"""What becomes of lines that are wrong: an error, or an entry in an account."""

from __future__ import annotations

from ..errors import BadFile

EXAMPLES = 5  # complaints that are kept word for word when bad lines are skipped


class BadLines:
    """The account of lines that were skipped because they are wrong.

    skip_bad      go on after a line that is wrong
    bad           how many there were since the reading began
    complaints    what was wrong with the first few
    """

    skip_bad = False

    def restart(self) -> None:
        """Begin the account anew."""
        self.bad = 0
        self.complaints: list[str] = []

    def skip(self, error: BadFile) -> None:
        """Count a line that is wrong."""
        self.bad += 1
        if len(self.complaints) < EXAMPLES:
            self.complaints.append(str(error))

    def refuse(self, error: BadFile) -> None:
        """Raise the error, or with `skip_bad` count its line."""
        if not self.skip_bad:
            raise error from None
        self.skip(error)
