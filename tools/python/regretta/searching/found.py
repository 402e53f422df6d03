"""regretta.search and regretta.attack: the results of a search, judged by fresh trials, which the search did not use for its choice."""

import collections
import functools
import math
import os
import pathlib
import re
import tomllib
import types
from typing import Any, Mapping

import numpy

from ..program import Path, RegrettaError
from ..study import Study
from ..tables import Table, columns_of_records, table
from ..toml import toml_text, value_text
from .aims import Expression
from .race import KEPT_SHARE, Search
from .space import Candidate

FIRST_FRESH = 1 << 30  #: number of the first fresh trial, the largest `first_trial`
FAILED = "trials failed, or have no such value"
ATTACK_TRIALS = 60_000  #: cost of an attack in trials: enough for some 1,500 candidates


class Found:
    """Carries out a search, and has its results.

    best        the winner, with rounded numbers if these keep 95% of the aim; None if no candidate could be played to the end
    finalists   best first: those that meet all constraints, then the others, by increasing excess. Each has: candidate (its number);
                values by path; mean, low, high and text of the aim (all intervals hold together); believed (its mean in the race);
                excess (by how much constraints are violated) and unmet (the constraints that are not shown to be met)
    first, gain   the best of the first candidates that the study lists, and by how much the winner is better
    candidates  all candidates, as a data frame
    study       the finalists on their fresh trials, as `load` returns them
    text        the text that the command prints; `best_study`: the winner as a study
    """

    def __init__(self, search: Search) -> None:
        search.run()
        self._search, self.finalists, self.best, self.first, self.gain = search, list[Any](), None, None, dict[str, Any]()
        rules, sign, first = search.rules, search.rules.sign, search.best(1, search.candidates[:len(search.first)])
        chosen = [*search.best(rules.finalists, search.candidates), *first]
        if not chosen:
            return
        rounded = search.rounded()
        self._chosen = {candidate.number: candidate for candidate in [*chosen, *rounded]}
        # The intervals must hold for any winner and its gain, since fresh trials decide which candidate wins.
        self.intervals = len(self._chosen) * (1 + len(rules.constraints)) + len(first) * (len(self._chosen) - 1)
        search.play(list(self._chosen.values()), rules.fresh, FIRST_FRESH)
        self.finalists = sorted(map(self._finalist, self._chosen.values()),
                                key=lambda finalist: (bool(finalist.unmet), finalist.excess if finalist.unmet else -sign * finalist.mean))
        least = sign * self.finalists[0].mean - (1 - KEPT_SHARE) * abs(self.finalists[0].mean)
        rounded_numbers = {candidate.number for candidate in rounded}
        self.finalists.sort(key=lambda finalist: not (  # moves the rounded winner to the front if it is good enough
            finalist.candidate in rounded_numbers and not finalist.unmet and sign * finalist.mean >= least))
        self.best = self.finalists[0]
        if first:
            self.first = next(finalist for finalist in self.finalists if finalist.candidate == first[0].number)
            trials = [search.aim_by_trial(finalist.candidate) for finalist in (self.best, self.first)]
            self.gain = search.engine.mean(sign * (trials[0] - trials[1]), rules.alpha, self.intervals)

    def _estimate(self, expression: Expression, number: int, against: str) -> dict[str, Any]:
        """Mean and interval over environments: of their mean, or of the largest, whose interval holds if those of all do."""
        trials = self._search.by_environment(expression, number)
        trials = [numpy.mean(trials, axis=0)] if against == "mean" else trials
        means = [self._search.engine.mean(values, self._search.rules.alpha, self.intervals * len(trials)) for values in trials]
        mean, low, high = (max(estimate[key] for estimate in means) for key in ("mean", "low", "high"))
        text = f"{_digits(mean, 4)} ({_digits(low, 4)} to {_digits(high, 4)})"
        return {"mean": mean, "low": low, "high": high, "text": means[0]["text"] if len(means) == 1 else text}

    def _finalist(self, candidate: Candidate) -> Any:
        search, rules, number = self._search, self._search.rules, candidate.number
        excesses = [(constraint, self._estimate(constraint, number, "worst")) for constraint in rules.constraints]
        unmet = "; ".join(f"{constraint.text}: {'violated' if excess['low'] > 0 else 'not shown'}, by {excess['text']}"
                          for constraint, excess in excesses if not excess["high"] <= 0)
        return types.SimpleNamespace(
            candidate=number, values=search.space.values(candidate.point), **self._estimate(rules.aim, number, rules.against),
            believed=candidate.score()[0] * rules.sign, trials=search.trials_of(candidate),
            excess=sum(max(0.0, excess["mean"]) for _, excess in excesses), unmet=FAILED if search.score(number)[0] is None else unmet)

    @functools.cached_property
    def candidates(self) -> Table:
        """One row per candidate: its number, generation, proposer, refusal and trials, the mean of the aim, excess, and values by path."""
        rows, search = [], self._search
        for candidate in search.candidates:
            values, (value, excess) = search.space.values(candidate.point), candidate.score()
            rows.append({"candidate": candidate.number, "generation": candidate.generation, "proposer": candidate.proposer,
                         "refusal": candidate.refusal, "trials": search.trials_of(candidate),
                         "aim": math.nan if value is None else search.rules.sign * value, "excess": excess,
                         **{axis.path: values.get(axis.path, "" if axis.choices else math.nan) for axis in search.space.ranges}})
        return table(columns_of_records(rows))

    @functools.cached_property
    def study(self) -> Study:
        return Study(self._search.file, self._search.program)

    @property
    def best_study(self) -> str:
        """A study of the winner alone, on the fresh trials, as TOML."""
        study = self._search.space.study([self._chosen[self.best.candidate]], self._search.rules.fresh, FIRST_FRESH)
        return f"# Candidate {self.best.candidate} of a search, on trials that it was judged by.\n{toml_text(study)}"

    @functools.cached_property
    def text(self) -> str:
        search, rules, best = self._search, self._search.rules, self.best
        lines = [f'Searched "{search.space.keys["name"]}": {len(search.candidates):,} candidates proposed by {search.proposer.name}, in '
                 f"{search.candidates[-1].generation + 1:,} generations; {search.raced:.3g} rounds, and those of the finalists"]
        refused = [candidate.refusal or FAILED for candidate in search.candidates
                   if candidate.refusal or (candidate.scores and candidate.score()[0] is None)]
        for kind, _ in collections.Counter(re.sub(r"\d+", "", reason) for reason in refused).most_common(1):  # ignores numbers in reasons
            example = next(reason for reason in refused if re.sub(r"\d+", "", reason) == kind)
            lines.append(f"Refused:  {len(refused):,}, most often because: {example}")
        if best is None:
            return "\n".join([*lines, "", "No candidate could be played to the end."])
        winner = f"candidate {best.candidate}, {rules.aim.text} {best.text} over {rules.fresh:,} fresh trials"
        lines += ["", f"Found:    {winner}" if not best.unmet else
                  f"Nothing is known to meet all constraints; the nearest is {winner} ({best.unmet})",
                  *(f"          {path} = {value_text(value)}" for path, value in best.values.items())]
        if self.first:
            gain = "" if self.first is best else f"; the winner is better by {self.gain['text']}"
            lines += ["", f"First:    candidate {self.first.candidate}, the best of {len(search.first)}, has {self.first.text}{gain}"]
        width = max(len(finalist.text) for finalist in self.finalists)
        rows = [f"{row.candidate:9}  {row.text:>{width}} {_digits(row.believed, 4):>9} {row.trials:7,} "
                f"{_digits((row.believed - row.mean) * rules.sign, 2):>9}  {row.unmet}".rstrip() for row in self.finalists]
        names = ", ".join(f'"{searched.name}-N"' for searched in search.space.searched)
        return (self._answer(search.attack) if search.attack else "") + "\n".join([
            *lines, "", "The finalists on fresh trials. believed: the mean over the trials of the race, by which they were chosen;",
            f"optimism: by how much that mean was better. All {self.intervals} intervals hold together, with {100 * (1 - rules.alpha):g}% "
            "confidence;", "all of these trials rest on the same instances and schedules.",
            f"candidate  {'aim':>{width}}  believed  trials  optimism  not met", *rows, "",
            f"Results:  {os.path.relpath(search.file)} (candidate N is the {search.space.varying} {names})",
            f"Digest:   {self.study.digest}"])

    def _answer(self, words: tuple[str, str]) -> str:
        """Sentences about the cost of the corruption that an attack found. words: the text before and after the cost."""
        best, first = self.best, self.first
        text = f"{best.text.join(words)}{' (it is not shown to cost anything)' if best.low <= 0 else ''}.\n"
        if first is None or first is best:
            return text + ("No attack was found that is worse than the shipped schedules.\n" if first else "")
        times = f", {best.mean / first.mean:.2g} times as much" if first.low > 0 else ""
        worse = f"is worse by {self.gain['text']}{times}" if self.gain["low"] > 0 else "is not shown to be worse"
        return f"{text}The worst of the shipped schedules costs {first.text}: what was found {worse}.\n"

    def __repr__(self) -> str:
        return self.text


