"""regretta.run: calls the program to run a study."""

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import tomllib
from typing import Any, Callable, Iterator, Mapping, Sequence

from .chosen import options as words_of, repeated
from .contents import named_generator
from .environment import Environment
from .forked import Forked
from .library import find_library
from .kinds import Kinds, checked_kinds
from .program import Path, RegrettaError, absolute_paths, error_of, find_program, warn, warn_of_notes
from .study import Study
from .toml import key_text, study_text, value_text

DONE, TRIALS_FAILED, INTERRUPTED = 0, 3, 130  # exit statuses of `regretta run`
MESSAGE = re.compile(rb"regretta: (?! *\d+%)")  # the beginning of the program's messages, except lines of progress


def run(study: Path | Mapping[str, Any], out: Path | None = None, *, threads: int | None = None,
        set: Mapping[str, Any] | Sequence[str] | None = None, with_: Path | Sequence[Path] = (),
        learners: Mapping[str, type] | None = None, environments: Mapping[str, Environment] | None = None,
        workers: int | None = None, trials: int | None = None, seed: int | None = None, horizon: int | Sequence[int] | None = None,
        until: str | None = None, most_trials: int | None = None, more: int | None = None,
        retry_failed: bool = False, anew: bool = False, shard: str | None = None, progress: bool = True,
        program: Path | None = None) -> Study:
    """Runs a study, or resumes one that was interrupted, and returns its results.

    study     the path of a TOML file, TOML text (recognised by a line break), or a dictionary as in `toml_text`. Relative
              paths in it start at the folder of the file, or at the current one. Without a name, text and dictionaries
              are named like `out`
    out       the results file to write or resume. For a file study.toml, study.db in the current folder is the default
    threads   worker threads [all]; results do not depend on the number
    set       values to override: {"study.trials": 8, "learner.beta": [0.4, 0.5]}, or texts as for --set
    with_     C++ headers with learners or environments of your own
    learners  learners in Python by their names, {"my-ucb": MyUCB} (see `Learner`). Those that the study does not name are
              added to it, with their defaults
    environments  environments in Python by their names, {"mine": Environment(loss, violation)}; added in the same way
    workers   processes that share the trials, for learners or environments in Python [one per core]; each has one thread unless
              `threads` is given. Results do not depend on the number
    trials, seed, horizon   values of [study]: short for set={"study.trials": 8}, ...
    until     adds trials to study.trials in undecided cells until regret and violation are known: "ranked", "compared to NAME" or
              "within 5%". `regretta.show` prints the decisions
    most_trials  with `until`: largest number of trials per cell [as many as take about a minute on two processors]
    more      number of trials to add to each cell of the file `out`
    retry_failed  plays blocks with failed trials again
    anew      accepts a file `out` of another study, or of other versions of a class, a plugin or data, which is otherwise refused. Missing
              trials are played; the file keeps its other trials
    shard     "I/N": runs only part I of N, into a separate file [study.I-of-N.db for study.toml]; `regretta merge` on the command line
              makes one file of all N
    progress  shows the program's progress on standard error
    program   the program to run, see `find_program`

    Raises RegrettaError with the program's message if the study is refused. Results contain failed trials, and a warning gives
    their number. Ctrl-C stops the program, which saves finished trials; KeyboardInterrupt is then raised, and the same call
    resumes. A second Ctrl-C does not wait until trials are saved. Warns if a class uses a generator
    of random numbers other than `draw`, and if it changes values outside of itself. Raises TypeError if a class refers to a value that
    cannot be described, such as an open file.
    """
    headers, kinds = absolute_paths(with_), checked_kinds(learners, environments)
    options = repeated("--with", headers) + repeated("--set", overrides(set))
    options += repeated("--learner", list(kinds.learners)) + repeated("--environment", list(kinds.environments))
    for name, value in {"trials": trials, "seed": seed, "horizon": horizon}.items():
        options += [] if value is None else [f"--{name}", value_text(value, name)]
    options += words_of(threads=threads or 1 if kinds else threads, until=until, most_trials=most_trials, more=more,
                        shard=shard, retry_failed=retry_failed, anew=anew)
    executable = find_program(program)
    for learner in kinds.learners.values():
        if warning := named_generator(learner):
            warn(warning)
    start = program_process(executable)
    if kinds:
        start = forked_processes(kinds, workers or len(os.sched_getaffinity(0)), find_library(program), bool(headers))
    if isinstance(study, Mapping) or "\n" in os.fspath(study):
        if out is None:
            raise ValueError("out: missing, expected the results file to write (only a study from a file has a default)")
        run_text(start, study_text(kinds.added_to(study)), out, options, progress)
    else:
        out = pathlib.Path(study).stem + (f".{shard.replace('/', '-of-')}.db" if shard else ".db") if out is None else out
        run_file(start, os.fspath(study), out, options, progress)
    result = Study(out, program, headers, kinds.learners, kinds.environments)
    failed = int(result.failed_trials.sum())
    if failed > 0:
        warn(f"{failed} of {result.finished_trials} trials failed; study.trials has their messages")
    return result


def overrides(set: Mapping[str, Any] | Sequence[str] | None) -> list[str]:
    """The values of --set."""
    if isinstance(set, Mapping):
        return [f"{key_text(key)}={value_text(value, key)}" for key, value in set.items()]
    return [set] if isinstance(set, str) else list(set or [])


