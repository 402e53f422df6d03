"""What a search has found, judged by trials that nothing was chosen by: regretta.search."""

from __future__ import annotations

import functools
import math
import os
import pathlib
import re
import tomllib
from typing import Any, Callable, Mapping, NamedTuple, Sequence

import numpy

from ..environment import Environment
from ..own import checked_own
from ..program import Path, RegrettaError
from ..running import overrides
from ..study import Study
from ..tables import Table, columns_of_records, table
from ..toml import study_text, toml_text, value_text
from .engine import Engine
from .race import FORMS, Entry, Search, random_point
from .ranges import Source, flat
from .space import Candidate, Space, overridden

FIRST_FRESH = 1 << 30  #: number of the first fresh trial, the largest `first_trial`
KEEPS = 0.95  #: of the aim keeps a form in round numbers


class Finalist(NamedTuple):
    """A candidate on fresh trials: its values by path; the mean of the aim with an interval, also as `text`, of which those of all
    finalists hold together; `believed`: the mean over its `trials` of the race, NaN of a form in round numbers; `excess`: by how much
    constraints are violated in the mean, and `unmet`: those that are not shown to be met, in words.
    """

    candidate: int
    values: dict[str, Any]
    mean: float
    low: float
    high: float
    text: str
    believed: float
    trials: int
    excess: float
    unmet: str


