"""The search: candidates are proposed, and race on common trials.

A race is successive halving (Jamieson and Talwalkar, AISTATS 2016) within each generation. Every candidate gets the trials of the first
rung. From rung to rung go the best quarter of its generation, as far as they are among the best quarter of all that have come to that
rung, to four times the trials. All candidates meet the same noise. Each rung of a generation is a study of its candidates alone, in one
results file. The decisions are kept beside it, so that a search that was stopped goes on to the same end.
"""

from __future__ import annotations

import dataclasses
import json
import math
import os
import pathlib
import sys
import time
from typing import Any, Mapping, Sequence

import numpy

from ..program import RegrettaError, nearest, warn
from .aims import Constraint, Expression, Names, OfCell
from .engine import Engine
from .proposers import OPTIMISERS, Outcome, Proposer
from .ranges import is_number
from .space import Candidate, Point, Space

KEEP = 4  #: one in so many candidates goes from rung to rung, to so many times the trials
ONE_IN_RANDOM = 4  #: of an optimiser's candidates one in so many is random
FORMS = 4  #: of the winner in round numbers
REPEATED = "has the values of candidate"
KNOWN = ("corruption", "rho", "rho_pure", "opt")  #: quantities of an environment that are known before the first trial
ESTIMATED_BY = {"regret": "expected_regret"}  #: has the same mean, and is less noisy
NUMBERS = {"seed": (1, 0, 9e15), "trials_each": (8, 8, 65536), "rungs": (3, 1, 6), "candidates": (64, 4, 10_000),
           "random_first": (256, 0, 1e9), "finalists": (8, 1, 100), "fresh": (256, 16, 1e6), "rounds": (0, 1, 1e18),
           "alpha": (0.05, 1e-4, 0.5)}
WORDS: dict[str, tuple[str, ...]] = {"against": ("worst", "mean"), "optimiser": tuple(OPTIMISERS)}


