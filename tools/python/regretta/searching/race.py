"""The search: generations of candidates are proposed, and compared on common trials.

The race within a generation is successive halving (Jamieson and Talwalkar, AISTATS 2016). All candidates get the trials of the first
rung. A candidate goes on to the next rung, with four times the trials, if it is among the best quarter of its generation and among the
best quarter of all candidates that have reached this rung. All candidates meet the same noise. Each rung of a generation is played as a
study of its candidates. These studies share a results file, which keeps all trials, so that a repeated search only plays missing trials.
"""

import collections
import itertools
import json
import math
import os
import pathlib
import sys
import time
import types
from typing import Any, Mapping, Sequence

import numpy

from ..environment import Environment
from ..kinds import checked_kinds
from ..program import Path, RegrettaError, nearest
from ..running import overrides
from ..toml import study_text, value_text
from .aims import Constraint, Expression
from .engine import Engine
from .proposers import Evolution
from .space import Candidate, Point, Space, best_of

REDUCTION = 4  #: one in four candidates goes on to the next rung, with four times the trials
ONE_IN_RANDOM = 4  #: one in four candidates of a proposer's generation is random
FORMS, KEPT_SHARE = 4, 0.95  #: number of rounded forms of the winner that are tried; share of the aim that a form must keep
REPEATED = "has the values of candidate"
KNOWN = ("corruption", "rho", "rho_pure", "opt")  #: quantities of an environment that are known before the first trial
ESTIMATED_BY = {"regret": "expected_regret"}  #: for a quantity, another with the same mean and less noise


