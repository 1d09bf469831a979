"""JSON lines: files with one JSON object per line."""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from contextlib import closing
from typing import IO, Any

from ...errors import BadFile
from ...row import Batch
from ..format import reads
from ..text.text_file import TextFile
from .cell_pieces import Cursor
from .json_reader import JsonReader
from .record_source import Records, RecordSource, Wrong

CHUNK = 1 << 18  # bytes that are read at once: as in CSV


@reads("json", suffixes=(".jsonl", ".ndjson", ".json"), first_line=rb"\s*\{.*")
class JsonLines(TextFile, RecordSource):
    """The examples of a file of JSON lines as a nature: `Game(...).play(JsonLines("mail.jsonl", label="spam"))`.

    How values become features is said at `RecordSource`. Refused are keys that come twice in an object, NaN and
    Infinity, which are not JSON, and lone surrogates. Empty lines are skipped.

    source      a path, "-" or a binary file, in UTF-8: see `TextFile`
    label       the key of the labels; "user.spam" for one within another object
    chunk       bytes that are read at once
    skip_bad    go on after lines that are wrong: `bad` counts them, `complaints` are the first few

    All others, such as `positive`, `drop` and `text`, are settings of `ColumnSource`, of keys.

    >>> import io
    >>> list(
    ...     JsonLines(
    ...         io.BytesIO(b'{"spam": true, "from": {"known": false, "country": "de"}, "words": 12}'), label="spam"
    ...     )
    ... )
    [({'from.country=de': 1.0, 'words': 12.0}, 1)]
    """

    def __init__(
        self, source: str | os.PathLike[str] | IO[bytes], *, chunk: int = CHUNK, skip_bad: bool = False, **settings: Any
    ) -> None:
        TextFile.__init__(self, source, chunk=chunk, skip_bad=skip_bad)
        RecordSource.__init__(self, skip_bad=skip_bad, **settings)
        self.decoder = json.JSONDecoder(object_pairs_hook=unique, parse_constant=no_constant)
        self.last = b""  # the line that was read last
        self.at = 0  # its number

    def __repr__(self) -> str:
        return f"JsonLines({self.name!r}, label={self.schema.label!r})"

    def batches(self) -> Generator[Batch, None, None]:
        """The examples, thousands at a time; NaN is a missing label. Examples before an error are given first."""
        return self.fast(early=False)

    def passing(self) -> Generator[Batch, None, None]:
        """The same, with the next lines parsed on another thread."""
        return self.fast(early=self.repeatable)

    def fast(self, early: bool) -> Generator[Batch, None, None]:
        """The batches by `JsonReader`, or pair by pair where more than features and labels is wanted."""
        if self.schema.about or self.bare or self.events or self.constants:
            yield from super().batches()
        else:
            self.restart()
            yield from JsonReader(self, Cursor(self.blocks())).batches(early)

    def records(self) -> Records:
        """The objects, one by one."""
        with closing(self.text_lines()) as lines:
            for line in lines:
                self.last, self.at = line, self.line
                if line.strip(b" \t\r"):
                    try:
                        record = self.decoded(line)
                    except BadFile as error:
                        self.refuse(error)
                    else:
                        yield record

    def decoded(self, line: bytes) -> dict[str, Any]:
        """The object in one line."""
        try:
            text = line.decode()
            record = self.decoder.decode(text)
            if "\\ud" in text.lower():
                json.dumps(record, ensure_ascii=False).encode()
        except UnicodeDecodeError as error:
            raise self.complaint(self.at, line, error.start, f"byte {line[error.start]:#04x} is not UTF-8") from None
        except UnicodeEncodeError:
            raise self.fault(Wrong("", "a lone surrogate, \\ud800 to \\udfff without its other half")) from None
        except json.JSONDecodeError as error:
            at = len(text[: error.pos].encode())
            raise self.complaint(self.at, line, at, f"not JSON: {error.msg}") from None
        except Wrong as wrong:
            raise self.fault(wrong) from None
        except (RecursionError, ValueError):  # ValueError: a number of more than four thousand digits
            raise self.fault(Wrong("", "a number with too many digits, or brackets nested too deeply")) from None
        if not isinstance(record, dict):
            what = "an object, {...}, was expected on every line; an array is made lines by jq -c '.[]'"
            raise self.complaint(self.at, line, 0, what)
        return {**record, **self.constants} if self.constants else record

    def fault(self, wrong: Wrong) -> BadFile:
        """The error for this line, pointing at the last part of the key if it is found in the line."""
        literal = json.dumps(wrong.key.rpartition(".")[2], ensure_ascii=False).encode(errors="replace")
        at = max(0, self.last.rfind(literal if wrong.key not in CONSTANTS else wrong.key.encode()))
        return self.complaint(self.at, self.last, at, str(wrong))


CONSTANTS = ("NaN", "Infinity", "-Infinity")


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object as a dict; a repeated key is an error."""
    record = dict(pairs)
    if len(record) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Wrong(twice, f"the key {twice!r} comes twice in an object")
    return record


def no_constant(name: str) -> Any:
    """Refuse NaN and infinities, which Python reads and JSON does not have."""
    raise Wrong(name, f"{name} is not JSON; null is a value that is missing")