class Rules:
    """The table [search], checked. Its keys with a number or a word are attributes."""

    seed: int; candidates: int; random_first: int; finalists: int; fresh: int  # noqa: E702
    rounds: float; alpha: float; against: str; optimiser: str  # noqa: E702

    def __init__(self, space: Space, written: Mapping[str, Any]) -> None:
        def refuse(key: str, problem: str) -> Any:
            space.source.refuse(f"search.{key}", problem)
        keys = [*NUMBERS, *WORDS, "maximise", "minimise", "subject_to", "first"]
        for key in written:
            if key.split(".")[0] not in keys:
                refuse(key, f"is unknown{nearest(key, keys)}")
        if "rounds" not in written:
            refuse("rounds", "missing, expected the whole cost in rounds of a trial, such as 1e9")
        for key, (default, least, most) in NUMBERS.items():
            value, whole = written.get(key, default), key not in ("rounds", "alpha")
            if not is_number(value) or (whole and value % 1) or not least <= value <= most:
                refuse(key, f"{value!r}, expected {'an integer' if whole else 'a number'} from {least:g} to {most:g}")
            if key in ("trials_each", "fresh") and value % 8:
                refuse(key, f"{value} is not a multiple of 8, expected one")
            setattr(self, key, int(value) if whole else float(value))
        for key, words in WORDS.items():
            setattr(self, key, written.get(key, words[0]))
            if getattr(self, key) not in words:
                refuse(key, f"{getattr(self, key)!r} is unknown, expected one of {', '.join(words)}")
        self.trials = [getattr(self, "trials_each") * KEEP**rung for rung in range(getattr(self, "rungs"))]
        if self.finalists > self.candidates:
            refuse("finalists", f"{self.finalists} are more than the {self.candidates} candidates that are proposed at a time")
        names = Names(space.quantities, space.names("learner"), space.names("environment"))

        def expression(key: str, text: Any, kind: type[Expression]) -> Any:
            try:
                if not isinstance(text, str):
                    raise ValueError(f'{text!r} is not a text, expected such as "regret"')
                found = kind(text, names)
                if not found.quantities:
                    raise ValueError(f'"{text}" names no quantity, expected such as "regret"')
                return found
            except ValueError as error:
                refuse(key, str(error))
        aims = [key for key in ("maximise", "minimise") if key in written]
        if len(aims) != 1:
            refuse((aims or ["maximise"])[0], "expected one aim, as maximise or as minimise")
        self.up, self.aim = aims[0] == "maximise", expression(aims[0], written[aims[0]], Expression)
        limits = written.get("subject_to", [])
        self.constraints = [expression("subject_to", one, Constraint) for one in (limits if isinstance(limits, list) else [limits])]
        # Every combination of the values by path is one of the first candidates; where nothing is said, it has those of a random point.
        given = {key[6:]: value if isinstance(value, list) else [value] for key, value in written.items() if key.startswith("first.")}
        points, paths = [numpy.full(len(space.ranges), numpy.nan)] if given else [], [one.path for one in space.ranges]
        for path, values in given.items():
            if path not in paths:
                refuse("first", f'"{path}" is not a range of the study{nearest(path, paths)}')
            place = paths.index(path)
            coordinates = [space.ranges[place].coordinate_of(one) for one in values]
            if None in coordinates:
                refuse("first", f"{values} are not in the range of {path}")
            points = [numpy.where(numpy.arange(len(point)) == place, one, point) for point in points for one in coordinates]
        if len(points) > self.candidates:
            refuse("first", f"{len(points)} combinations are more than the {self.candidates} candidates that are proposed at a time")
        self.first = [numpy.where(numpy.isnan(point), random_point(space, self.seed, k), point) for k, point in enumerate(points, start=1)]

    def trials_of(self, generation: int) -> int:
        """At most so many trials are played of a generation of this size."""
        total = before = 0
        for trials in self.trials:
            total, before, generation = total + generation * (trials - before), trials, -(-generation // KEEP)
        return total


@dataclasses.dataclass
class Entry:
    """A candidate. `scores`: after each rung that it has played, value (larger is better; None: failed) and excess."""

    number: int
    generation: int
    proposer: str
    point: list[float]
    refusal: str = ""
    scores: list[list[Any]] = dataclasses.field(default_factory=list)

    def outcome(self, trials: Sequence[int], rung: int = -1) -> Outcome:
        """What it has come to, at this rung."""
        value, excess = self.scores[rung] if self.scores else (None, 0.0)
        played = trials[len(self.scores) - 1] if self.scores else 0
        return Outcome(numpy.array(self.point), math.nan if value is None else value, excess, played)


def random_point(space: Space, seed: int, number: int) -> Point:
    """The point of this number, a function of nothing else."""
    return space.random(numpy.random.default_rng([seed, 0, number]))


class Search:
    """A search in its results file, and in the file of its candidates beside it."""

    def __init__(self, space: Space, written: Mapping[str, Any], engine: Engine, file: str, progress: bool) -> None:
        self.space, self.engine, self.file = space, engine, os.path.abspath(file)
        self.rules = Rules(space, {key: value for key, value in written.items() if not key.startswith("first.")})
        self.state_file = pathlib.Path(self.file).with_suffix(".search.json")
        self.entries: list[Entry] = []
        self.content: list[str] = []  #: of the cells of the first random candidate that can be planned
        self._stored: list[Entry] = []  # of a search that was stopped
        self.values: dict[tuple[str, str, str], dict[str, Any]] = {}  #: of the study that was played last
        self.seconds, self._shown, self._progress = 0.0, 0.0, progress
        expressions = (self.rules.aim, *self.rules.constraints)
        estimated_by = ESTIMATED_BY if all(one.is_linear for one in expressions) else {}
        self._quantities = {one: estimated_by.get(one, one) for one in sorted({one.quantity for x in expressions for one in x.quantities})}
        self._probe()
        self.rules = Rules(space, written)  # now it is known which arms there are
        try:
            self.proposer: Proposer = OPTIMISERS[self.rules.optimiser](space, self.rules.seed)
        except ImportError as error:
            space.source.refuse("search.optimiser",
                                f'needs the Python package {error.name}: apt install python3-{error.name}, or pip install {error.name}')

    def _facts(self, point: Point) -> dict[str, dict[str, Any]]:
        """What is known before the first trial of the candidate's environments, by name. Raises RegrettaError if it cannot be planned."""
        candidates = [Candidate("candidate", point)]
        planned, cells = self.engine.plan(self.space.study(candidates, 8)), self.space.cells(candidates)
        if len(planned) > len(cells):
            self.space.source.refuse(self.space.varying, "a list is swept, but a search plays one value of each")
        if len(planned) < len(cells):
            raise RegrettaError("a learner cannot play there: it needs what is not known of an adaptive adversary", 2)
        self.content = self.content or [cell["content"] for cell in planned]
        return {environment: cell for (_, _, environment), cell in zip(cells, planned)}

    def refusal(self, point: Point) -> str:
        """Why the candidate is not played: its study has an error, no strategy is feasible, or a constraint on what is known before the
        first trial is violated. "": it is played."""
        try:
            return self._refusal(self._facts(point))
        except RegrettaError as error:
            return error.message

    def _refusal(self, facts: Mapping[str, Mapping[str, Any]]) -> str:
        if not all(one.get("feasible", True) for one in facts.values()):
            return "no strategy satisfies the constraints on average"
        for constraint in self.rules.constraints:
            for environment in [] if any(one.quantity not in KNOWN for one in constraint.quantities) else self._counting(constraint):
                known = [facts[one.environment or environment].get(one.quantity) for one in constraint.quantities]
                if None not in known and constraint.values(self.horizon, [numpy.array([x]) for x in known])[0] > 0:
                    return f'violates "{constraint.text}"'
        return ""

    def _counting(self, expression: Expression) -> list[str]:
        """The environments in which an expression has a value of its own: one of them if it names all that it needs."""
        return self.space.names("environment")[:1 if all(one.environment for one in expression.quantities) else None]

    def _probe(self, tries: int = 300) -> None:
        """Candidates at random until one is played and every range has been in one that can be planned. Raises what is wrong otherwise."""
        problems: dict[int, str] = {}
        works: set[int] = set()
        refused: dict[str, int] = {}
        self.horizon = 0
        for number in range(1, tries + 1):
            point = random_point(self.space, self.rules.seed, number)
            has_a_say = {k for k, has in enumerate(self.space.active(point)) if has}
            try:
                facts = self._facts(point)
                cell = next(iter(facts.values()))
                self.space.fill_in_arms(cell["arms"], cell["constraints"])
                self.horizon = cell["horizon"]
                works |= has_a_say
                why = self._refusal(facts)
            except RegrettaError as error:
                why = error.message
                problems.update({k: why for k in has_a_say if k not in problems})
            if not why and len(works) == len(self.space.ranges):
                return
            refused[why] = refused.get(why, 0) + 1
        for k in sorted(set(problems) - works):
            path, colon, problem = problems[k].partition(": ")
            self.space.source.refuse(*(path, problem) if colon and " " not in path else (self.space.ranges[k].path, problems[k]))
        if "" not in refused:
            reasons = "; ".join(f"{count} because: {why}" for why, count in sorted(refused.items(), key=lambda one: -one[1])[:3])
            self.space.source.refuse("search",
                                     f"none of {tries} candidates at random is played: {reasons}; expected other constraints or wider "
                                     "ranges")

    def play(self, candidates: Sequence[Candidate], trials: int, first_trial: int = 0) -> None:
        """Plays what the file lacks of these candidates, and reads their values."""
        before = time.monotonic()
        self.engine.run(self.space.study(candidates, trials, first_trial), self.file)
        found, _ = self.engine.values(self.file, list(self._quantities.values()))
        self.values = {cell: {quantity: found[name][k] for quantity, name in self._quantities.items()}
                       for k, cell in enumerate(self.space.cells(candidates))}
        self.seconds += time.monotonic() - before

    def _of(self, label: str, one: OfCell, environment: str) -> Any:
        names = (one.learner or self.space.names("learner")[0], one.environment or environment)
        return self.values.get((label, *names), self.values.get(("", *names)))[one.quantity]

    def by_environment(self, expression: Expression, label: str) -> list[Any]:
        """The expression in each trial: for each environment, or for those that it names."""
        return [expression.values(self.horizon, [self._of(label, one, environment) for one in expression.quantities])
                for environment in self._counting(expression)]

    def aim_by_trial(self, label: str) -> Any:
        """The aim in each trial: in the environment that counts, or the mean over environments."""
        found = self.by_environment(self.rules.aim, label)
        return numpy.mean(found, axis=0) if self.rules.against == "mean" else max(found, key=lambda x: (math.isnan(x.mean()), x.mean()))

    def score(self, label: str) -> list[Any]:
        """Value and excess, as in `Entry`."""
        value = float(self.aim_by_trial(label).mean()) * (1 if self.rules.up else -1)
        over = [float(numpy.max([one.mean() for one in self.by_environment(constraint, label)])) for constraint in self.rules.constraints]
        return [value, sum(max(0.0, one) for one in over)] if all(map(math.isfinite, [value, *over])) else [None, 0.0]

    def rounds_of(self, trials: float) -> float:
        """Rounds of so many trials of a candidate."""
        return float(trials) * self.space.cells_each * self.horizon

    @property
    def raced(self) -> float:
        """Rounds of the race so far."""
        return self.rounds_of(sum(self.rules.trials[len(one.scores) - 1] for one in self.entries if one.scores))

    def cost_after(self, raced: float, existing: int) -> tuple[int, float]:
        """The size of the next generation, and the rounds of the race with it at most; finalists and forms of the winner come on top."""
        count = max(self.rules.candidates, existing // (10 if existing < self.rules.random_first else 50))
        finals = (self.rules.finalists + bool(self.rules.first) + 2 + FORMS / 4) * self.rules.fresh
        return count, raced + self.rounds_of(self.rules.trials_of(count) + finals)

    def run(self) -> None:
        """Races until the rounds are used up, or nothing new is proposed."""
        count, needed = self.cost_after(0, 0)
        if needed > self.rules.rounds:
            self.space.source.refuse("search.rounds", f"{self.rules.rounds:g} are too few: the first {count} candidates and the finalists "
                                     f"take up to {needed:g}")
        self._stored, generation = self._resume(), 0
        while needed <= self.rules.rounds:
            self.propose(generation, count, self._stored)
            if all(one.refusal.startswith(REPEATED) for one in self.entries[-count:]):
                return
            self.race(generation)
            self.proposer.learn([one.outcome(self.rules.trials) for one in self.entries if one.generation == generation])
            generation += 1
            count, needed = self.cost_after(self.raced, len(self.entries))

    def propose(self, generation: int, count: int, stored: Sequence[Entry]) -> None:
        """Adds a generation: that which is stored, or a new one."""
        rules, numbers = self.rules, range(len(self.entries) + 1, len(self.entries) + count + 1)
        asked = [number for number in numbers if number > max(rules.random_first, len(rules.first)) and number % ONE_IN_RANDOM]
        points = dict(zip(asked, self.proposer.propose(len(asked)) if asked else []))
        for number in numbers:
            if number <= len(stored):
                self.entries.append(stored[number - 1])
                continue
            point, origin = points.get(number), self.proposer.name
            if point is None:
                is_first = number <= len(rules.first)
                point, origin = (rules.first[number - 1], "first") if is_first else (random_point(self.space, rules.seed, number), "random")
            same = self.meanings.setdefault(json.dumps(self.space.values(point)), number)
            why = f"{REPEATED} {same}" if same != number else self.refusal(point)
            self.entries.append(Entry(number, generation, origin, [float(x) for x in point], why))
        self._save()

    def race(self, generation: int) -> None:
        """Plays a generation, rung by rung."""
        running = [one for one in self.entries if one.generation == generation and not one.refusal]
        for rung, trials in enumerate(self.rules.trials):
            missing = [one for one in running if len(one.scores) <= rung]
            if missing:
                self.show_progress()
                self.play([Candidate(str(one.number), numpy.array(one.point)) for one in missing], trials)
                for one in missing:
                    one.scores.append(self.score(str(one.number)))
                self._save()
            order = {one.number: (one.outcome(self.rules.trials, rung).order, one.number) for one in self.entries if len(one.scores) > rung}
            among_best = sorted(order, key=order.__getitem__)[:-(-len(order) // KEEP)]
            running = [one for one in sorted(running, key=lambda one: order[one.number])[:-(-len(running) // KEEP)]
                       if one.number in among_best and one.scores[rung][0] is not None]

    def best(self, count: int, of: Sequence[Entry]) -> list[Entry]:
        """Those with most trials first, of them the best; of several with one score, which the same trials give, the first."""
        found: dict[Any, Entry] = {}
        for one in sorted((one for one in of if one.scores and one.scores[-1][0] is not None),
                          key=lambda one: (-len(one.scores), one.outcome(self.rules.trials).order, one.number)):
            found.setdefault((len(one.scores), *one.scores[-1]), one)
        return list(found.values())[:count]

    def _described(self) -> dict[str, Any]:
        """Equal for searches that propose the same candidates."""
        rules, tables = self.rules, [[one.section, one.kind, one.name, one.settings] for one in self.space.tables]
        return {"aim": f"{'maximise' if rules.up else 'minimise'} {rules.aim.text}", "subject_to": [one.text for one in rules.constraints],
                **{key: getattr(rules, key) for key in ("seed", "trials", "candidates", "random_first", "against", "optimiser")},
                "first": [list(map(float, one)) for one in rules.first], "space": json.loads(json.dumps(tables)), "content": self.content}

    def _resume(self) -> list[Entry]:
        """The candidates of the search that the file holds. Raises RegrettaError if it is another one."""
        self.meanings: dict[str, int] = {}
        if not self.state_file.exists():
            if os.path.exists(self.file) and os.path.getsize(self.file) > 0:
                raise RegrettaError(f"{self.file}: holds the results of a run, or of a search whose {self.state_file.name} is missing; "
                                    "give another --output", 2)
            self._save()
            return []
        try:
            state = json.loads(self.state_file.read_text(encoding="utf-8"))
            stored, before = [Entry(number, *one) for number, one in enumerate(state["candidates"], start=1)], dict(state["search"])
        except (ValueError, KeyError, TypeError):
            raise RegrettaError(f"{self.state_file}: cannot be read; remove it and {self.file}, or give another --output", 2) from None
        for key, value in self._described().items():
            if value != before.get(key):
                what = {"space": "of another space", "content": "of other code or data"}.get(key,
                    f"whose {key} was {before.get(key)} and is now {value}")
                raise RegrettaError(f"{self.state_file}: holds a search {what}; undo the change, or give another --output", 2)
        for one in stored:
            self.meanings.setdefault(json.dumps(self.space.values(numpy.array(one.point))), one.number)
        if others := {one.proposer for one in stored} - {self.proposer.name, "random", "first"}:
            warn(f"{self.state_file.name}: begun with {', '.join(sorted(others))}, gone on with by {self.proposer.name}")
        return stored

    def _save(self) -> None:
        candidates = [[one.generation, one.proposer, one.point, one.refusal, one.scores]
                      for one in [*self.entries, *self._stored[len(self.entries):]]]
        beside = self.state_file.with_suffix(".json.new")
        beside.write_text(json.dumps({"search": self._described(), "candidates": candidates}), encoding="utf-8")
        os.replace(beside, self.state_file)

    def show_progress(self) -> None:
        """A line on standard error: rewritten on a terminal, elsewhere every ten seconds."""
        is_terminal = sys.stderr is not None and sys.stderr.isatty()
        if not self._progress or (not is_terminal and time.monotonic() - self._shown < 10):
            return
        self._shown = time.monotonic()
        best = [(1 if self.rules.up else -1) * one.scores[-1][0] for one in self.best(1, self.entries)]
        line = (f"regretta: {min(100 * self.raced / self.rules.rounds, 99):3.0f}%  {len(self.entries):,} candidates "
                f"({sum(bool(one.refusal) for one in self.entries):,} refused){f'  best so far {best[0]:,.4g}' if best else ''}")
        print(f"\r{line}\033[K" if is_terminal else line, end="" if is_terminal else "\n", file=sys.stderr, flush=True)
