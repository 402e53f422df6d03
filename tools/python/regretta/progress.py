"""The program's standard error while it runs: shown as it comes, and kept."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import struct
import termios
import tty
from typing import Any, Iterator


MESSAGE = re.compile(rb"(\r\x1b\[K)*regretta: (?! *\d+%)")  # and not a line of progress


class Errors:
    """What comes out of one end of a pipe or pseudo-terminal; the program has the other, `end`, as standard error."""

    def __init__(self, source: int, end: int, shown: Any) -> None:
        self._source, self.end, self._shown = source, end, shown
        self._kept: list[bytes] = []
        self._held = b""

    def read_all(self) -> str:
        """Reads until the program has closed its end, and shows what comes, except for a message that may be the error
        with which it ends: that is for the exception to say, or for `show_rest`. Returns all of it. May be called again
        after an exception."""
        if self.end >= 0:
            os.close(self.end)
            self.end = -1
        while piece := self._next():
            self._kept.append(piece)
            self._held += piece
            last = self._held.rfind(b"\n", 0, -1) + 1
            if not MESSAGE.match(self._held, last):
                last = len(self._held)
            self._show(last)
        return b"".join(self._kept).replace(b"\x1b[K", b"").replace(b"\r", b"\n").decode(errors="replace")

    def hide(self) -> None:
        """Shows nothing any more."""
        self._shown = None

    def show_rest(self) -> None:
        """Shows the last message, which was not an error."""
        self._show(len(self._held))

    def _show(self, end: int) -> None:
        if self._shown is not None and end > 0:
            self._shown.write(self._held[:end].decode(errors="replace"))
            self._shown.flush()
        self._held = self._held[end:]

    def _next(self) -> bytes:
        try:
            return os.read(self._source, 65536)
        except OSError:  # a pseudo-terminal whose other end is closed
            return b""


@contextlib.contextmanager
def errors_of(shown: Any) -> Iterator[Errors]:
    """The standard error of a program to be started, shown on the stream `shown`. If that is a terminal, the program finds
    one as well, of the same size, and draws its bar there; otherwise it prints a line every ten seconds."""
    is_terminal = bool(shown and shown.isatty())
    source, end = pty.openpty() if is_terminal else os.pipe()
    errors = Errors(source, end, shown)
    try:
        if is_terminal:
            tty.setraw(end)
            with contextlib.suppress(OSError, ValueError):  # streams without a descriptor
                size = os.get_terminal_size(shown.fileno())
                fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", size.lines, size.columns, 0, 0))
        yield errors
    finally:
        for descriptor in (source, errors.end):
            if descriptor >= 0:
                os.close(descriptor)