class Search:
    """A search and its results file. Arguments as for regretta.search. `rules`: the keys of [search], the aim and the constraints as
    expressions, and the number of trials of each rung."""

    attack: tuple[str, str] | None = None  #: for an attack: the text before and after the cost of the corruption

    def __init__(self, study: Path | Mapping[str, Any], out: Path | None = None, *, rounds: float | None = None,
                 threads: int | None = None, set: Mapping[str, Any] | Sequence[str] | None = None, with_: Path | Sequence[Path] = (),
                 learners: Mapping[str, type] | None = None, environments: Mapping[str, Environment] | None = None,
                 progress: bool = True, program: Path | None = None) -> None:
        kinds = checked_kinds(learners, environments)
        text = study_text(kinds.added_to(study))
        folder, name = ("", "<study>") if "\n" in text else (os.path.dirname(text), text)
        if out is None and name != text:
            raise ValueError("out: missing, expected the results file to write (only a study from a file has a default)")
        self.file, self.program, self._progress = os.path.abspath(out or pathlib.Path(text).stem + ".db"), program, progress
        self.engine = Engine(kinds, with_, program, threads, folder)
        written = self.engine.settings(text, overrides(set) + ([] if rounds is None else [f"search.rounds={value_text(float(rounds))}"]))
        written["study"].setdefault("name", pathlib.Path(self.file if name != text else text).stem)
        self.space = Space(name, written)
        self.rules = self._rules(written["search"])
        self.candidates: list[Candidate] = []
        self._numbers: dict[str, int] = {}  # by values in JSON: number of the first candidate with these values
        self._values: dict[tuple[str, str], dict[str, Any]] = {}  # by learner and environment: quantities of the study played last
        self.seconds, self._shown, self.horizon = 0.0, 0.0, 0
        self._probe()
        self.first = self._first_points(written["search"])
        self.proposer = Evolution(self.space, self.rules.seed)

    def _rules(self, keys: Mapping[str, Any]) -> Any:
        """The keys of [search] as attributes, with expressions."""
        names = (self.space.quantities, self.space.names("learner"), self.space.names("environment"))
        key = "maximise" if keys.get("maximise") else "minimise"
        rules = types.SimpleNamespace(**{name: value for name, value in keys.items() if "." not in name},
                                      sign=1 if key == "maximise" else -1,
                                      trials=[keys["trials_each"] * REDUCTION**rung for rung in range(keys["rungs"])])
        try:
            rules.aim, key = Expression(keys[key], *names), "subject_to"
            rules.constraints = [Constraint(text, *names) for text in keys.get(key, [])]
        except ValueError as error:
            self.space.refuse(f"search.{key}", str(error))
        expressions = (rules.aim, *rules.constraints)
        estimated_by = ESTIMATED_BY if all(expression.is_linear for expression in expressions) else {}
        named = sorted({quantity for expression in expressions for quantity, _, _ in expression.quantities})
        self._quantities = {quantity: estimated_by.get(quantity, quantity) for quantity in named}
        return rules

    def random(self, number: int) -> Point:
        """The random point of this number, a function of it and the seed only."""
        return self.space.random(numpy.random.default_rng([self.rules.seed, 0, number]))

    def _first_points(self, keys: Mapping[str, Any]) -> list[Point]:
        """A point for every combination of the values in [search.first]; its other coordinates are random."""
        ranges, coordinates = {axis.path: axis for axis in self.space.ranges}, {}
        for key, values in keys.items():
            if not key.startswith("first."):
                continue
            path, values = key.removeprefix("first."), values if isinstance(values, list) else [values]
            if path not in ranges:
                self.space.refuse(f"search.{key}", f"is not a range of the study{nearest(path, ranges)}")
            try:
                coordinates[path] = list(map(ranges[path].coordinate_of, values))
            except ValueError:
                self.space.refuse(f"search.{key}", f"{values} are not all in the range")
        points = itertools.product(*(coordinates.get(path, [math.nan]) for path in ranges)) if coordinates else []
        return [numpy.where(numpy.isnan(point), self.random(number), point) for number, point in enumerate(points, start=1)]

    def refusal(self, point: Point) -> str:
        """The reason why a candidate is not played; "" if there is none. Reasons: its study has an error, no strategy is feasible, or it
        violates a constraint on quantities that are known before the first trial."""
        try:
            cells = self.engine.plan(self.space.study([Candidate(0, point)], 8))
        except RegrettaError as error:
            return error.message
        missing = len(self.space.names("learner")) * len(self.space.names("environment")) - len(cells)
        if missing:
            return "a learner cannot play in an adaptive environment" if missing > 0 else "a list is swept, but a search plays one value"
        if not self.horizon:
            self.horizon = cells[0]["horizon"]
            self.space.fill_in_arms(cells[0]["arms"], cells[0]["constraints"])
        if not all(cell.get("feasible", True) for cell in cells):
            return "no strategy satisfies the constraints on average"
        self._values = {(cell["learner"], cell["environment"]): {name: numpy.array([cell.get(name)], dtype=float) for name in KNOWN}
                        for cell in cells}
        for constraint in self.rules.constraints:
            is_known = all(quantity in KNOWN for quantity, _, _ in constraint.quantities)
            if is_known and any(excess[0] > 0 for excess in self.by_environment(constraint, 0)):
                return f'violates "{constraint.text}"'
        return ""

    def _probe(self, tries: int = 300) -> None:
        """Raises RegrettaError, with the reasons, if none of some random candidates can be played."""
        reasons: collections.Counter[str] = collections.Counter()
        for number in range(1, tries + 1):
            reason = self.refusal(self.random(number))
            if not reason:
                return
            reasons[reason] += 1
        path, _, problem = next(iter(reasons)).partition(": ")
        if len(reasons) == 1 and problem and " " not in path:
            self.space.refuse(path, problem)
        listed = "; ".join(f"{count} because: {reason}" for reason, count in reasons.most_common(3))
        self.space.refuse("search", f"none of {tries} random candidates can be played: {listed}; expected wider ranges or other limits")

    def play(self, candidates: Sequence[Candidate], trials: int, first_trial: int = 0) -> None:
        """Plays missing trials of these candidates, and reads all their trials."""
        study, before = self.space.study(candidates, trials, first_trial), time.monotonic()
        found = self.engine.play(study, self.file, list(self._quantities.values()))
        self.seconds += time.monotonic() - before
        cells = [(learner["name"], environment["name"]) for environment in study["environment"] for learner in study["learner"]]
        self._values = {cell: {quantity: found[name][k] for quantity, name in self._quantities.items()} for k, cell in enumerate(cells)}

    def by_environment(self, expression: Expression, number: int) -> list[Any]:
        """The expression in each trial of a candidate: an array per environment, or one array if all quantities name an environment."""
        names = self.space.names("environment")
        if all(environment for _, _, environment in expression.quantities):
            del names[1:]
        label, first = self.space.label, self.space.names("learner")[0]
        return [expression.values(self.horizon, [
            self._values[label("learner", learner or first, number), label("environment", environment or name, number)][quantity]
            for quantity, learner, environment in expression.quantities]) for name in names]

    def aim_by_trial(self, number: int) -> Any:
        """The aim in each trial: in the environment where its mean is largest, or the mean over environments."""
        aims = self.by_environment(self.rules.aim, number)
        return numpy.mean(aims, axis=0) if self.rules.against == "mean" else max(aims, key=lambda x: (math.isnan(x.mean()), x.mean()))

    def score(self, number: int) -> list[Any]:
        """The value and the excess of a candidate, as in Candidate.scores."""
        value = float(self.aim_by_trial(number).mean()) * self.rules.sign
        excesses = [float(numpy.max([excess.mean() for excess in self.by_environment(constraint, number)]))
                    for constraint in self.rules.constraints]
        return [value, sum(max(0.0, excess) for excess in excesses)] if all(map(math.isfinite, [value, *excesses])) else [None, 0.0]

    def rounds_of(self, trials: float) -> float:
        """The number of rounds in this number of trials of a candidate, in all of its cells."""
        fixed = "learner" if self.space.varying == "environment" else "environment"
        return float(trials) * len(self.space.searched) * len(self.space.names(fixed)) * self.horizon

    def trials_of(self, candidate: Candidate) -> int:
        """Number of trials of a candidate in the race so far."""
        return self.rules.trials[len(candidate.scores) - 1] if candidate.scores else 0

    @property
    def raced(self) -> float:
        """Number of rounds that the race has played so far."""
        return self.rounds_of(sum(map(self.trials_of, self.candidates)))

    def next_generation(self, existing: int) -> tuple[int, float, float]:
        """The size of the generation after `existing` candidates, the largest number of rounds of its race, and that of the finalists."""
        rules, before = self.rules, [0, *self.rules.trials]
        count = max(rules.candidates, len(self.first) - existing, existing // (10 if existing < rules.random_first else 50))
        trials = sum(-(-count // REDUCTION**rung) * (trials - before[rung]) for rung, trials in enumerate(rules.trials))
        return count, self.rounds_of(trials), self.rounds_of((rules.finalists + bool(self.first) + 2 + FORMS / 4) * rules.fresh)

    def run(self) -> None:
        """Races generations until the rounds are used up, or all proposals are repetitions."""
        count, race, finals = self.next_generation(0)
        if race + finals > self.rules.rounds:
            self.space.refuse("search.rounds", f"{self.rules.rounds:g} are too few: the first {count} candidates and the finalists take up "
                              f"to {race + finals:g} rounds")
        while self.raced + race + finals <= self.rules.rounds:
            proposed = self.propose(count)
            if all(candidate.refusal.startswith(REPEATED) for candidate in proposed):
                return
            self.race(proposed)
            count, race, finals = self.next_generation(len(self.candidates))

    def _candidate(self, number: int, generation: int, proposer: str, point: Point) -> Candidate:
        same = self._numbers.setdefault(json.dumps(self.space.values(point)), number)
        return Candidate(number, point, generation, proposer, f"{REPEATED} {same}" if same != number else self.refusal(point))

    def propose(self, count: int) -> list[Candidate]:
        """Adds a generation of `count` candidates, and returns it."""
        generation = self.candidates[-1].generation + 1 if self.candidates else 0
        numbers = range(len(self.candidates) + 1, len(self.candidates) + count + 1)
        proposed = [number for number in numbers if number > max(self.rules.random_first, len(self.first)) and number % ONE_IN_RANDOM]
        points = {number: ("random", self.random(number)) for number in numbers}
        points |= {number: ("first", point) for number, point in enumerate(self.first, start=1) if number in points}
        if proposed:
            points |= {number: (self.proposer.name, point)
                       for number, point in zip(proposed, self.proposer.propose(self.candidates, len(proposed)))}
        self.candidates += [self._candidate(number, generation, *points[number]) for number in numbers]
        return self.candidates[-count:]

    def _play_rung(self, candidates: Sequence[Candidate], rung: int) -> None:
        """Plays the trials of a rung, and adds the candidates' scores."""
        if candidates:
            self.show_progress()
            self.play(candidates, self.rules.trials[rung])
            for candidate in candidates:
                candidate.scores.append(self.score(candidate.number))

    def race(self, generation: Sequence[Candidate]) -> None:
        """Plays a generation, rung by rung."""
        running = [candidate for candidate in generation if not candidate.refusal]
        for rung in range(len(self.rules.trials)):
            self._play_rung(running, rung)
            reached = sorted((candidate for candidate in self.candidates if len(candidate.scores) > rung),
                             key=lambda candidate: candidate.order(rung))
            best = {candidate.number for candidate in reached[:-(-len(reached) // REDUCTION)] if candidate.score(rung)[0] is not None}
            running = sorted(running, key=lambda candidate: candidate.order(rung))[:-(-len(running) // REDUCTION)]
            running = [candidate for candidate in running if candidate.number in best]

    def best(self, count: int, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The best candidates of the race; of candidates with equal scores, which behave alike, only the first."""
        groups = itertools.groupby(best_of(candidates, len(candidates)), key=lambda candidate: (len(candidate.scores), *candidate.score()))
        return [next(group) for _, group in itertools.islice(groups, count)]

    def rounded(self) -> list[Candidate]:
        """The winner of the race with its numbers rounded to as few digits as keep 95% of its aim on the same trials; empty if no rounded
        form does. Each form that is tried becomes a candidate of a last generation."""
        winner, generation = self.best(1, self.candidates)[0], self.candidates[-1].generation + 1
        best, allowed = winner.score()
        for digits in range(FORMS):
            point = numpy.array([axis.rounded(x, digits) for axis, x in zip(self.space.ranges, winner.point)])
            form = self._candidate(len(self.candidates) + 1, generation, "rounded", point)
            if form.refusal:
                continue
            self.candidates.append(form)
            for rung in range(len(winner.scores)):
                self._play_rung([form], rung)
            value, excess = form.score()
            if value is not None and excess <= allowed and value >= best - (1 - KEPT_SHARE) * abs(best):
                return [form]
        return []

    def show_progress(self) -> None:
        """Prints a line on standard error, at most every ten seconds."""
        if self._progress and time.monotonic() - self._shown > 10:
            self._shown = time.monotonic()
            best = [f", best so far {self.rules.sign * candidate.score()[0]:,.4g}" for candidate in self.best(1, self.candidates)]
            print(f"regretta: {min(100 * self.raced / self.rules.rounds, 99):3.0f}%, {len(self.candidates):,} candidates{''.join(best)}",
                  file=sys.stderr, flush=True)
