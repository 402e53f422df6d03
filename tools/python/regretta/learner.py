"""Learners written in Python, whose objects play a batch of trials."""

import dataclasses
import inspect
import math
import numbers
from typing import Any

import numpy

from .arrays import plain
from .contents import content_of
from .library import Library
from .tables import Array

FEEDBACKS = ("full", "bandit losses", "bandit")
LARGEST_BATCH = 1024
TYPES = {bool: "flag", int: "integer", float: "number", str: "text", list: "numbers", tuple: "numbers"}


@dataclasses.dataclass(frozen=True)
class Problem:
    """The facts that a learner knows before round 1."""

    horizon: int  #: T
    num_arms: int  #: K
    num_constraints: int  #: m
    delta: float  #: failure probability, in (0, 1)


class Random:
    """Random numbers for a round: functions of the study's seed, the trial, the round and `purpose`. They differ from trial to trial, and
    do not depend on how a study is run. The same law and purpose in one round give the same numbers; use another purpose
    (0 to 131071) for more. C++ learners (`Randomness`) get the same numbers, bit for bit.

    Every function returns an array (trials,), or (trials, columns) if `columns` is given or the shapes have two axes.
    """

    def __init__(self, library: Library, draws: int, trials: int) -> None:
        self._library, self._draws, self._trials = library, draws, trials

    def uniform(self, columns: int | None = None, purpose: int = 0) -> Array:
        """Uniform in [0, 1)."""
        return self._draw(b"uniform", columns, purpose)

    def normal(self, columns: int | None = None, purpose: int = 0) -> Array:
        """Normal with mean 0 and variance 1."""
        return self._draw(b"normal", columns, purpose)

    def exponential(self, columns: int | None = None, purpose: int = 0) -> Array:
        """Exponential with mean 1."""
        return self._draw(b"exponential", columns, purpose)

    def gamma(self, a: Any, purpose: int = 0) -> Array:
        """Gamma with shape a >= 0.001, a number or an array, and scale 1."""
        return self._shaped(b"gamma", purpose, a)

    def beta(self, a: Any, b: Any, purpose: int = 0) -> Array:
        """Beta with shapes a, b >= 0.001, numbers or arrays."""
        return self._shaped(b"beta", purpose, a, b)

    def _shaped(self, law: bytes, purpose: int, *shapes: Any) -> Array:
        arrays = numpy.broadcast_arrays(*(plain(f"{law.decode()}: a shape is", shape).astype(numpy.float64) for shape in shapes))
        if arrays[0].ndim > 2 or (arrays[0].ndim > 0 and len(arrays[0]) != self._trials):
            raise ValueError(f"{law.decode()}: shapes of shape {arrays[0].shape}, expected ({self._trials},), one per trial, "
                             f"or ({self._trials}, columns)")
        columns = arrays[0].shape[1] if arrays[0].ndim == 2 else None
        full = (self._trials, columns or 1)
        return self._draw(law, columns, purpose, *(
            numpy.ascontiguousarray(numpy.broadcast_to(shape if shape.ndim == 2 else shape.reshape(-1, 1), full)) for shape in arrays))

    def _draw(self, law: bytes, columns: int | None, purpose: int, *shapes: Array) -> Array:
        drawn = numpy.empty((self._trials, columns or 1))
        a, b = ([shape.ctypes.data for shape in shapes] + [None, None])[:2]
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

    feedback     what observe() receives. "bandit": arm (trials,), loss (trials,), violation (trials, m). "bandit losses": the
                 same with violation (trials, m, K). "full": arm is None, loss (trials, K), violation (trials, m, K). Arms
                 count from 0; losses are in [0, 1], violations in [-1, 1]; positive is violated
    draw         def draw(self, random): optional, called before strategy(); takes random numbers from `random` (a `Random`)
    strategy     returns (trials, K) numbers, rows in the simplex, or (trials,) integers: the arm of each trial. The sum of a row must be
                 within 1e-9 of 1; rows in float32 are divided by their sum if it is within 1e-5 of 1
    observe      def observe(self, t, arm, loss, violation): called after each round; t counts from 1
    ignores_constraints  True: strategies do not depend on violations. The learner is then a reference line, which tables never recommend
    largest_batch  largest number of trials that an object plays [1,024]; less than 8 counts as 8. Results do not depend on it

    A row must not depend on other rows: trials are independent. Take random numbers from `draw` only: with another generator, results
    do not follow from the study's seed, and `regretta.run` warns. `regretta.check` tests both.
    """

    feedback = "bandit"
    ignores_constraints = False

    def __init__(self, problem: Problem, trials: int) -> None:
        raise NotImplementedError

    def strategy(self) -> Any:
        """x_t of every trial."""
        raise NotImplementedError

    def observe(self, t: int, arm: Any, loss: Any, violation: Any) -> None:
        """Ends round t."""
        raise NotImplementedError


def check_class(name: str, learner: Any) -> None:
    """Raises TypeError if the class cannot be a learner, or if its version cannot be determined."""
    if not isinstance(learner, type):
        raise TypeError(f"learners[{name!r}]: expected a class, not {type(learner).__name__} (without brackets: MyLearner)")
    for method in ("__init__", "strategy", "observe"):
        if getattr(learner, method, None) in (None, getattr(Learner, method), object.__init__):
            raise TypeError(f"{learner.__name__} has no method {method}")
    if getattr(learner, "feedback", "bandit") not in FEEDBACKS:
        raise TypeError(f'{learner.__name__}.feedback is {learner.feedback!r}, expected one of {", ".join(FEEDBACKS)}')
    largest_batch_of(learner)
    if not isinstance(getattr(learner, "ignores_constraints", False), bool):
        raise TypeError(f"{learner.__name__}.ignores_constraints is {learner.ignores_constraints!r}, expected True or False")
    parameters_of(learner)
    content_of(learner)


def largest_batch_of(learner: type) -> int:
    """The largest number of trials that are played side by side."""
    largest = getattr(learner, "largest_batch", LARGEST_BATCH)
    if not isinstance(largest, numbers.Integral) or largest < 1:
        raise TypeError(f"{learner.__name__}.largest_batch is {largest!r}, expected an integer from 1 on")
    return min(int(largest), 2**31 - 1)  # an int32 in C


def parameters_of(learner: type) -> dict[str, Any]:
    """The learner's parameters with their defaults."""
    parameters = list(inspect.signature(learner.__init__).parameters.values())[3:]  # after self, problem and trials
    defaults = {}
    for parameter in parameters:
        if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            continue
        if parameter.default is parameter.empty:
            raise TypeError(f"{learner.__name__}.__init__: parameter {parameter.name} has no default")
        default = default_of(parameter.default)
        if default is None:
            shown = " ".join(repr(parameter.default).split())
            raise TypeError(f"{learner.__name__}.__init__: the default of {parameter.name} is {shown}, expected a bool, "
                            "an int of 64 bits, a finite float, a string, or a list with at least one number")
        defaults[parameter.name] = default
    return defaults


def default_of(value: Any) -> Any:
    """The default as a value of a study: bool, int, float, str or a list of numbers, also from NumPy's types; None for other values."""
    if isinstance(value, (numpy.generic, numpy.ndarray)):
        value = float(value) if isinstance(value, numpy.longdouble) else value.tolist() if value.dtype.kind in "fiubU" else None
    if isinstance(value, (list, tuple)):
        entries = [default_of(entry) for entry in value]
        return entries if entries and all(type(entry) in (int, float) for entry in entries) else None
    if type(value) is int:
        return value if -2**63 <= value < 2**63 else None
    if type(value) is float:
        return value if math.isfinite(value) else None
    return value if type(value) in TYPES else None