Process = subprocess.Popen | Forked
Start = Callable[[list[str], int], Process]
"""Starts a command, by its arguments and the descriptor for standard error, in a new process group. A Ctrl-C in the terminal then
reaches only Python, which passes it on once: a second signal would end the program before it saves the trials in progress."""


def program_process(program: str) -> Start:
    """A function that starts the program."""
    return lambda words, stderr: subprocess.Popen([program, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                                  stderr=stderr, process_group=0)


def forked_processes(kinds: Kinds, workers: int, library: str, shares_symbols: bool) -> Start:
    """A function that starts the library in forked processes, which have the learners and environments in Python."""
    def start(words: list[str], stderr: int) -> Forked:
        with open(os.devnull, "w") as devnull:
            return Forked(["regretta", *words], kinds, library, workers, devnull.fileno(), stderr, shares_symbols)
    return start


def run_text(start: Start, text: str, out: Path, options: list[str], progress: bool, folder: Path = ".") -> None:
    """Runs a study given as text. folder: the folder where relative paths in it start."""
    if not has_name(text):
        options = ["--set", f"study.name={value_text(pathlib.Path(out).stem)}", *options]
    with tempfile.NamedTemporaryFile("w", prefix="regretta-", suffix=".toml", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        try:
            run_file(start, file.name, out, ["--folder", os.fspath(folder), *options], progress)
        except RegrettaError as error:
            raise RegrettaError(error.message.replace(file.name, "<study>"), error.status) from None


def has_name(text: str) -> bool:
    """Whether the study has a name. True also if the text is not valid TOML: the program will report that."""
    try:
        return "name" in tomllib.loads(text).get("study", {})
    except (tomllib.TOMLDecodeError, AttributeError, TypeError):
        return True


class Errors:
    """Standard error of a running program, which writes to `descriptor`. Text is shown on `stream` at once, and kept. If the stream is a
    terminal, the program writes directly to it, to draw its progress bar, and nothing is kept."""

    def __init__(self, stream: Any) -> None:
        self.stream, self._text, self._shown, self._source = stream, b"", 0, -1  # _shown: number of bytes shown; _source: end of a pipe
        with contextlib.suppress(AttributeError, OSError, ValueError):  # the stream may have no descriptor
            if os.isatty(stream.fileno()):
                self.descriptor = os.dup(stream.fileno())
                return
        self._source, self.descriptor = os.pipe()

    def read_all(self) -> str:
        """Reads until the program has closed its end of the pipe, and returns all text. Does not show the last message, which may be the
        error with which the program ends. May be called again after an exception."""
        self._close_descriptor()
        while self._source >= 0 and (piece := os.read(self._source, 65536)):
            self._text += piece
            last_line = self._text.rfind(b"\n", 0, -1) + 1
            self._show(last_line if MESSAGE.match(self._text, last_line) else len(self._text))
        return self._text.decode(errors="replace")

    def show_rest(self) -> None:
        """Shows the last message. Called when it was not an error."""
        self._show(len(self._text))

    def close(self) -> None:
        self._close_descriptor()
        if self._source >= 0:
            os.close(self._source)

    def _close_descriptor(self) -> None:
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def _show(self, end: int) -> None:
        if self.stream is not None and end > self._shown:
            self.stream.write(self._text[self._shown:end].decode(errors="replace"))
            self.stream.flush()
        self._shown = max(self._shown, end)


def run_file(start: Start, study: str, out: Path, options: list[str], progress: bool) -> None:
    """Runs a study and waits for the program to end. Raises RegrettaError if it fails, and KeyboardInterrupt after a Ctrl-C."""
    words = ["run", study, "--output", os.fspath(out), *options, *([] if progress else ["--quiet"])]
    with contextlib.closing(Errors(sys.stderr if progress else None)) as errors:
        process = None
        try:
            with delayed_interrupts():
                process = start(words, errors.descriptor)
            messages = errors.read_all()
            status = process.wait()
            if status in (DONE, TRIALS_FAILED):
                errors.show_rest()
        except KeyboardInterrupt:
            stop(process, errors)
            errors.show_rest()
            raise KeyboardInterrupt(f"finished trials are saved in {out}; the same call resumes") from None
        except BaseException:  # such as an error in writing to the stream
            errors.stream = None
            stop(process, errors)
            raise
    if status not in (DONE, TRIALS_FAILED):
        if status == INTERRUPTED:
            raise RegrettaError(f"interrupted; finished trials are saved in {out}; the same call resumes", status)
        raise error_of(messages, status)
    warn_of_notes(messages)


@contextlib.contextmanager
def delayed_interrupts() -> Iterator[None]:
    """Delays a Ctrl-C to the end of the block, so that the process that the block starts is known and can be stopped."""
    handler = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(handler):
        yield  # KeyboardInterrupt reaches only the main thread, and only by a Python handler
        return
    signals: list[Any] = []
    signal.signal(signal.SIGINT, lambda *arguments: signals.append(arguments))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
    if signals:
        handler(*signals[0])


def stop(process: Process | None, errors: Errors) -> None:
    """Asks the program to save finished trials and end, and waits for it. At another Ctrl-C, asks it to end at once."""
    if process is None:
        return
    for _ in range(2):
        with contextlib.suppress(ProcessLookupError):  # it has ended
            os.killpg(process.pid, signal.SIGINT)
        with contextlib.suppress(KeyboardInterrupt):
            errors.read_all()
            process.wait()
            return
    process.wait()
