"""The space of a search: its points, and the studies that they make."""

from __future__ import annotations

import tomllib
from typing import Any, Mapping, NamedTuple, Sequence

import numpy

from ..program import RegrettaError, nearest
from .engine import Engine
from .ranges import Range, Source, flat, parameter_of, ranges_in, replaced

Point = Any
"""An array with a coordinate for each range. Those that a choice makes meaningless change nothing."""
SECTIONS = ("environment", "learner")


class Table(NamedTuple):
    """One [[environment]] or [[learner]]. `searched`: its parameters with ranges. `defaults` of its parameters; `ways`: the choices beside
    which each has a meaning, by path."""

    section: str
    path: str
    kind: str
    name: str
    settings: dict[str, Any]
    searched: frozenset[str]
    defaults: dict[str, Any]
    ways: dict[str, list[dict[str, str]]]


class Candidate(NamedTuple):
    """A point under the label that its environments or learners have behind their names."""

    label: str
    point: Point


class Space:
    """The ranges of a study with [search]. Raises RegrettaError for what cannot be searched."""

    def __init__(self, source: Source, study: Mapping[str, Any], engine: Engine) -> None:
        self.source, self._engine = source, engine
        self.keys, self.measures = dict(study.get("study", {})), list(study.get("measure", []))
        listed = self.keys.get("measures", [])
        named = [*([listed] if isinstance(listed, str) else listed), *(one.get("name", one.get("kind", "")) for one in self.measures)]
        self.quantities = [*engine.catalogue["quantities"], *(one.replace("-", "_") for one in named)]
        self.tables: list[Table] = []
        self.ranges: list[Range] = []
        for section in SECTIONS:
            for number, table in enumerate(study.get(section, []), start=1):
                self._add(section, f"{section}.{number}", dict(table))
        self.searched = [one for one in self.tables if one.searched]
        varying = {one.section for one in self.searched}
        for is_wrong, path, problem in (
                (not varying, "search", "nothing varies; expected a range somewhere, such as value = { search = [-1, 1] }"),
                (len(varying) > 1, "search",
                 "there are ranges in learners and in environments; expected one of the two. For the learner that is best "
                 "against the worst adversary, two searches take turns (tools/handbook/search.md)"),
                (ranges_in(list(flat(self.keys).values())), "study",
                 "has a range, but only learners or environments may vary; expected a value"),
                ("until" in self.keys, "study.until", "is for a run; expected none: a search gives each candidate its trials"),
                ("first_trial" in self.keys, "study.first_trial", "is of what was found; a search races on the trials from 0 on"),
                (self.keys.get("instances", 1) != 1, "study.instances", "is for a run; a search plays one instance"),
                (isinstance(self.keys.get("horizon"), list), "study.horizon",
                 "a list, but a search is at one horizon; expected one value")):
            if is_wrong:
                source.refuse(path, problem)
        self.varying = varying.pop()
        self.cells_each = sum(label != "" for label, _, _ in self.cells([Candidate("1", None)]))

    def _add(self, section: str, path: str, table: dict[str, Any]) -> None:
        kind, kinds = table.pop("kind", None), self._engine.catalogue[f"{section}s"]
        if not isinstance(kind, str) or kind not in kinds:
            self.source.refuse(f"{path}.kind", f'no {section} "{kind}"{nearest(str(kind), list(kinds))}')
        name = table.pop("name", kind)
        if name in self.names(section):
            self.source.refuse(f"{path}.name", f'"{name}" is the name of several, expected different names in a search')
        # noise.kind and noise.half_width are long for noise and noise_half_width.
        settings = {key.replace("noise.kind", "noise").replace("noise.", "noise_"): value for key, value in flat(table).items()}
        found = {where: one for key, value in settings.items() for where, one in ranges_in(value, f"{path}.{key}").items()}
        known, ways = {info["name"]: info for info in reversed(kinds[kind]["parameters"])}, {}
        for info in kinds[kind]["parameters"]:
            ways.setdefault(info["name"], []).append(info["conditions"])
        defaults = {parameter: info["default"] for parameter, info in known.items()}
        self.tables.append(Table(section, path, kind, name, settings, frozenset(map(parameter_of, found)), defaults, ways))
        for where, one in found.items():
            parameter = parameter_of(where)
            if parameter not in known:
                self.source.refuse(where, f'"{parameter}" is not a parameter of {kind}{nearest(parameter, list(known))}')
            if "search" in one:
                self.ranges.append(Range(self.source, where, one, known[parameter], parameter.split(".")[-1] in ("arm", "constraint")))

    def names(self, section: str) -> list[str]:
        """Of the environments, or of the learners, as written."""
        return [table.name for table in self.tables if table.section == section]

    def fill_in_arms(self, arms: int, constraints: int) -> None:
        """Says what "all" means of arms and constraints."""
        for one in self.ranges:
            if one.counts:
                one.choices = list(range(1, arms + 1) if one.path.endswith("arm") else range(1 if constraints == 1 else 0, constraints + 1))

    def random(self, generator: numpy.random.Generator) -> Point:
        """A point at random: choices, and shares of ranges, are equally likely."""
        drawn = generator.random(len(self.ranges))
        return numpy.array([numpy.floor(share * len(one.choices)) if one.choices else share for share, one in zip(drawn, self.ranges)])

    def _filled(self, point: Point) -> list[tuple[Table, dict[str, Any]]]:
        """The tables of the section that varies, with the values of a point, without what belongs to other choices than the point's."""
        value_at = {one.path: one.at(x) for one, x in zip(self.ranges, point)}
        tables = [table for table in self.tables if table.section == self.varying]
        filled = [{key: replaced(value, f"{table.path}.{key}", lambda path, one: value_at.get(path, one))
                   for key, value in table.settings.items()} for table in tables]
        by_path = {f"{table.path}.{key}": value for table, settings in zip(tables, filled) for key, value in settings.items()}

        def tied(path: str, one: Any) -> Any:
            value = by_path.get(one["same"])
            if value is None or ranges_in(value):
                self.source.refuse(path, f'"{one["same"]}" has no value of its own beside what varies, expected such as '
                                   f'{{ same = "{self.varying}.1.PARAMETER" }}')
            return value
        filled = [{key: replaced(value, f"{table.path}.{key}", tied) for key, value in settings.items()} for table,
                  settings in zip(tables, filled)]
        return [(table, {key: value for key, value in settings.items() if not self._is_foreign(table, settings, key)})
                for table, settings in zip(tables, filled)]

    def _is_foreign(self, table: Table, settings: Mapping[str, Any], name: str) -> bool:
        """Whether the parameter belongs to other words than those of the choices that are searched."""
        ways = [[choice for choice, word in conditions.items() if settings.get(choice, table.defaults.get(choice)) != word]
                for conditions in table.ways.get(name, [])]
        ways = [unmet for unmet in ways if table.searched.issuperset(unmet)]  # the others belong to words that are fixed
        return bool(ways) and all(ways)

    def values(self, point: Point) -> dict[str, Any]:
        """The values at a point by path, of the ranges that have a say, given its choices."""
        kept = {f"{table.path}.{key}" for table, settings in self._filled(point) for key in settings}
        return {one.path: one.at(x) for one, x in zip(self.ranges, point)
                if f"{self.varying}.{one.path.split('.')[1]}.{parameter_of(one.path)}" in kept}

    def active(self, point: Point) -> list[bool]:
        """Whether each range has a say at the point."""
        kept = self.values(point)
        return [one.path in kept for one in self.ranges]

    def study(self, candidates: Sequence[Candidate], trials: int, first_trial: int = 0) -> dict[str, Any]:
        """The study of these candidates, and of the tables that do not vary."""
        keys = {**self.keys, "trials": trials, **({"first_trial": first_trial} if first_trial else {})}
        tables = {section: [{"kind": one.kind, "name": one.name, **one.settings} for one in self.tables if one.section == section
                            and not one.searched]
                  for section in SECTIONS}
        for candidate in candidates:
            tables[self.varying] += [{"kind": one.kind, "name": f"{one.name}-{candidate.label}", **settings}
                                     for one, settings in self._filled(candidate.point) if one.searched]
        return {"study": keys, **tables, **({"measure": self.measures} if self.measures else {})}

    def cells(self, candidates: Sequence[Candidate]) -> list[tuple[str, str, str]]:
        """Of the study's cells in their order: label, "" if nothing varies, learner and environment as written."""
        named = {section: [("", one.name) for one in self.tables if one.section == section and not one.searched] +
                 [(candidate.label, one.name) for candidate in candidates for one in self.searched if one.section == section]
                 for section in SECTIONS}
        return [(label or other, learner, environment) for other, environment in named["environment"] for label,
                learner in named["learner"]]


