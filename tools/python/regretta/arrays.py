"""Arrays of the caller as C reads them: numbers, none of them masked or missing."""

from __future__ import annotations

import numbers
from typing import Any

import numpy

from .tables import Array

MISSING = ("NoneType", "NAType", "NaTType")  # None, and what pandas has for it


def plain(what: str, given: Any) -> Array:
    """The array. Raises ValueError, with the index, for an entry that is masked or missing; the message begins with `what`."""
    if type(given) is numpy.ndarray and given.dtype.kind != "O":
        return given
    _refuse(what, _masked(given), "masked")
    array = numpy.asarray(given)
    if array.dtype.kind == "O" and array.ndim:
        for index, entry in numpy.ndenumerate(array):
            _refuse(what, index if entry is numpy.ma.masked else None, "masked")
            _refuse(what, index if type(entry).__name__ in MISSING else None, "missing")
        if array.size and all(isinstance(entry, numbers.Real) for entry in array.flat):
            return array.astype(numpy.float64)
    return array


def strategies(what: str, given: Any, trials: int, num_arms: int) -> tuple[Array, bool]:
    """Strategies, trials x arms, or the arms of the trials, and whether it is these. A row in float32 or float16 whose sum is near 1 is
    divided by its sum: that is as near as such numbers come. Raises ValueError for another shape or type."""
    chosen = plain(what, given)
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


def _masked(given: Any) -> tuple[int, ...] | None:
    """The index of the first entry that is masked."""
    if isinstance(given, numpy.ma.MaskedArray):
        mask = numpy.ma.getmaskarray(given)
        return tuple(map(int, numpy.argwhere(mask)[0])) if mask.dtype == bool and mask.any() else None
    if isinstance(given, (list, tuple)):
        for k, entry in enumerate(given):
            if type(entry) not in (float, int) and (found := _masked(entry)) is not None:
                return (k, *found)
    return None


def _refuse(what: str, index: tuple[int, ...] | None, fault: str) -> None:
    if index is not None:
        where = f"an array whose entry {list(index)} is {fault}" if index else f"a {fault} entry"
        raise ValueError(f"{what} {where}, expected a number")
