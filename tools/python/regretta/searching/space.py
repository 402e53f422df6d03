"""The space of a search: ranges, points in them, and the studies of points."""

import dataclasses
import math
from typing import Any, Callable, Mapping, NoReturn, Sequence

import numpy

from ..program import RegrettaError

Point = Any
"""An array with a coordinate for each range. A coordinate has no effect where the chosen kind does not use its setting."""
SECTIONS = ("environment", "learner")


def replaced(value: Any, path: str, replacement: Callable[[str, Any], Any]) -> Any:
    """The value with each range in it replaced by `replacement(path, range)`. In paths, elements of lists count from 1."""
    if isinstance(value, list):
        return [replaced(element, f"{path}.{k}", replacement) for k, element in enumerate(value, start=1)]
    return replacement(path, value) if isinstance(value, dict) else value


def ranges_in(value: Any, path: str = "") -> dict[str, Any]:
    """The ranges in a value, by path, as the study has them: { search = ... } or { same = ... }."""
    ranges: dict[str, Any] = {}
    replaced(value, path, ranges.__setitem__)
    return ranges


class Range:
    """The values that a setting may have: `choices`, or numbers from `low` to `high`. Its coordinate is the index of a choice, or a share
    of the way from low to high. parameter: the description of the setting in the catalogue. Raises ValueError for an invalid range."""

    def __init__(self, path: str, written: Mapping[str, Any], parameter: Mapping[str, Any]) -> None:
        search, self.path, self.setting = written["search"], path, f"{'.'.join(path.split('.')[:2])}.{parameter['name']}"
        self.is_log, self.is_integer = written.get("scale") == "log", parameter["type"] == "integer"
        self.counts = search == "all" and parameter["name"].endswith(("arm", "constraint"))  #: whether it means all arms or constraints
        words = [False, True] if parameter["type"] == "true/false" else parameter["range"].split(" | ")
        self.choices = [1] if self.counts else words * (len(words) > 1) if search == "all" else search
        if len(search) == 2 and written.get("scale") != "choice" and all(type(end) in (int, float) for end in search):
            low, high = (math.ceil(search[0]), math.floor(search[1])) if self.is_integer else map(float, search)
            self.choices, self.low, self.high = [], low, high
            self._from, self._to = (self.low - 0.5, self.high + 0.5) if self.is_integer else (self.low, self.high)
        if not (isinstance(self.choices, list) and self.choices or hasattr(self, "low") and 0 < self.high - self.low < math.inf
                and not (self.is_log and self.low <= 0)):
            raise ValueError(f'{search!r} is not a range, expected [from, to] with the smaller end first (above 0 with scale = "log"), a '
                             'list of values, or "all" of a choice, a flag, arms or constraints')

    def value(self, coordinate: float) -> Any:
        """The value at a coordinate. Numbers are rounded to 13 digits, so that every number with fewer digits has a coordinate."""
        if self.choices:
            return self.choices[min(int(max(coordinate, 0)), len(self.choices) - 1)]
        share, length = min(max(float(coordinate), 0.0), 1.0), self._to - self._from
        value = self._from * (self._to / self._from) ** share if self.is_log else self._from + share * length
        if self.is_integer:
            return int(min(max(math.floor(value + 0.5), self.low), self.high))
        return min(max(float(f"{value:.13g}") if self.is_log else round(value, 13 - math.floor(math.log10(length))), self.low), self.high)

    def coordinate_of(self, value: Any) -> float:
        """The coordinate of a value. Raises ValueError if the value is not in the range."""
        if self.choices:
            return float([(type(choice), choice) for choice in self.choices].index((type(value), value)))
        if type(value) not in (int, float) or not self.low <= value <= self.high or (self.is_integer and value % 1):
            raise ValueError(f"{value!r} is not in the range")
        low, high = self._from, self._to
        return math.log(value / low) / math.log(high / low) if self.is_log else (value - low) / (high - low)

    def rounded(self, coordinate: float, digits: int) -> float:
        """The coordinate of the nearest value with few digits. In a logarithmic range, `digits` counts significant digits (at least 1);
        otherwise, digits after the first digit of the range's length."""
        if self.choices or self.is_integer:
            return coordinate
        value = self.value(coordinate)
        first = math.floor(math.log10(value if self.is_log else self.high - self.low))
        decimals = (max(digits, 1) - 1 if self.is_log else digits) - first
        return self.coordinate_of(min(max(round(value, decimals), self.low), self.high))


