"""Converts arrays of the caller to arrays of numbers that C can read, without masked or missing entries."""

import numbers
from typing import Any

import numpy

from .tables import Array

MISSING = ("NoneType", "NAType", "NaTType")  # names of the types of None and of pandas' missing values


def plain(subject: str, values: Any) -> Array:
    """The values as an array. Raises ValueError, with the index, for a masked or missing entry; the message begins with `subject`."""
    if type(values) is numpy.ndarray and values.dtype.kind != "O":
        return values
    _refuse(subject, _masked(values), "masked")
    array = numpy.asarray(values)
    if array.dtype.kind == "O" and array.ndim:
        for index, entry in numpy.ndenumerate(array):
            _refuse(subject, index if entry is numpy.ma.masked else None, "masked")
            _refuse(subject, index if type(entry).__name__ in MISSING else None, "missing")
        if array.size and all(isinstance(entry, numbers.Real) for entry in array.flat):
            return array.astype(numpy.float64)
    return array


def strategies(subject: str, values: Any, trials: int, num_arms: int) -> tuple[Array, bool]:
    """The values as strategies (trials x arms) and False, or as arms (one per trial) and True. Sums of rows in float32 or float16 miss the
    engine's tolerance, so rows with a sum near 1 are divided by it. Raises ValueError for another shape or type."""
    array = plain(subject, values)
    shape, kind = array.shape, array.dtype.kind
    if shape == (trials,) and kind in "iu":
        return numpy.ascontiguousarray(array, numpy.int64), True
    if shape != (trials, num_arms) or kind not in "fiub":
        raise ValueError(f"{subject} an array of shape {shape} and type {array.dtype}, expected ({trials}, {num_arms}) numbers, or "
                         f"({trials},) integers")
    x = numpy.ascontiguousarray(array, numpy.float64)
    if kind == "f" and array.dtype.itemsize < 8:
        total = x.sum(axis=1, keepdims=True)
        is_near = numpy.abs(total - 1) <= max(1e-5, 4 * numpy.finfo(array.dtype).eps)
        x = x / numpy.where(is_near, total, 1)
    return x, False


def _masked(values: Any) -> tuple[int, ...] | None:
    """The index of the first masked entry; None if there is none."""
    if isinstance(values, numpy.ma.MaskedArray):
        mask = numpy.ma.getmaskarray(values)
        return tuple(map(int, numpy.argwhere(mask)[0])) if mask.dtype == bool and mask.any() else None
    if isinstance(values, (list, tuple)):
        for k, entry in enumerate(values):
            if type(entry) not in (float, int) and (found := _masked(entry)) is not None:
                return (k, *found)
    return None


def _refuse(subject: str, index: tuple[int, ...] | None, fault: str) -> None:
    """Raises ValueError if `index` is not None. It is () for a number that is not in an array."""
    if index is not None:
        problem = f"an array whose entry {list(index)} is {fault}" if index else f"a {fault} entry"
        raise ValueError(f"{subject} {problem}, expected a number")
