"""Oblivious environments given in Python: arrays, or functions of t."""

import ctypes
from typing import Any, Callable

import numpy

from .arrays import plain
from .library import LANGUAGE, EnvironmentStruct, Library, MeansFunction
from .tables import Array

Part = Any | Callable[[int], Any]  # an array, or a function of t


class Environment:
    """Means that are fixed before round 1, for `run(..., environments={"mine": Environment(loss, violation)})`.

    loss       mean losses in [0, 1]: an array of shape (T, K), row t - 1 for round t; or a function of t = 1, ..., T that returns (K,)
    violation  mean violations in [-1, 1], above 0 means violated: (T, K) for one constraint or (T, m, K); or a function of t that
               returns (K,) or (m, K)

    A study selects the environment by its name, as `kind`, and may add noise and corruption as to any other kind. With an array, the
    horizon of the study may be at most T, and is T by default. A function must depend on t only: it is called for each t, in order, before
    the first trial, again when trials are replayed, and in every process. The results file stores hashes of the arrays, or of the
    functions' code and everything that the code refers to. Raises TypeError or ValueError for other shapes and types; `run` refuses
    values outside of their range, with round, arm and constraint.
    """

    def __init__(self, loss: Part, violation: Part) -> None:
        self.loss, self.violation = _part("loss", loss), _part("violation", violation)
        losses, violations = (_first(name, part) if callable(part) else part[0]
                              for name, part in (("loss", self.loss), ("violation", self.violation)))
        if losses.ndim != 1 or not losses.size:
            raise ValueError(f"loss: a round has shape {losses.shape}, expected (K,), a number for each arm")
        if violations.ndim not in (1, 2) or violations.shape[-1] != len(losses) or not violations.size:
            raise ValueError(f"violation: a round has shape {violations.shape}, expected ({len(losses)},), or (m, {len(losses)}): as many "
                             "arms as loss has")
        self.num_arms = len(losses)
        self.num_constraints = 1 if violations.ndim == 1 else len(violations)
        lengths = [len(part) for part in (self.loss, self.violation) if not callable(part)]
        if len(set(lengths)) > 1:
            raise ValueError(f"loss has {lengths[0]} rounds and violation {lengths[1]}, expected the same number")
        self.longest_horizon = lengths[0] if lengths else 0  #: 0 if any horizon is possible

    def __repr__(self) -> str:
        length = f"T <= {self.longest_horizon:,}" if self.longest_horizon else "any T"
        return f"<Environment: {self.num_arms} arms, {self.num_constraints} constraints, {length}>"

    def means(self, horizon: int) -> tuple[Array, Array]:
        """Losses (T, K) and violations (T, m, K) of rounds 1 to horizon."""
        shape = (self.num_constraints, self.num_arms)
        return (_rounds("loss", self.loss, horizon, shape[1:]),
                _rounds("violation", self.violation, horizon, shape[1:] if shape[0] == 1 else shape).reshape(-1, *shape))


def _part(name: str, part: Part) -> Any:
    """The function unchanged, or an array of doubles."""
    if callable(part):
        return part
    array = plain(f"{name}:", part)
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{name}: an array of type {array.dtype}, expected numbers, or a function of t")
    if array.ndim not in ((2,) if name == "loss" else (2, 3)) or not len(array):
        raise ValueError(f"{name}: an array of shape {array.shape}, expected (T, K)" + (" or (T, m, K)" if name == "violation" else ""))
    return numpy.ascontiguousarray(array, dtype=numpy.float64)


def _first(name: str, part: Callable[[int], Any]) -> Array:
    """The function's value for round 1. Raises ValueError if a second call returns another."""
    row, again = (plain(f"{name}(1):", part(1)) for _ in range(2))
    if not numpy.array_equal(row, again, equal_nan=row.dtype.kind == "f"):
        raise ValueError(f"{name}(1) returns other numbers when it is called again: it must depend on t only, not on a generator of random "
                         "numbers or on earlier calls")
    return row


def _rounds(name: str, part: Any, horizon: int, shape: tuple[int, ...]) -> Array:
    """The means of rounds 1 to horizon. shape: shape of the means of a round."""
    if not callable(part):
        return numpy.asarray(part[:horizon])
    means = numpy.empty((horizon, *shape))
    for t in range(1, horizon + 1):
        row = plain(f"{name}({t}):", part(t))
        if row.size != means[0].size or row.shape[-1:] != shape[-1:]:
            raise ValueError(f"{name}({t}) has shape {row.shape}, expected {shape}, as in round 1")
        if row.dtype.kind not in "fiub":
            raise TypeError(f"{name}({t}) has type {row.dtype}, expected numbers")
        means[t - 1] = row.reshape(shape)
    return means


class EnvironmentBridge:
    """The C description of an environment, and the callback for its means. Must live as long as the session that it is added to."""

    def __init__(self, library: Library, name: str, environment: Environment) -> None:
        self._library, self._name, self._environment = library, name, environment
        self.struct = EnvironmentStruct(
            ctypes.sizeof(EnvironmentStruct), name.encode(), b"an environment in Python",
            environment.num_arms, environment.num_constraints, environment.longest_horizon, None, MeansFunction(self._means), LANGUAGE)

    def changed(self) -> str:
        """No warning, unlike Bridge.changed of a learner: no code of an environment runs during trials, so that none can change."""
        return ""

    def _means(self, user: Any, horizon: int, loss: int, violation: int) -> int:
        try:
            for values, address in zip(self._environment.means(horizon), (loss, violation)):
                array = numpy.ascontiguousarray(values, dtype=numpy.float64)
                ctypes.memmove(address, array.ctypes.data, array.nbytes)
        except BaseException as error:  # exceptions cannot pass through C
            self._library.fail(f"{self._name}: {type(error).__name__}: {error}".encode())
            return 1
        return 0
