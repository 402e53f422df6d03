"""The program's standard error while it runs: shown as it comes, and kept."""

from __future__ import annotations

import contextlib
import os
import re
from typing import Any, Iterator


MESSAGE = re.compile(rb"regretta: (?! *\d+%)")  # and not a line of progress


class Errors:
    """What comes out of one end of a pipe; the program has the other, `end`, as standard error. Without a source, it has a terminal, and
    nothing is kept."""

    def __init__(self, source: int, end: int, shown: Any) -> None:
        self._source, self.end, self._shown = source, end, shown
        self._kept: list[bytes] = []
        self._held = b""

    def read_all(self) -> str:
        """Reads until the program has closed its end, and shows what comes, except for a message that may be the error
        with which it ends: that is for the exception to say, or for `show_rest`. Returns all of it. May be called again
        after an exception."""
        if self._source < 0:
            return ""
        self.close_end()
        while piece := os.read(self._source, 65536):
            self._kept.append(piece)
            self._held += piece
            last = self._held.rfind(b"\n", 0, -1) + 1
            if not MESSAGE.match(self._held, last):
                last = len(self._held)
            self._show(last)
        return b"".join(self._kept).decode(errors="replace")

    def hide(self) -> None:
        """Shows nothing any more."""
        self._shown = None

    def show_rest(self) -> None:
        """Shows the last message, which was not an error."""
        self._show(len(self._held))

    def close_end(self) -> None:
        if self.end >= 0:
            os.close(self.end)
            self.end = -1

    def _show(self, end: int) -> None:
        if self._shown is not None and end > 0:
            self._shown.write(self._held[:end].decode(errors="replace"))
            self._shown.flush()
        self._held = self._held[end:]


@contextlib.contextmanager
def errors_of(shown: Any) -> Iterator[Errors]:
    """The standard error of a program to be started, shown on the stream `shown`. A terminal is the program's own, too, which draws its
    bar there; elsewhere it prints a line every ten seconds."""
    try:
        terminal = shown.fileno() if os.isatty(shown.fileno()) else -1
    except (AttributeError, OSError, ValueError):  # a stream without a descriptor
        terminal = -1
    source, end = (-1, terminal) if terminal >= 0 else os.pipe()
    errors = Errors(source, end, shown)
    try:
        yield errors
    finally:
        if source >= 0:
            errors.close_end()
            os.close(source)
