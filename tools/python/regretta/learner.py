"""Learners written in Python, a batch of trials at a time."""

from __future__ import annotations

import ctypes
import dataclasses
import hashlib
import inspect
import json
import os
import platform
import sys
import traceback
from typing import Any

import numpy

from .library import Create, Destroy, LearnerStruct, Library, ParameterStruct, Play
from .tables import Array

FEEDBACKS = ("full", "bandit losses", "bandit")
TYPES = {bool: "flag", int: "integer", float: "number", str: "text", list: "numbers", tuple: "numbers"}
LARGEST_BATCH = 1024


@dataclasses.dataclass(frozen=True)
class Problem:
    """What a learner knows before round 1."""

    horizon: int  #: T
    num_arms: int  #: K
    num_constraints: int  #: m
    delta: float  #: failure probability, in (0, 1)


class Random:
    """The draws of a round: a function of the study's seed, the trial, the round and `purpose`, so that they differ from
    trial to trial and are the same however a study is run. The same law and purpose in one round give the same numbers;
    use another purpose (0 to 131071) for others. They are those of C++ learners (`Randomness`), bit for bit.

    Every function returns an array (trials,), or (trials, columns) if `columns` is given or the shapes have two axes.
    """

    def __init__(self, library: Library, draws: int, trials: int) -> None:
        self._library, self._draws, self._trials = library, draws, trials

    def uniform(self, columns: int | None = None, purpose: int = 0) -> Array:
        """In [0, 1)."""
        return self._draw(b"uniform", columns, purpose)

    def normal(self, columns: int | None = None, purpose: int = 0) -> Array:
        """Mean 0, variance 1."""
        return self._draw(b"normal", columns, purpose)

    def exponential(self, columns: int | None = None, purpose: int = 0) -> Array:
        """Mean 1."""
        return self._draw(b"exponential", columns, purpose)

    def gamma(self, a: Any, purpose: int = 0) -> Array:
        """With shape a >= 0.001, a number or an array, and scale 1."""
        return self._shaped(b"gamma", purpose, a)

    def beta(self, a: Any, b: Any, purpose: int = 0) -> Array:
        """With shapes a, b >= 0.001, numbers or arrays."""
        return self._shaped(b"beta", purpose, a, b)

    def _shaped(self, law: bytes, purpose: int, *shapes: Any) -> Array:
        given = numpy.broadcast_arrays(*(numpy.asarray(shape, dtype=numpy.float64) for shape in shapes))
        if given[0].ndim > 2 or (given[0].ndim > 0 and len(given[0]) != self._trials):
            raise ValueError(f"{law.decode()}: shapes of shape {given[0].shape}, expected ({self._trials},), one per trial, "
                             f"or ({self._trials}, columns)")
        columns = given[0].shape[1] if given[0].ndim == 2 else None
        full = (self._trials, columns or 1)
        return self._draw(law, columns, purpose, *(
            numpy.ascontiguousarray(numpy.broadcast_to(one if one.ndim == 2 else one.reshape(-1, 1), full)) for one in given))

    def _draw(self, law: bytes, columns: int | None, purpose: int, *shapes: Array) -> Array:
        drawn = numpy.empty((self._trials, columns or 1))
        a, b = ([one.ctypes.data for one in shapes] + [None, None])[:2]
        if self._library.draw(self._draws, law, purpose, columns or 1, a, b, drawn.ctypes.data) != 0:
            raise ValueError(self._library.error().decode(errors="replace"))
        return drawn if columns is not None else drawn[:, 0]


