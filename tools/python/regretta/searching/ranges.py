"""Ranges in the settings of a study, and the values that they allow."""

from __future__ import annotations

import math
import re
from typing import Any, Callable, Mapping, NamedTuple, NoReturn, Sequence

from ..program import RegrettaError, nearest


class Source(NamedTuple):
    """The text of a study, for messages that say where something is."""

    name: str
    text: str

    def refuse(self, path: str, problem: str) -> NoReturn:
        """Raises RegrettaError with file, line and key: the line where a search for the key finds it."""
        section, *keys = [word for word in path.split(".") if not word.isdigit()] or [""]
        number = next((int(word) for word in path.split(".")[1:2] if word.isdigit()), 1)
        lines = self.text.splitlines()
        starts = [k for k, line in enumerate(lines) if re.match(rf"\s*\[+{re.escape(section)}\]+", line)] + [len(lines)]
        line = starts[number - 1] + 1 if number < len(starts) else 0
        for key in reversed(keys if line else []):
            found = [k for k in range(line - 1, starts[number]) if re.search(rf"(^|[\s{{,.]){re.escape(key)}\s*[.=]",
                                                                             lines[k].split("#")[0])]
            if found:
                line = found[0] + 1
                break
        raise RegrettaError(f"{self.name}{f':{line}' if line else ''}: {f'{path}: ' if path else ''}{problem}", 2)


def is_number(value: Any) -> bool:
    """Whether it is an integer or a float, not a flag."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_range(value: Any) -> bool:
    """Whether it is a table with `search` or `same`."""
    return isinstance(value, dict) and ("search" in value or "same" in value)


def flat(settings: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested tables by path, {"corruption.budget": 100}; a range is a value."""
    found: dict[str, Any] = {}
    for key, value in settings.items():
        is_table = isinstance(value, dict) and not is_range(value)
        found.update(flat(value, f"{prefix}{key}.") if is_table else {prefix + key: value})
    return found


def replaced(value: Any, path: str, give: Callable[[str, Any], Any]) -> Any:
    """The value with `give(path, range)` instead of each range; elements of lists count from 1."""
    if isinstance(value, list):
        return [replaced(element, f"{path}.{k}", give) for k, element in enumerate(value, start=1)]
    return give(path, value) if is_range(value) else value


def ranges_in(value: Any, path: str = "") -> dict[str, Any]:
    """Each range in a value by its path."""
    found: dict[str, Any] = {}
    replaced(value, path, found.__setitem__)
    return found


def parameter_of(path: str) -> str:
    """"corruption.arm" of "environment.1.corruption.arm", "loss" of "environment.1.loss.2"."""
    return re.sub(r"(\.\d+)+$", "", path.split(".", 2)[2])


class Range:
    """One thing that a search varies: one of `choices`, or a number from `low` to `high`. A coordinate is the number of a choice, or a
    share in [0, 1] of the way from low to high."""

    def __init__(self, source: Source, path: str, written: Mapping[str, Any], known: Mapping[str, Any], is_count: bool = False) -> None:
        """known: the parameter in the catalogue. is_count: it is the number of an arm or a constraint."""
        search, scale = written["search"], written.get("scale", "linear")
        self.path, self.choices, self.low, self.high = path, [], 0.0, 0.0
        self.is_log, self.is_integer, self.counts = scale == "log", known["type"] == "integer", is_count and search == "all"
        is_list = isinstance(search, list)
        has_ends = is_list and len(search) == 2 and scale != "choice" and all(map(is_number, search))
        if search == "all":
            words = known["range"].split(" | ") if " | " in known["range"] else []
            self.choices = [1] if self.counts else [False, True] if known["type"] == "true/false" else words
        elif has_ends:
            self.low, self.high = map(float, search)
        elif is_list:
            self.choices = list(search)
        for is_wrong, problem in (
                (set(written) - {"search", "scale"}, f"{', '.join(written)} given, expected search and scale"),
                (scale not in ("linear", "log", "choice"), f'scale {scale!r} is unknown, expected "linear", "log" or "choice"'),
                (search == "all" and not self.choices, '"all" has a meaning for choices, arms and constraints only; expected [from, to]'),
                (search != "all" and not is_list, f'{search!r} is not a range, expected [from, to], a list of values, or "all"'),
                (search == [], "an empty range, expected [from, to] or a list of values"),
                (self.choices and self.is_log, 'a list of values has no scale "log", expected [from, to]'),
                (any(isinstance(one, (list, dict)) for one in self.choices),
                 "a list or a table cannot be chosen, expected numbers, texts or flags"),
                (len({repr(one) for one in self.choices}) < len(self.choices), "a value appears twice, expected different ones"),
                (self.low > self.high, f"{search} is empty, expected the smaller end first"),
                (has_ends and self.low == self.high, f"{search} is one value, expected that value without search"),
                (not math.isfinite(self.high - self.low), f"{search} is not finite, expected finite ends"),
                (has_ends and self.is_log and self.low <= 0, f"{search} has no logarithms, expected ends above 0"),
                (self.is_integer and (self.low % 1 or self.high % 1), f"{search} has ends that are not integers, as this parameter is")):
            if is_wrong:
                source.refuse(path, problem)
        self._from, self._to = (self.low - 0.5, self.high + 0.5) if self.is_integer else (self.low, self.high)

    def at(self, coordinate: float) -> Any:
        """The value of a coordinate. Numbers have 13 digits, so that each with few digits has a coordinate."""
        if self.choices:
            return self.choices[min(int(max(coordinate, 0)), len(self.choices) - 1)]
        share, length = min(max(float(coordinate), 0.0), 1.0), self._to - self._from
        value = self._from * (self._to / self._from) ** share if self.is_log else self._from + share * length
        if self.is_integer:
            return int(min(max(math.floor(value + 0.5), self.low), self.high))
        return min(max(float(f"{value:.13g}") if self.is_log else round(value, 13 - math.floor(math.log10(length))), self.low), self.high)

    def coordinate_of(self, value: Any) -> float | None:
        """The coordinate of a value; None if the range does not have it."""
        if self.choices:
            return next((float(k) for k, one in enumerate(self.choices) if one == value and isinstance(one, bool) == isinstance(value,
                bool)), None)
        if not is_number(value) or not self.low <= value <= self.high or (self.is_integer and value % 1):
            return None
        low, high = self._from, self._to
        return math.log(value / low) / math.log(high / low) if self.is_log else (value - low) / (high - low)

    def rounded(self, coordinate: float, digits: int) -> float:
        """The coordinate of the nearest value with so many digits: of its own, one at least, where the range is logarithmic, else
        behind the first of the range's length."""
        if self.choices or self.is_integer:
            return coordinate
        value = self.at(coordinate)
        place = max(digits, 1) - 1 - math.floor(math.log10(value)) if self.is_log else digits - math.floor(math.log10(self.high - self.low))
        found = self.coordinate_of(min(max(round(value, place), self.low), self.high))
        return coordinate if found is None else found
