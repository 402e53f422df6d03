"""Finds the program and calls it. Its messages on standard error become exceptions and warnings."""

import difflib
import os
import pathlib
import shutil
import subprocess
import sys
import warnings
from typing import Iterable, Sequence

CHECK_FAILED = 1  # exit status
Path = str | os.PathLike[str]
"""The path of a file."""


class Text(str):
    """Text that the program printed for people. Its repr is the text itself."""

    def __repr__(self) -> str:
        return str(self)


class RegrettaError(RuntimeError):
    """The program ended with an error.

    `message` is the program's message: file, line, key, what was expected, nearest valid name. `status` is its exit
    status: 1 a check failed, 2 wrong usage or bad input, 130 interrupted; None if there is no program.
    """

    def __init__(self, message: str, status: int | None) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


def nearest(name: str, names: Iterable[str]) -> str:
    """The end of a message about an unknown name: the nearest name, or else all names if there are at most 12."""
    known = list(names)
    near = difflib.get_close_matches(name, known, n=1)
    return f'; did you mean "{near[0]}"?' if near else f", expected one of {', '.join(known)}" if len(known) <= 12 else ""


def find_program(program: Path | None = None) -> str:
    """The absolute path of the program: the first that exists of `program`, the environment variable REGRETTA_PROGRAM, the program
    in the wheel, `regretta` on the PATH, bin/regretta of the prefix where this package was installed with Regretta, and
    tools/regretta of the checkout that contains this package. Raises RegrettaError if there is none, or if `program` or the
    variable names a file that cannot be executed."""
    requested = {"program": None if program is None else os.fspath(program), "REGRETTA_PROGRAM": os.environ.get("REGRETTA_PROGRAM")}
    for name, path in requested.items():
        if path:
            if found := shutil.which(path):
                return os.path.abspath(found)
            raise RegrettaError(f"{name}: {path} cannot be executed", None)
    parents = pathlib.Path(__file__).resolve().parents
    relative = [str(parents[k] / rest) for k, rest in ((4, "bin/regretta"), (2, "regretta")) if k < len(parents)]
    for candidate in [str(parents[0] / "prefix/bin/regretta"), "regretta", *relative]:
        if found := shutil.which(candidate):
            return os.path.abspath(found)
    raise RegrettaError("the program regretta was not found: give it as program=..., in the environment variable "
                        "REGRETTA_PROGRAM, or put it on the PATH", None)


def main() -> None:
    """The command `regretta` of the wheel."""
    program = find_program()
    os.execv(program, [program, *sys.argv[1:]])


def absolute_paths(paths: Path | Sequence[Path]) -> list[str]:
    """The absolute paths of a single file or of several."""
    return [os.path.abspath(path) for path in ([paths] if isinstance(paths, (str, os.PathLike)) else paths)]


def call(program: Path | None, arguments: Sequence[Path], accepted: Iterable[int] = (0,), notes: bool = True) -> str:
    """The standard output of `program arguments...`. With `notes`, the program's notes become warnings. Raises RegrettaError for an exit
    status that is not `accepted`."""
    words = [find_program(program), *(os.fspath(argument) for argument in arguments)]
    result = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True)
    return output_of(result.returncode, result.stdout, result.stderr, accepted, notes)


def output_of(status: int, printed: bytes, errors: bytes, accepted: Iterable[int], notes: bool) -> str:
    """The standard output of a program that ended with this status. Warns and raises as `call` does."""
    messages = errors.decode(errors="replace")
    if status not in accepted:
        raise error_of(messages.strip() or printed.decode(errors="replace"), status)  # `check` prints its findings on standard output
    if notes:
        warn_of_notes(messages)
    return printed.decode()


def error_of(messages: str, status: int) -> RegrettaError:
    """The exception for a program that printed `messages` on standard error and ended with this status."""
    errors = [line.removeprefix("regretta: ") for line in messages.splitlines()
              if line.startswith("regretta: ") and not line.startswith("regretta: note: ")]
    text = errors[-1] if errors else messages.strip()  # when tools/regretta cannot build, compilers have printed the text
    if not text:
        text = f"the program was ended by signal {-status}" if status < 0 else f"the program ended with status {status}"
    return RegrettaError(text, status)


def warn_of_notes(messages: str) -> None:
    """Turns the program's notes, such as that a study is not finished, into warnings about the caller's line."""
    for line in dict.fromkeys(messages.splitlines()):  # drops repetitions: several processes may print the same note
        if line.startswith("regretta: note: "):
            warn(line.removeprefix("regretta: note: "))


def warn(text: str) -> None:
    """Issues a warning that names the line that called this package."""
    folder, frame, level = os.path.dirname(__file__), sys._getframe(1), 2
    while frame.f_back is not None and os.path.dirname(frame.f_code.co_filename) == folder:
        frame, level = frame.f_back, level + 1
    warnings.warn(text, stacklevel=level)