def _digits(number: float, digits: int) -> str:
    """The number with `digits` significant digits and without powers of ten, such as 1,234 or 0.0123."""
    return f"{float(f'{number:.{digits}g}'):,.12g}"


def search(study: Path | Mapping[str, Any], out: Path | None = None, **options: Any) -> Found:
    """Finds the settings that hurt a learner most, or suit it best, in a study with ranges instead of values and a section [search].

    study   a path, TOML text, or a dictionary, as for `run`
    out     the results file to write or resume [study.db for study.toml]; the same call resumes it
    rounds  the total cost in rounds [that of the section]; with more rounds, the same call continues the search

    Other options are threads, set, with_, learners, environments, progress and program, as for `run`. Raises RegrettaError if the
    study cannot be searched. KeyboardInterrupt (Ctrl-C) stops the search; the same call resumes it.
    """
    return Found(Search(study, out, **options))


def attack(learner: str | type, budget: float, horizon: int = 20_000, metric: str = "loss", out: Path | None = None, *,
           fixed_instance: bool = False, **options: Any) -> Found:
    """Finds the corruption and the instance that hurt a learner most: three arms, one constraint and fixed means. Losses, violations, and
    the corruption's schedule, direction, arm and value vary.

    learner  its kind, or a class of yours (see `Learner`)
    budget   the corruption C, summed over rounds; `horizon` is the number of rounds
    metric   the quantity that corruption raises: "loss", or a quantity such as "violation"
    out      the results file [attack-LEARNER.db]
    fixed_instance   keeps the instance of README.md, so that only the corruption varies

    Other options as for `search`. `print(found)` begins with the cost of the corruption.
    """
    return Found(attack_search(learner, budget, horizon, metric, out, fixed_instance, **options))