def overridden(study: dict[str, Any], texts: Sequence[str], catalogue: Mapping[str, Any]) -> dict[str, Any]:
    """The study with the values of --set: KEY=VALUE, in TOML or a bare word."""
    for text in texts:
        key, equals, value = text.partition("=")
        section, *path = key.strip().split(".")
        try:
            parsed: Any = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            parsed = value.strip()
        tables = study.get(section, []) if section in SECTIONS else [study.setdefault(section, {})]
        chosen = [table for table in tables if path[:1] in ([table.get("kind")], [table.get("name")])] if section in SECTIONS else tables
        name = ".".join(path[1:] if chosen and section in SECTIONS else path)
        kinds = catalogue.get(f"{section}s", {})
        chosen = chosen or [one for one in tables if name in [info["name"] for info in kinds.get(one.get("kind"), {}).get("parameters",
            [])]]
        if not equals or not name or not chosen or section not in ("study", "search", *SECTIONS):
            raise RegrettaError(f"--set {text}: nothing in the study has this key, expected such as search.rounds=1e9 or "
                                "learner.beta=0.5", 2)
        for table in chosen:
            kept = {one: before for one, before in flat(table).items() if one != name and not one.startswith(name + ".")}
            table.clear()
            table.update({**kept, **flat({name: parsed})})
    return study