class Found:
    """What a search has found.

    best        the winner, in round numbers if these keep 95% of the aim; None: no candidate could be played to the end
    finalists   best first: those that meet all constraints, then the others, the nearest first
    first, gain   the best of the first candidates that the study names, and by how much the winner is better
    candidates  all that were proposed, as a data frame
    study       the finalists on their fresh trials, as `load` returns it
    text        what the command prints; `best_study`: the winner as a study
    """

    def __init__(self, search: Search, program: Path | None, title: Callable[[Found], str] = lambda found: "") -> None:
        self._search, self._program, self._title = search, program, title
        self.finalists: list[Finalist] = []
        self.first: Finalist | None = None
        self.gain: dict[str, Any] = {}
        self._rounded = self._tried = 0
        rules = search.rules
        self._chosen = search.best(rules.finalists, search.entries)
        self._chosen += [one for one in search.best(1, search.entries[:len(rules.first)]) if one not in self._chosen]
        if not self._chosen:
            return
        # Which gain is shown, and which form is played, is known only when the trials are.
        firsts = sum(one.number <= len(rules.first) for one in self._chosen)
        self.intervals = (len(self._chosen) + 1) * (1 + len(rules.constraints)) + firsts * (len(self._chosen) + 1 - firsts)
        self._play(self._chosen, rules.fresh, FIRST_FRESH)
        winner = self._ordered()[0].candidate
        form = self._form_of(next(one for one in self._chosen if one.number == winner))
        self._chosen += form
        self._play(self._chosen, rules.fresh, FIRST_FRESH)
        # A form goes before the others that meet the constraints, or that do not.
        self.finalists = sorted(self._ordered(), key=lambda one: (bool(one.unmet), one.candidate not in [entry.number for entry in form]))
        self._rounded = winner if form and self.finalists[0].candidate == form[0].number else 0
        self.first = next((one for one in self.finalists if one.candidate <= len(rules.first)), None)
        if self.first is not None:
            own, other = (search.aim_by_trial(str(one.candidate)) for one in (self.finalists[0], self.first))
            self.gain = search.engine.mean((own - other) * (1 if rules.up else -1), rules.alpha, self.intervals)

    @property
    def best(self) -> Finalist | None:
        return self.finalists[0] if self.finalists else None

    def _play(self, entries: Sequence[Entry], trials: int, first_trial: int) -> None:
        self._search.play([Candidate(str(one.number), numpy.array(one.point)) for one in entries], trials, first_trial)

    def _form_of(self, winner: Entry) -> list[Entry]:
        """The winner with as few digits as keep 95% of the aim, on trials that nothing else plays, if there is such a form."""
        search, trials = self._search, max(16, self._search.rules.fresh // 32 * 8)
        forms, known = list[Entry](), [search.space.values(numpy.array(winner.point))]
        for digits in range(FORMS):
            point = numpy.array([one.rounded(x, digits) for one, x in zip(search.space.ranges, winner.point)])
            if (values := search.space.values(point)) not in known and not search.refusal(point):
                forms.append(Entry(len(search.entries) + 1 + len(forms), -1, "rounded", point.tolist()))
                known.append(values)
        if forms:
            self._tried = trials * (1 + len(forms))
            self._play([winner, *forms], trials, FIRST_FRESH // 2)
            whole = search.score(str(winner.number))[0]
            for one in forms:
                value, excess = search.score(str(one.number))
                if None not in (value, whole) and excess <= 0 and value >= whole - (1 - KEEPS) * abs(whole):
                    return [Entry(len(search.entries) + 1, -1, "rounded", one.point)]
        return []

    def _ordered(self) -> list[Finalist]:
        sign = 1 if self._search.rules.up else -1
        return sorted(map(self._finalist, self._chosen), key=lambda one: (bool(one.unmet), one.excess if one.unmet else -sign * one.mean))

    def _over(self, expression: Any, label: str, against: str) -> dict[str, Any]:
        """Mean and interval over environments: the largest, with an interval that holds if those of all of them do, or of their mean."""
        search, rules = self._search, self._search.rules
        samples = search.by_environment(expression, label)
        samples = [numpy.mean(samples, axis=0)] if against == "mean" else samples
        found = [search.engine.mean(one, rules.alpha, self.intervals * len(samples)) for one in samples]
        largest = {key: max(one[key] for one in found) for key in ("mean", "low", "high")}
        mean, low, high = largest.values()
        return {**largest, "text": next((one["text"] for one in found if largest.items() <= one.items()),
                                        f"{_digits(mean, 4)} +{_digits(high - mean, 2)} -{_digits(mean - low, 2)}")}

    def _finalist(self, one: Entry) -> Finalist:
        search, rules, label = self._search, self._search.rules, str(one.number)
        aim = self._over(rules.aim, label, rules.against)
        over = [self._over(constraint, label, "worst") for constraint in rules.constraints]
        unmet = "; ".join(f"{constraint.text}: {'violated' if excess['low'] > 0 else 'not shown'}, by {excess['text']}"
                          for constraint, excess in zip(rules.constraints, over) if not excess["high"] <= 0)
        unmet = "trials failed, or have no such value" if search.score(label)[0] is None else unmet
        believed = one.outcome(rules.trials)
        return Finalist(one.number, search.space.values(numpy.array(one.point)), aim["mean"], aim["low"], aim["high"], aim["text"],
                        believed.value * (1 if rules.up else -1), believed.trials, sum(max(0.0, excess["mean"]) for excess in over), unmet)

    @functools.cached_property
    def candidates(self) -> Table:
        """One row for each: number, generation, proposer, refusal, trials, the aim's mean over them, excess, values by path."""
        search, rows = self._search, []
        for one in search.entries:
            outcome, values = one.outcome(search.rules.trials), search.space.values(numpy.array(one.point))
            rows.append({"candidate": one.number, "generation": one.generation, "proposer": one.proposer, "refusal": one.refusal,
                         "trials": outcome.trials, "aim": outcome.value * (1 if search.rules.up else -1), "excess": outcome.excess,
                         **{way.path: values.get(way.path, "" if way.choices else math.nan) for way in search.space.ranges}})
        return table(columns_of_records(rows))

    @functools.cached_property
    def study(self) -> Study:
        return Study(self._search.file, self._program)

    @property
    def best_study(self) -> str:
        """The winner alone on the trials that it was judged by, as TOML. Raises RegrettaError if there is none."""
        if self.best is None:
            raise RegrettaError("--best: no candidate could be played to the end", 2)
        one = next(one for one in self._chosen if one.number == self.finalists[0].candidate)
        study = self._search.space.study([Candidate(str(one.number), numpy.array(one.point))], self._search.rules.fresh, FIRST_FRESH)
        return f"# Candidate {one.number} of a search, on trials that it was judged by.\n{toml_text(study)}"

    @functools.cached_property
    def text(self) -> str:
        search, rules, best, first = self._search, self._search.rules, self.best, self.first
        refused = [one.refusal or "trials failed, or have no such value" for one in search.entries
                   if one.refusal or (one.scores and one.scores[-1][0] is None)]
        kinds: dict[str, list[str]] = {}  # whatever their numbers
        for one in refused:
            kinds.setdefault(re.sub(r"[\d.]+", "", one), []).append(one)
        proposers = {one.proposer for one in search.entries} - {"first", "random"} or {"random"}
        lines = [f'Searched "{search.space.keys["name"]}": {len(search.entries):,} candidates proposed by '
                 f'{", ".join(sorted(proposers))}, in ' f"{_counted(search.entries[-1].generation + 1, 'generation')}; "
                 f"{search.raced + search.rounds_of(self._tried + rules.fresh * len(self._chosen)):.3g} rounds in all"]
        if refused:
            lines.append(f"Refused:  {len(refused):,}, most often because: {max(kinds.values(), key=len)[0]}")
        if best is None:
            return "\n".join([*lines, "", "No candidate could be played to the end."])
        what = (f"candidate {best.candidate}{f' ({self._rounded} in round numbers)' if self._rounded else ''}, {rules.aim.text} "
                f"{best.text} over {rules.fresh:,} fresh trials")
        lines += ["", f"Found:    {what}" if not best.unmet
                  else f"Nothing is known to meet all constraints; the nearest is {what} ({best.unmet})",
                  *(f"          {path} = {value_text(value)}" for path, value in best.values.items())]
        if first is not None:
            how = "better" if self.gain["low"] > 0 else "not shown to be better, but seems to be"
            found = f"nothing better was found than the best of the {len(rules.first)} first candidates" if first is best else (
                f"the best of the {len(rules.first)} first candidates, {first.candidate}, has {first.text}; that found is {how} by "
                f"{self.gain['text']}")
            lines += ["", f"First:    {found}"]
        rows = [["candidate", "aim", "believed", "trials", "optimism", "not met"]]
        for one in self.finalists:
            optimism = (one.believed - one.mean) * (1 if rules.up else -1)
            rows.append([str(one.candidate), one.text, *(["", "", ""] if math.isnan(one.believed) else
                        [_digits(one.believed, 4), f"{one.trials:,}", _digits(optimism, 2)]), one.unmet])
        widths = [max(map(len, column)) for column in zip(*rows)]
        names = ", ".join(f'"{one.name}-N"' for one in search.space.searched)
        return self._title(self) + "\n".join([
            *lines, "", "The finalists on fresh trials. believed: the mean over the trials of the race, by which they were chosen;",
            f"optimism: how much better that looked. All {self.intervals} intervals hold together, with {100 * (1 - rules.alpha):g}% "
            "confidence;", "all of these trials rest on the same instances and schedules.",
            *("  ".join(cell.rjust(width) if k < 5 else cell for k, (cell, width) in enumerate(zip(row, widths))).rstrip() for row in rows),
            "", f"Results:  {os.path.relpath(search.file)} (candidate N is the {search.space.varying} {names})",
            f"Digest:   {search.engine.values(search.file, [])[1]}"])

    def plot(self) -> Any:
        """A figure of matplotlib: the aim of the candidates in the order of their proposals, with the best so far, and against the
        values of each range, finalists on top."""
        import matplotlib.pyplot as pyplot
        search, entries = self._search, [one for one in self._search.entries if one.scores and one.scores[-1][0] is not None]
        sign, count, columns = 1 if search.rules.up else -1, 1 + len(search.space.ranges), min(4, 1 + len(search.space.ranges))
        aims = numpy.array([sign * one.scores[-1][0] for one in entries])
        figure, panels = pyplot.subplots(-(-count // columns), columns, figsize=(3.2 * columns, 2.6 * -(-count // columns)), squeeze=False,
                                         layout="constrained")
        panels = panels.ravel()
        panels[0].plot([one.number for one in entries], aims, ".", color="0.7", markersize=3)
        panels[0].step([one.number for one in entries], sign * numpy.maximum.accumulate(sign * aims), where="post")
        panels[0].set(xlabel="candidate", ylabel=search.rules.aim.text)
        for place, (one, panel) in enumerate(zip(search.space.ranges, panels[1:])):
            def shown(value: Any, one: Any = one) -> Any:
                return str(value) if one.choices else value
            panel.plot([shown(one.at(entry.point[place])) for entry in entries], aims, ".", color="0.7", markersize=3)
            judged = [(shown(finalist.values[one.path]), finalist.mean) for finalist in self.finalists if one.path in finalist.values]
            panel.plot(*zip(*judged or [((), ())]), "o", color="C3", markersize=4)
            panel.set_xlabel(one.path)
            if one.is_log:
                panel.set_xscale("log")
        for panel in panels[count:]:
            panel.remove()
        return figure

    def __repr__(self) -> str:
        return self.text


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"


def _digits(number: float, digits: int) -> str:
    """1,234 and 0.0123: so many digits, and no powers of ten."""
    place = digits - 1 - math.floor(math.log10(abs(number))) if number and math.isfinite(number) else 0
    return f"{round(number, place):,.{min(max(place, 0), 12)}f}"


def search(study: Path | Mapping[str, Any], out: Path | None = None, *, rounds: float | None = None, threads: int | None = None,
           set: Mapping[str, Any] | Sequence[str] | None = None, with_: Path | Sequence[Path] = (),
           learners: Mapping[str, type] | None = None, environments: Mapping[str, Environment] | None = None,
           progress: bool = True, program: Path | None = None) -> Found:
    """Searches the settings that hurt a learner most, or suit it best: a study with ranges instead of values and a table [search].

    study     the path of a TOML file, TOML text, or a dictionary, as for `run`
    out       the results file to write or resume [study.db for study.toml]; candidates are kept beside it, in study.search.json
    rounds    the whole cost in rounds of a trial, [search] rounds; with more of them the same call goes on
    learners, environments   in Python by their names, as for `run`
    threads, set, with_, progress, program   as for `run`; what is found does not depend on the number of threads

    Raises RegrettaError, with file, line and key, for what cannot be searched. KeyboardInterrupt (Ctrl-C) stops the search; the same
    call goes on.
    """
    return carried_out(prepared(study, out, rounds, threads, set, with_, learners, environments, progress, program), program)


def prepared(study: Any, out: Path | None, rounds: float | None = None, threads: int | None = None, set: Any = None, with_: Any = (),
             learners: Any = None, environments: Any = None, progress: bool = True, program: Path | None = None) -> Search:
    """A search that has not begun."""
    own = checked_own(learners, environments)
    text, source, folder = study_text(own.added_to(study)), Source("<study>", ""), pathlib.Path(".")
    try:
        if "\n" in text:
            source = Source("<study>", text)
        else:
            source, folder = Source(text, pathlib.Path(text).read_text(encoding="utf-8-sig")), pathlib.Path(text).resolve().parent
            out = out or pathlib.Path(text).stem + ".db"
        tables: dict[str, Any] = tomllib.loads(source.text)
    except (OSError, UnicodeDecodeError) as error:
        what = getattr(error, "strerror",
                       None) or f"a results file or another that is no text, expected a study (TOML); see regretta show {text}"
        raise RegrettaError(f"{text}: {what}", 2) from None
    except tomllib.TOMLDecodeError as error:
        raise RegrettaError(f"{source.name}: {error}, expected TOML", 2) from None
    if out is None:
        raise ValueError("out is missing: the file to write, which only a study from a file has a name for")
    engine = Engine(own, with_, program, threads, folder)
    for section in ("study", "search"):
        if not isinstance(tables.setdefault(section, {}), dict):
            source.refuse(section, f"expected a table, [{section}]")
    for section, names in (("learner", own.learners), ("environment", own.environments)):
        written = tables.setdefault(section, [])
        if not isinstance(written, list) or not all(isinstance(one, dict) for one in written):
            source.refuse(section, f"expected tables, [[{section}]]")
        written += [{"kind": name} for name in names if name not in [one.get("kind") for one in written]]
    tables = overridden(tables, overrides(set), engine.catalogue)
    if not tables["search"]:
        source.refuse("search", "missing, expected [search] with an aim and rounds; a study without it is for `regretta run`")
    tables["search"].update({} if rounds is None else {"rounds": rounds})
    tables["study"] = {"name": pathlib.Path(out if "\n" in text else text).stem, **tables["study"]}
    return Search(Space(source, tables, engine), flat(tables["search"]), engine, os.fspath(out), progress)


def carried_out(one: Search, program: Path | None, title: Callable[[Found], str] = lambda found: "") -> Found:
    """What the search finds. title: what its text begins with."""
    try:
        one.run()
        return Found(one, program, title)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"what was played is in {one.file}; the same call goes on") from None


def dry_run(one: Search, sampled: int = 200) -> str:
    """The space, and what the search costs."""
    space, rules = one.space, one.rules
    refused = sum(bool(one.refusal(random_point(space, rules.seed, k))) for k in range(1, sampled + 1))
    generations, candidates, raced = 0, 0, 0.0
    while (cost := one.cost_after(raced, candidates))[1] <= rules.rounds:
        generations, candidates, raced = generations + 1, candidates + cost[0], raced + one.rounds_of(rules.trials_of(cost[0]))
    ways = [f"{way.path}: {', '.join(map(str, way.choices)) if way.choices else f'{way.low:g} to {way.high:g}'}{', log' * way.is_log}"
            for way in space.ranges]
    return "\n         ".join([f"Search:  {space.keys['name']}\nSpace:   {_counted(len(space.ranges), 'range')}", *ways]) + (
        f"\nCosts:   {_counted(candidates, 'candidate')} in {_counted(generations, 'generation')}, {raced:.3g} rounds and those of the "
        f"finalists ({refused} of {sampled} at random are refused unplayed)\nNothing was written; without --dry-run results go to "
        f"{os.path.relpath(one.file)}")