def attack_search(learner: str | type, budget: float, horizon: int, metric: str, out: Path | None, fixed_instance: bool,
                  **options: Any) -> Search:
    """The search of an attack, made from the study attack.toml."""
    if budget > horizon:
        raise RegrettaError(f"attack: a budget of {budget:g} is more than the {horizon} rounds, expected at most that", 2)
    name = learner.__name__ if isinstance(learner, type) else learner
    study = tomllib.loads(pathlib.Path(__file__).with_name("attack.toml").read_text(encoding="utf-8"))
    study["study"]["horizon"], study["environment"][0]["corruption"]["budget"] = horizon, float(budget)
    study["learner"] = [{"kind": name}]
    # Compares losses, regret + OPT: a change of OPT alone changes the regret, but does not harm the learner.
    aim = "regret@attacked + opt@attacked - regret@clean - opt@clean" if metric == "loss" else f"{metric}@attacked - {metric}@clean"
    study["search"].update(maximise=aim, rounds=float(ATTACK_TRIALS * horizon))
    if fixed_instance:
        first = study["search"]["first"]["environment"]["1"]
        study["environment"][0].update(loss=list(first.pop("loss").values()), violation=[list(first.pop("violation")["1"].values())])
    search = Search(study, out or f"attack-{name}.db", learners={name: learner} if isinstance(learner, type) else None, **options)
    search.attack = (f"A corruption of C = {budget:g} costs {name} ",
                  f" of {metric} in {horizon:,} rounds, over that on the same instance without corruption")
    return search


def dry_run(search: Search, sampled: int = 200) -> str:
    """A text that describes the space and the cost of the search."""
    refused = sum(bool(search.refusal(search.random(number))) for number in range(1, sampled + 1))
    generations, candidates, raced = 0, 0, 0.0
    while (following := search.next_generation(candidates))[1] + following[2] + raced <= search.rules.rounds:
        generations, candidates, raced = generations + 1, candidates + following[0], raced + following[1]
    ranges = [f"\n         {axis.path}: {', '.join(map(str, axis.choices)) if axis.choices else f'{axis.low:g} to {axis.high:g}'}"
              f"{', log' * axis.is_log}" for axis in search.space.ranges]
    return (f"Search:  {search.space.keys['name']}\nSpace:   {len(ranges)} ranges{''.join(ranges)}\nCosts:   {candidates:,} candidates in "
            f"{generations:,} generations, {raced:.3g} rounds and those of the finalists ({refused} of {sampled} at random are refused "
            f"unplayed)\nNothing was written; without --dry-run results go to {os.path.relpath(search.file)}")