class Learner:
    """Base class of a learner in Python, which plays a batch of trials side by side, one row per trial:

        class FollowTheLeader(regretta.Learner):
            feedback = "full"

            def __init__(self, problem, trials, eta=0.1):       # parameters with defaults; studies may sweep them
                self.eta = eta
                self.total = numpy.zeros((trials, problem.num_arms))

            def strategy(self):                                 # x_t
                return softmax(-self.eta * self.total)

            def observe(self, t, arm, loss, violation):         # ends round t
                self.total += loss

    feedback     what observe() is given. "bandit": arm (trials,), loss (trials,), violation (trials, m). "bandit losses": the
                 same with violation (trials, m, K). "full": arm is None, loss (trials, K), violation (trials, m, K). Arms
                 count from 0; losses are in [0, 1], violations in [-1, 1]; positive is violated
    draw         def draw(self, random): optional, called before strategy(); the learner's own draws (see `Random`)
    strategy     returns (trials, K) numbers, rows in the simplex, or (trials,) integers: the arm of each trial
    observe      t counts from 1
    largest_batch  how many trials are played side by side at most [1,024]; results do not depend on it

    A row must not depend on the other rows: trials are independent. Take randomness from `draw` only: with a generator of
    your own results are not those of the study's seed. `regretta.check` tests both.
    """

    feedback = "bandit"

    def __init__(self, problem: Problem, trials: int) -> None:
        raise NotImplementedError

    def strategy(self) -> Any:
        """x_t of every trial."""
        raise NotImplementedError

    def observe(self, t: int, arm: Any, loss: Any, violation: Any) -> None:
        """Ends round t."""
        raise NotImplementedError


def check_class(name: str, learner: Any) -> None:
    """Raises TypeError if the class cannot be a learner; the message names it."""
    if not isinstance(learner, type):
        raise TypeError(f"learners[{name!r}]: expected a class, not {type(learner).__name__} (without brackets: MyLearner)")
    for method in ("__init__", "strategy", "observe"):
        if getattr(learner, method, None) in (None, getattr(Learner, method), object.__init__):
            raise TypeError(f"{learner.__name__} has no method {method}")
    if getattr(learner, "feedback", "bandit") not in FEEDBACKS:
        raise TypeError(f'{learner.__name__}.feedback is {learner.feedback!r}, expected one of {", ".join(FEEDBACKS)}')
    parameters_of(learner)


def parameters_of(learner: type) -> dict[str, Any]:
    """The learner's parameters with their defaults."""
    signature = list(inspect.signature(learner.__init__).parameters.values())[3:]
    found = {}
    for parameter in signature:
        if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            continue
        if parameter.default is parameter.empty:
            raise TypeError(f"{learner.__name__}.__init__: parameter {parameter.name} has no default")
        if type(parameter.default) not in TYPES:
            raise TypeError(f"{learner.__name__}.__init__: the default of {parameter.name} is {parameter.default!r}, expected a "
                            "bool, an int, a float, a string or a list of numbers")
        found[parameter.name] = parameter.default
    return found


def content_of(learner: type) -> str:
    """What names the version of a class in results files: a hash of its source and that of its bases, and the versions of
    what computes."""
    text = ""
    for one in learner.__mro__:
        if one in (object, Learner):
            continue
        try:
            text += inspect.getsource(one)
        except (OSError, TypeError):  # typed into an interpreter
            text += "".join(f"{name} {value.__code__.co_code.hex()} {value.__code__.co_consts}" if inspect.isfunction(value)
                            else f"{name} {value!r}" for name, value in sorted(vars(one).items()) if name[:2] != "__" or
                            inspect.isfunction(value))
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    return f"python {digest} (Python {platform.python_version()}, NumPy {numpy.__version__})"


class _Ended(Exception):
    """The engine has ended the rounds, and knows why."""


