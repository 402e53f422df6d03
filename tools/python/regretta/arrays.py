"""Converts arrays of the caller to arrays that C can read: numbers, none of them masked or missing."""

import numbers
from typing import Any

import numpy

from .tables import Array

MISSING = ("NoneType", "NAType", "NaTType")  # types of None and of pandas' missing values


def plain(what: str, values: Any) -> Array:
    """The values as an array. Raises ValueError, with the index, for an entry that is masked or missing; its message begins with `what`."""
    if type(values) is numpy.ndarray and values.dtype.kind != "O":
        return values
    _refuse(what, _masked(values), "masked")
    array = numpy.asarray(values)
    if array.dtype.kind == "O" and array.ndim:
        for index, entry in numpy.ndenumerate(array):
            _refuse(what, index if entry is numpy.ma.masked else None, "masked")
            _refuse(what, index if type(entry).__name__ in MISSING else None, "missing")
        if array.size and all(isinstance(entry, numbers.Real) for entry in array.flat):
            return array.astype(numpy.float64)
    return array


def strategies(what: str, values: Any, trials: int, num_arms: int) -> tuple[Array, bool]:
    """Strategies (trials x arms) or arms (one per trial), and whether these are arms. Rows in float32 or float16 cannot sum to 1 to the
    engine's tolerance, so that rows with a sum near 1 are divided by it. Raises ValueError for another shape or type."""
    chosen = plain(what, values)
    shape, kind = chosen.shape, chosen.dtype.kind
    if shape == (trials,) and kind in "iu":
        return numpy.ascontiguousarray(chosen, numpy.int64), True
    if shape != (trials, num_arms) or kind not in "fiub":
        raise ValueError(f"{what} an array of shape {shape} and type {chosen.dtype}, expected ({trials}, {num_arms}) numbers, or "
                         f"({trials},) integers")
    x = numpy.ascontiguousarray(chosen, numpy.float64)
    if kind == "f" and chosen.dtype.itemsize < 8:
        total = x.sum(axis=1, keepdims=True)
        near = numpy.abs(total - 1) <= max(1e-5, 4 * numpy.finfo(chosen.dtype).eps)
        x = x / numpy.where(near, total, 1)
    return x, False


def _masked(values: Any) -> tuple[int, ...] | None:
    """The index of the first entry that is masked."""
    if isinstance(values, numpy.ma.MaskedArray):
        mask = numpy.ma.getmaskarray(values)
        return tuple(map(int, numpy.argwhere(mask)[0])) if mask.dtype == bool and mask.any() else None
    if isinstance(values, (list, tuple)):
        for k, entry in enumerate(values):
            if type(entry) not in (float, int) and (found := _masked(entry)) is not None:
                return (k, *found)
    return None


def _refuse(what: str, index: tuple[int, ...] | None, fault: str) -> None:
    """Raises ValueError if there is an index: () for a number that is not in an array."""
    if index is not None:
        where = f"an array whose entry {list(index)} is {fault}" if index else f"a {fault} entry"
        raise ValueError(f"{what} {where}, expected a number")
