"""Plays learners in Python: passes arrays between their methods and the engine."""

import ctypes
import inspect
import json
import os
import sys
import traceback
from typing import Any

import numpy

from .arrays import strategies
from .contents import changed_values, content_of
from .learner import TYPES, Problem, Random, largest_batch_of, parameters_of
from .library import LANGUAGE, Create, Destroy, LearnerStruct, Library, ParameterStruct, Play
from .tables import Array


class _RoundsEnded(Exception):
    """Raised when the engine has ended the rounds; the engine keeps the reason."""


class _Playing:
    """An object of a learner class that plays a batch of trials, with one call into C per round."""

    def __init__(self, learner: Any, problem: Problem, trials: int) -> None:
        self.learner, self.problem, self.trials = learner, problem, trials
        self.feedback = getattr(learner, "feedback", "bandit")
        self.method, self.t = "__init__", 0  # the method that was called last, and the round of that call, for messages

    def play(self, library: Library, rounds: int) -> None:
        draw, strategy, observe = getattr(self.learner, "draw", None), self.learner.strategy, self.learner.observe
        random = Random(library, library.rounds_draws(rounds), self.trials)
        play_round, to_array, count = library.rounds_play, strategies, sys.getrefcount  # local names are looked up faster
        trials, num_arms = self.trials, self.problem.num_arms
        seen, addresses = self._buffers()
        arm, loss, violation = (seen[1] if array is None else array for array in seen)  # the losses again if there are no arms
        unshared = count(arm) + count(loss) + count(violation)  # references while the learner holds none
        method, t = "", 0
        try:
            for t in range(1, self.problem.horizon + 1):
                if draw is not None:
                    method = "draw"
                    draw(random)
                method = "strategy"
                choices, are_arms = to_array("returned", strategy(), trials, num_arms)
                address = _address(choices)
                if count(arm) + count(loss) + count(violation) != unshared:  # the learner has kept an array: it must not change
                    seen, addresses = self._buffers()
                    arm, loss, violation = (seen[1] if array is None else array for array in seen)
                if are_arms:
                    failed = play_round(rounds, None, address, *addresses)
                else:
                    failed = play_round(rounds, address, None, *addresses)
                if failed:
                    raise _RoundsEnded
                method = "observe"
                observe(t, *seen)
        finally:
            self.method, self.t = method, t

    def _buffers(self) -> tuple[tuple[Array | None, Array, Array], list[int | None]]:
        """Arrays for the feedback of a round, as observe() gets them, and their addresses."""
        n, K, m = self.trials, self.problem.num_arms, self.problem.num_constraints
        is_full = self.feedback == "full"
        arm = None if is_full else numpy.empty(n, dtype=numpy.int64)
        seen = (arm, numpy.empty((n, K) if is_full else n), numpy.empty((n, m) if self.feedback == "bandit" else (n, m, K)))
        return seen, [None if array is None else _address(array) for array in seen]


def _address(array: Array, address_of: Any = ctypes.addressof, memory_of: Any = ctypes.c_char.from_buffer) -> int:
    try:
        return int(address_of(memory_of(array)))  # takes a fifth of the time of .ctypes.data
    except (TypeError, ValueError, BufferError):  # for a read-only array
        return int(array.ctypes.data)


def view(address: int, shape: tuple[int, ...], kind: Any = ctypes.c_double) -> Array:
    """An array on memory that C owns."""
    size = int(numpy.prod(shape))
    return numpy.ctypeslib.as_array((kind * size).from_address(address)).reshape(shape)


class Bridge:
    """Adds a class to the library as a learner. Must live as long as the session that it is added to."""

    def __init__(self, library: Library, name: str, learner: type) -> None:
        self._library, self._class, self._content = library, learner, content_of(learner)
        self._playing: dict[int, _Playing] = {}
        self._last = 0
        defaults = parameters_of(learner)
        self._parameters = (ParameterStruct * max(len(defaults), 1))(*(
            ParameterStruct(key.encode(), TYPES[type(value)].encode(), json.dumps(value).encode(), None)
            for key, value in defaults.items()))
        summary = (inspect.getdoc(learner) if learner.__doc__ else None) or "a learner in Python"
        self.struct = LearnerStruct(
            ctypes.sizeof(LearnerStruct), name.encode(), summary.splitlines()[0].encode(),
            getattr(learner, "feedback", "bandit").encode(), self._content.encode(), self._parameters, len(defaults),
            largest_batch_of(learner), None, Create(self._create), None, None, Destroy(self._destroy), Play(self._play),
            f"{learner.__name__}.strategy".encode(), LANGUAGE, getattr(learner, "ignores_constraints", False))

    def changed(self) -> str:
        """A warning if a value outside of the learner's objects has changed while they played; "" if none has."""
        try:
            names = changed_values(self._content, content_of(self._class))
        except TypeError as error:
            names = [str(error)]
        return (f"{', '.join(names)} has changed while {self._class.__name__} played: results may depend on the order of trials. "
                "Keep in self what a learner changes" if names else "")

    def _create(self, user: Any, problem: Any, settings: bytes, trials: int) -> int | None:
        try:
            known = problem.contents
            about = Problem(known.horizon, known.num_arms, known.num_constraints, known.delta)
            playing = _Playing(self._class(about, trials, **json.loads(settings)), about, trials)
        except BaseException as error:  # exceptions cannot pass through C
            self._fail("__init__", "", error)
            return None
        self._last += 1
        self._playing[self._last] = playing
        return self._last

    def _play(self, key: int, rounds: int) -> int:
        playing = self._playing[key]
        try:
            playing.play(self._library, rounds)
        except _RoundsEnded:
            return 1
        except BaseException as error:
            self._fail(playing.method, f", round {playing.t}", error)
            return 1
        return 0

    def _destroy(self, key: int) -> None:
        self._playing.pop(key, None)

    def _fail(self, method: str, when: str, error: BaseException) -> None:
        frames = [frame for frame in traceback.extract_tb(error.__traceback__)
                  if os.path.dirname(frame.filename) != os.path.dirname(__file__)]
        calls = " > ".join(f"{os.path.basename(frame.filename)}:{frame.lineno}" for frame in frames[-4:])
        location = f" ({calls})" if calls else ""
        self._library.fail(f"{self._class.__name__}.{method}{when}: {type(error).__name__}: {error}{location}".encode())