class _Playing:
    """An object of the class, and the rounds that it plays: one call of C for each."""

    def __init__(self, learner: Any, problem: Problem, trials: int) -> None:
        self.learner, self.problem, self.trials = learner, problem, trials
        self.feedback = getattr(learner, "feedback", "bandit")
        self.method, self.t = "__init__", 0  # where it is

    def play(self, library: Library, rounds: int) -> None:
        draw, strategy, observe = getattr(self.learner, "draw", None), self.learner.strategy, self.learner.observe
        random = Random(library, library.rounds_draws(rounds), self.trials)
        play_round, count = library.rounds_play, sys.getrefcount
        seen, places = self._room()
        arm, loss, violation = (seen[1] if one is None else one for one in seen)
        unshared = count(arm) + count(loss) + count(violation)
        for self.t in range(1, self.problem.horizon + 1):
            if draw is not None:
                self.method = "draw"
                draw(random)
            self.method = "strategy"
            chosen, is_arms = self._choice(strategy())
            place = _address(chosen)
            if count(arm) + count(loss) + count(violation) != unshared:  # the learner has kept what it has seen
                seen, places = self._room()
                arm, loss, violation = (seen[1] if one is None else one for one in seen)
            if play_round(rounds, *((None, place) if is_arms else (place, None)), *places) != 0:
                raise _Ended
            self.method = "observe"
            observe(self.t, *seen)

    def _choice(self, returned: Any) -> tuple[Array, bool]:
        """The strategies, or the arms, as C reads them."""
        chosen = numpy.asarray(returned)
        kind, shape = chosen.dtype.kind, (self.trials, self.problem.num_arms)
        if kind in "iu" and chosen.shape == shape[:1]:
            return numpy.ascontiguousarray(chosen, dtype=numpy.int64), True
        if chosen.shape != shape:
            raise ValueError(f"returned an array of shape {chosen.shape} and type {chosen.dtype}, expected {shape}, or "
                             f"{shape[:1]} integers")
        if kind not in "fiub":
            raise ValueError(f"returned an array of type {chosen.dtype}, expected numbers")
        return numpy.ascontiguousarray(chosen, dtype=numpy.float64), False

    def _room(self) -> tuple[tuple[Array | None, Array, Array], list[int | None]]:
        """Arrays for what is seen of a round, as observe is given them, and their addresses."""
        n, K, m = self.trials, self.problem.num_arms, self.problem.num_constraints
        of_all = self.feedback == "full"
        arm = None if of_all else numpy.empty(n, dtype=numpy.int64)
        seen = (arm, numpy.empty((n, K) if of_all else n), numpy.empty((n, m) if self.feedback == "bandit" else (n, m, K)))
        return seen, [None if one is None else _address(one) for one in seen]


def _address(array: Array, at: Any = ctypes.addressof, of: Any = ctypes.c_char.from_buffer) -> int:
    try:
        return int(at(of(array)))  # in a fifth of the time
    except (TypeError, ValueError, BufferError):  # read-only
        return int(array.ctypes.data)


def view(address: int, shape: tuple[int, ...], kind: Any = ctypes.c_double) -> Array:
    """The numbers at an address, which C owns."""
    size = int(numpy.prod(shape))
    return numpy.ctypeslib.as_array((kind * size).from_address(address)).reshape(shape)


class Bridge:
    """Makes a class a learner of the library. Must live as long as the session that it is added to."""

    def __init__(self, library: Library, name: str, learner: type) -> None:
        self._library, self._class = library, learner
        self._playing: dict[int, _Playing] = {}
        self._last = 0
        defaults = parameters_of(learner)
        self._parameters = (ParameterStruct * max(len(defaults), 1))(*(
            ParameterStruct(key.encode(), TYPES[type(value)].encode(), json.dumps(value).encode(), None)
            for key, value in defaults.items()))
        summary = (inspect.getdoc(learner) if learner.__doc__ else None) or "a learner in Python"
        batch = int(getattr(learner, "largest_batch", LARGEST_BATCH))
        self.struct = LearnerStruct(
            ctypes.sizeof(LearnerStruct), name.encode(), summary.splitlines()[0].encode(),
            getattr(learner, "feedback", "bandit").encode(), content_of(learner).encode(), self._parameters, len(defaults),
            batch, None, Create(self._create), None, None, Destroy(self._destroy), Play(self._play),
            f"{learner.__name__}.strategy".encode())

    def _create(self, user: Any, problem: Any, settings: bytes, trials: int) -> int | None:
        try:
            known = problem.contents
            about = Problem(known.horizon, known.num_arms, known.num_constraints, known.delta)
            playing = _Playing(self._class(about, trials, **json.loads(settings)), about, trials)
        except BaseException as error:  # nothing may pass through C
            self._fail("__init__", "", error)
            return None
        self._last += 1
        self._playing[self._last] = playing
        return self._last

    def _play(self, key: int, rounds: int) -> int:
        playing = self._playing[key]
        try:
            playing.play(self._library, rounds)
        except _Ended:
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
        place = f" ({calls})" if calls else ""
        self._library.fail(f"{self._class.__name__}.{method}{when}: {type(error).__name__}: {error}{place}".encode())
