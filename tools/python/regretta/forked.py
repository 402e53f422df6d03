"""Commands with learners in Python. The library runs them in processes that are forked from this one, so that the classes of a
notebook exist there, too."""

import contextlib
import ctypes
import os
import signal
import socket
import sys
import tempfile
import traceback
from typing import Iterable, Sequence

from .library import find_library, load_library, texts
from .kinds import Kinds, new_session
from .program import Path, RegrettaError, output_of


class Forked:
    """A command that runs in `workers` forked processes, in a new process group. Has `pid` and `wait` of subprocess.Popen."""

    def __init__(self, words: Sequence[str], kinds: Kinds, library: str, workers: int, stdout: int,
                 stderr: int, shares_symbols: bool = False) -> None:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
        self.pid = os.fork()
        if self.pid == 0:
            _run(words, kinds, library, workers, stdout, stderr, shares_symbols)
        with contextlib.suppress(OSError):  # the child has set its group already, or has ended
            os.setpgid(self.pid, self.pid)
        self._status: int | None = None

    def wait(self) -> int:
        """The exit status, or the negative number of the signal that ended the process."""
        if self._status is None:
            self._status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self._status


def call_forked(words: Sequence[Path], kinds: Kinds, program: Path | None, shares_symbols: bool,
                accepted: Iterable[int], notes: bool) -> str:
    """Runs a command as program.call does, with learners and environments in Python."""
    with tempfile.TemporaryFile() as printed, tempfile.TemporaryFile() as errors:
        command = ["regretta", *(os.fspath(word) for word in words)]
        status = Forked(command, kinds, find_library(program), 1, printed.fileno(), errors.fileno(), shares_symbols).wait()
        for file in (printed, errors):
            file.seek(0)
        return output_of(status, printed.read(), errors.read(), accepted, notes)


def _run(words: Sequence[str], kinds: Kinds, library_path: str, workers: int, stdout: int, stderr: int,
         shares_symbols: bool) -> None:
    """Carries out the command in the forked process, and ends the process."""
    status, end_process = 2, os._exit  # _end_only_trials replaces os._exit
    try:
        if os.getpgid(0) != os.getpid():
            os.setpgid(0, 0)
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG: the process ends with its parent
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(stdout, 1)
        os.dup2(stderr, 2)
        _keep_memory()
        library = load_library(library_path, shares_symbols)
        session, bridges = new_session(library, kinds)  # before forking, so that an error is printed once
        sockets, rank, children = _workers(workers)
        _end_only_trials()
        if workers > 1:
            descriptors = [end.detach() for end in sockets]
            library.checked(library.join(session, rank, workers, (ctypes.c_int * len(descriptors))(*descriptors)))
        status = library.command(session, len(words), texts(words))
        for bridge in bridges:
            if note := bridge.changed():
                os.write(2, f"regretta: note: {note}\n".encode())
        del bridges
        for child in children:
            os.waitpid(child, 0)
    except RegrettaError as error:
        os.write(2, f"regretta: {error}\n".encode())
    except BaseException:
        os.write(2, traceback.format_exc().encode())
    finally:
        end_process(status)


def _end_only_trials() -> None:
    """Makes a call of `os._exit` by a class end the trial instead of this process, as `sys.exit` does."""
    end_process, worker = os._exit, os.getpid()

    def end_trial(status: int) -> None:
        if os.getpid() != worker:  # in a process that the class has forked
            end_process(status)
        raise SystemExit(f"os._exit({status})")

    os._exit = end_trial


def _keep_memory() -> None:
    """Makes malloc keep freed memory, because NumPy needs the same amount again in the next round."""
    with contextlib.suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL(None).mallopt
        for parameter in (-1, -3):  # M_TRIM_THRESHOLD, M_MMAP_THRESHOLD
            mallopt(parameter, 1 << 30)


def _workers(number: int) -> tuple[list[socket.socket], int, list[int]]:
    """Forks the other worker processes. Returns, in each process, its sockets, its rank (0 in the parent), and the ids of its children."""
    pairs = [socket.socketpair() for _ in range(number - 1)]  # socket of rank 0, socket of the other rank
    children = []
    for rank, (_, mine) in enumerate(pairs, start=1):
        child = os.fork()
        if child == 0:
            for k, (parent_end, child_end) in enumerate(pairs, start=1):
                parent_end.close()
                if k != rank:
                    child_end.close()
            return [mine], rank, []
        children.append(child)
    for _, child_end in pairs:
        child_end.close()
    return [parent_end for parent_end, _ in pairs], 0, children