@dataclasses.dataclass(eq=False)
class Candidate:
    """A point and its results. The candidate's number, unless it is 0, is appended to the names of its environments or learners. `scores`:
    for each rung of the race, the value (larger is better; None: trials failed) and the excess (by how much constraints are violated)."""

    number: int
    point: Point
    generation: int = 0
    proposer: str = ""
    refusal: str = ""
    scores: list[list[Any]] = dataclasses.field(default_factory=list)

    def score(self, rung: int = -1) -> list[Any]:
        """The value and the excess after a rung."""
        return self.scores[rung] if self.scores else [None, 0.0]

    def order(self, rung: int = -1) -> tuple[bool, float, float, int]:
        """A key for sorting, best first: by whether trials failed, the excess, the value, and the number."""
        value, excess = self.score(rung)
        return value is None, excess, 0.0 if value is None or excess > 0 else -value, self.number


def best_of(candidates: Sequence[Candidate], count: int) -> list[Candidate]:
    """The best candidates, those with more trials first, without candidates whose trials failed."""
    played = [candidate for candidate in candidates if candidate.score()[0] is not None]
    return sorted(played, key=lambda candidate: (-len(candidate.scores), candidate.order()))[:count]


class Table:
    """An [[environment]] or [[learner]]. `searched`: the settings with ranges. parameters: those of its kind in the catalogue."""

    def __init__(self, section: str, number: int, written: Mapping[str, Any], parameters: Sequence[Mapping[str, Any]]) -> None:
        self.section, self.path, self.kind, self.name = section, f"{section}.{number}", written["kind"], written["name"]
        self.settings, self.searched = written["settings"], {key for key, value in written["settings"].items() if ranges_in(value)}
        self.parameters: dict[str, list[Mapping[str, Any]]] = {}  # by name: the parameter's descriptions, one per condition for its use
        for parameter in parameters:
            self.parameters.setdefault(parameter["name"], []).append(parameter)

    def without_inactive(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """The settings without those that have no meaning beside the present values of the searched choices."""
        def unmet(parameter: Mapping[str, Any]) -> set[str]:
            return {key for key, word in parameter["conditions"].items() if settings.get(key, self.parameters[key][0]["default"]) != word}
        missing = {key: list(map(unmet, self.parameters[key])) for key in settings}
        return {key: value for key, value in settings.items() if not (all(missing[key]) and any(k <= self.searched for k in missing[key]))}


class Space:
    """The ranges of a study with [search]. file: its name in messages. written: from Engine.settings. Raises RegrettaError for a study that
    cannot be searched."""

    def __init__(self, file: str, written: Mapping[str, Any]) -> None:
        self._file = file
        # Messages of the engine leave out the number of the first table.
        self._where = {**{path.replace(".1.", ".", 1): line for path, line in written["where"].items()}, **written["where"]}
        self.keys, self.quantities, self.ranges = written["study"], written["quantities"], list[Range]()
        self._measures = [{"kind": measure["kind"], "name": measure["name"], **measure["settings"]} for measure in written["measure"]]
        self.tables = [Table(section, number, table, written["catalogue"][f"{section}s"][table["kind"]]["parameters"])
                       for section in SECTIONS for number, table in enumerate(written[section], start=1)]
        self.searched = [table for table in self.tables if table.searched]
        varying = {table.section for table in self.searched}
        for is_wrong, path, problem in (
                ("search" not in written, "search", "is missing, expected a section [search]; a study without it is for `regretta run`"),
                (not varying, "search", "the study has no range, expected one such as value = { search = [-1, 1] }"),
                (len(varying) > 1, "search", "both learners and environments have ranges; expected one of the two. For the learner "
                 "that is best against the worst adversary, two searches take turns (tools/handbook/search.md)"),
                ("until" in self.keys, "study.until", "is for a run; a search decides how many trials it plays"),
                *((len({*self.names(section)}) < len(self.names(section)), section, "two have the same name, expected different names")
                  for section in SECTIONS)):
            if is_wrong:
                self.refuse(path, problem)
        self.varying = varying.pop()
        written_ranges = {path: (axis, table.parameters[key][0]) for table in self.searched for key in table.searched
                          for path, axis in ranges_in(table.settings[key], f"{table.path}.{key}").items() if "search" in axis}
        for path in sorted(written_ranges, key=lambda path: self._where[path]):
            try:
                self.ranges.append(Range(path, *written_ranges[path]))
            except ValueError as error:
                self.refuse(path, str(error))

    def refuse(self, path: str, problem: str) -> NoReturn:
        """Raises RegrettaError with the file, the line and the path."""
        located = path
        while located and located not in self._where:
            located = located.rpartition(".")[0]
        line = self._where.get(located, [0])[0]
        raise RegrettaError(f"{self._file}{f':{line}' if line else ''}: {path}: {problem}", 2)

    def names(self, section: str) -> list[str]:
        """The names of the environments, or of the learners, without numbers of candidates."""
        return [table.name for table in self.tables if table.section == section]

    def fill_in_arms(self, arms: int, constraints: int) -> None:
        """Sets the choices of ranges "all" of arms and constraints; constraint 0 stands for every constraint."""
        for axis in self.ranges:
            if axis.counts:
                axis.choices = list(range(1, arms + 1) if axis.path.endswith("arm") else range(int(constraints == 1), constraints + 1))

    def random(self, generator: numpy.random.Generator) -> Point:
        """A random point: choices are equally likely, and coordinates of numbers uniform in [0, 1)."""
        shares = generator.random(len(self.ranges))
        return numpy.array([numpy.floor(share * len(axis.choices)) if axis.choices else share for share, axis in zip(shares, self.ranges)])

    def settings(self, point: Point) -> list[tuple[Table, dict[str, Any]]]:
        """The tables with ranges, and their settings at a point, without settings that have no meaning beside the point's choices."""
        values = {axis.path: axis.value(coordinate) for axis, coordinate in zip(self.ranges, point)}
        filled = {f"{table.path}.{key}": replaced(value, f"{table.path}.{key}", lambda path, axis: values.get(path, axis))
                  for table in self.tables if table.section == self.varying for key, value in table.settings.items()}

        def value_of_same(path: str, axis: Any) -> Any:
            if ranges_in(filled.get(axis["same"], axis)):
                self.refuse(path, f'"{axis["same"]}" has no value, expected a path such as "{self.varying}.1.PARAMETER"')
            return filled[axis["same"]]
        return [(table, table.without_inactive({key: replaced(filled[f"{table.path}.{key}"], f"{table.path}.{key}", value_of_same)
                                               for key in table.settings})) for table in self.searched]

    def values(self, point: Point) -> dict[str, Any]:
        """The values at a point by path, of the ranges that have a meaning beside the point's choices."""
        kept = {f"{table.path}.{key}" for table, settings in self.settings(point) for key in settings}
        return {axis.path: axis.value(coordinate) for axis, coordinate in zip(self.ranges, point) if axis.setting in kept}

    def label(self, section: str, name: str, candidate: int) -> str:
        """The name of an environment or learner in the study of a candidate: "attacked-12"."""
        is_searched = any((table.section, table.name) == (section, name) for table in self.searched)
        return f"{name}-{candidate}" if candidate and is_searched else name

    def study(self, candidates: Sequence[Candidate], trials: int, first_trial: int = 0) -> dict[str, Any]:
        """A study of these candidates, with the environments and learners that have no ranges."""
        keys = {**self.keys, "trials": trials, **({"first_trial": first_trial} if first_trial else {})}
        tables: dict[str, list[Any]] = {section: [{"kind": table.kind, "name": table.name, **table.settings} for table in self.tables
                                                  if table.section == section and not table.searched] for section in SECTIONS}
        for candidate in candidates:
            tables[self.varying] += [{"kind": table.kind, "name": self.label(self.varying, table.name, candidate.number), **settings}
                                     for table, settings in self.settings(candidate.point)]
        return {"study": keys, **tables, **({"measure": self._measures} if self._measures else {})}
