"""What a search has found, judged by trials that nothing was chosen by: regretta.search and regretta.attack."""

from __future__ import annotations

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
from .race import KEEPS, Search
from .space import Candidate

FIRST_FRESH = 1 << 30  #: number of the first fresh trial, the largest `first_trial`
FAILED = "trials failed, or have no such value"
ATTACK_TRIALS = 60_000  #: of T rounds that an attack costs: some 1,500 candidates


class Found:
    """What a search finds, which is carried out.

    best        the winner, in round numbers if these keep 95% of the aim; None: no candidate could be played to the end
    finalists   best first: those that meet all constraints, then the others, the nearest first. Each has: candidate, its number; values
                by path; mean, low, high and text of the aim, intervals that hold together; believed, the mean over its trials of the
                race; excess, by how much constraints are violated, and unmet, those that are not shown to be met
    first, gain   the best of the first candidates that the study names, and by how much the winner is better
    candidates  all that were proposed, as a data frame
    study       the finalists on their fresh trials, as `load` returns it
    text        what the command prints; `best_study`: the winner as a study
    """

    def __init__(self, search: Search) -> None:
        search.run()
        self._search, self.finalists, self.best, self.first, self.gain = search, list[Any](), None, None, dict[str, Any]()
        rules, sign, first = search.rules, search.rules.sign, search.best(1, search.candidates[:len(search.first)])
        chosen = [*search.best(rules.finalists, search.candidates), *first]
        if not chosen:
            return
        form = search.rounded()
        self._chosen = {one.number: one for one in [*chosen, *form]}
        # Which of them the winner is, and thus which gain is shown, is known only when the trials are.
        self.intervals = len(self._chosen) * (1 + len(rules.constraints)) + len(first) * (len(self._chosen) - 1)
        search.play(list(self._chosen.values()), rules.fresh, FIRST_FRESH)
        self.finalists = sorted(map(self._finalist, self._chosen.values()),
                                key=lambda one: (bool(one.unmet), one.excess if one.unmet else -sign * one.mean))
        least = sign * self.finalists[0].mean - (1 - KEEPS) * abs(self.finalists[0].mean)
        self.finalists.sort(key=lambda one: not (form and one.candidate == form[0].number and not one.unmet and sign * one.mean >= least))
        self.best = self.finalists[0]
        if first:
            self.first = next(one for one in self.finalists if one.candidate == first[0].number)
            trials = [search.aim_by_trial(one.candidate) for one in (self.best, self.first)]
            self.gain = search.engine.mean(sign * (trials[0] - trials[1]), rules.alpha, self.intervals)

    def _over(self, expression: Expression, number: int, against: str) -> dict[str, Any]:
        """Mean and interval over environments: the largest, with an interval that holds if those of all of them do, or of their mean."""
        trials = self._search.by_environment(expression, number)
        trials = [numpy.mean(trials, axis=0)] if against == "mean" else trials
        found = [self._search.engine.mean(one, self._search.rules.alpha, self.intervals * len(trials)) for one in trials]
        mean, low, high = (max(one[key] for one in found) for key in ("mean", "low", "high"))
        text = f"{_digits(mean, 4)} ({_digits(low, 4)} to {_digits(high, 4)})"
        return {"mean": mean, "low": low, "high": high, "text": found[0]["text"] if len(found) == 1 else text}

    def _finalist(self, one: Candidate) -> Any:
        search, rules = self._search, self._search.rules
        over = [(constraint, self._over(constraint, one.number, "worst")) for constraint in rules.constraints]
        unmet = "; ".join(f"{constraint.text}: {'violated' if excess['low'] > 0 else 'not shown'}, by {excess['text']}"
                          for constraint, excess in over if not excess["high"] <= 0)
        return types.SimpleNamespace(
            candidate=one.number, values=search.space.values(one.point), **self._over(rules.aim, one.number, rules.against),
            believed=one.score()[0] * rules.sign, trials=search.trials_of(one), excess=sum(max(0.0, excess["mean"]) for _, excess in over),
            unmet=FAILED if search.score(one.number)[0] is None else unmet)

    @functools.cached_property
    def candidates(self) -> Table:
        """One row for each: number, generation, proposer, refusal, trials, the aim's mean over them, excess, values by path."""
        rows, search = [], self._search
        for one in search.candidates:
            values, (value, excess) = search.space.values(one.point), one.score()
            rows.append({"candidate": one.number, "generation": one.generation, "proposer": one.proposer, "refusal": one.refusal,
                         "trials": search.trials_of(one), "aim": math.nan if value is None else search.rules.sign * value, "excess": excess,
                         **{way.path: values.get(way.path, "" if way.choices else math.nan) for way in search.space.ranges}})
        return table(columns_of_records(rows))

    @functools.cached_property
    def study(self) -> Study:
        return Study(self._search.file, self._search.program)

    @property
    def best_study(self) -> str:
        """The winner alone on the trials that it was judged by, as TOML."""
        study = self._search.space.study([self._chosen[self.best.candidate]], self._search.rules.fresh, FIRST_FRESH)
        return f"# Candidate {self.best.candidate} of a search, on trials that it was judged by.\n{toml_text(study)}"

    @functools.cached_property
    def text(self) -> str:
        search, rules, best = self._search, self._search.rules, self.best
        lines = [f'Searched "{search.space.keys["name"]}": {len(search.candidates):,} candidates proposed by {search.proposer.name}, in '
                 f"{search.candidates[-1].generation + 1:,} generations; {search.raced:.3g} rounds, and those of the finalists"]
        refused = [one.refusal or FAILED for one in search.candidates if one.refusal or (one.scores and one.score()[0] is None)]
        for kind, _ in collections.Counter(re.sub(r"\d+", "", one) for one in refused).most_common(1):  # whatever their numbers
            example = next(one for one in refused if re.sub(r"\d+", "", one) == kind)
            lines.append(f"Refused:  {len(refused):,}, most often because: {example}")
        if best is None:
            return "\n".join([*lines, "", "No candidate could be played to the end."])
        what = f"candidate {best.candidate}, {rules.aim.text} {best.text} over {rules.fresh:,} fresh trials"
        lines += ["", f"Found:    {what}" if not best.unmet else
                  f"Nothing is known to meet all constraints; the nearest is {what} ({best.unmet})",
                  *(f"          {path} = {value_text(value)}" for path, value in best.values.items())]
        if self.first:
            gain = "" if self.first is best else f"; that found is better by {self.gain['text']}"
            lines += ["", f"First:    candidate {self.first.candidate}, the best of {len(search.first)}, has {self.first.text}{gain}"]
        width = max(len(one.text) for one in self.finalists)
        rows = [f"{one.candidate:9}  {one.text:>{width}} {_digits(one.believed, 4):>9} {one.trials:7,} "
                f"{_digits((one.believed - one.mean) * rules.sign, 2):>9}  {one.unmet}".rstrip() for one in self.finalists]
        names = ", ".join(f'"{one.name}-N"' for one in search.space.searched)
        return (self._answer(search.attack) if search.attack else "") + "\n".join([
            *lines, "", "The finalists on fresh trials. believed: the mean over the trials of the race, by which they were chosen;",
            f"optimism: how much better that looked. All {self.intervals} intervals hold together, with {100 * (1 - rules.alpha):g}% "
            "confidence;", "all of these trials rest on the same instances and schedules.",
            f"candidate  {'aim':>{width}}  believed  trials  optimism  not met", *rows, "",
            f"Results:  {os.path.relpath(search.file)} (candidate N is the {search.space.varying} {names})",
            f"Digest:   {self.study.digest}"])

    def _answer(self, words: tuple[str, str]) -> str:
        """What the corruption of an attack costs."""
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
    """1,234 and 0.0123: so many digits, and no powers of ten."""
    return f"{float(f'{number:.{digits}g}'):,.12g}"


def search(study: Path | Mapping[str, Any], out: Path | None = None, **options: Any) -> Found:
    """Searches the settings that hurt a learner most, or suit it best: a study with ranges instead of values and a table [search].

    study   a path, TOML text, or a dictionary, as for `run`
    out     the results file to write or resume [study.db for study.toml]; candidates are kept beside it, in study.search.json
    rounds  the whole cost in rounds of a trial, [search] rounds; with more of them the same call goes on

    Other options are threads, set, with_, learners, environments, progress and program, as for `run`. Raises RegrettaError for what
    cannot be searched. KeyboardInterrupt (Ctrl-C) stops the search; the same call goes on.
    """
    return Found(Search(study, out, **options))


def attack(learner: str | type, budget: float, horizon: int = 20_000, metric: str = "loss", out: Path | None = None, *,
           fixed_instance: bool = False, **options: Any) -> Found:
    """Searches the corruption and the instance that hurt a learner most: three arms, one constraint, fixed means; losses, violations,
    schedule, direction, arm and value vary.

    learner  its kind, or a class of yours (see `Learner`)
    budget   the corruption C, summed over rounds; `horizon` is the number of rounds
    metric   what corruption is to raise: "loss", or a quantity such as "violation"
    out      the results file [attack-LEARNER.db]
    fixed_instance   keeps the instance of README.md, so that only the corruption varies

    The options are those of `search`. `print(found)` begins with what a corruption costs.
    """
    return Found(attack_search(learner, budget, horizon, metric, out, fixed_instance, **options))


def attack_search(learner: str | type, budget: float, horizon: int, metric: str, out: Path | None, fixed_instance: bool,
                  **options: Any) -> Search:
    """The search of an attack, in the study attack.toml."""
    if budget > horizon:
        raise RegrettaError(f"attack: a budget of {budget:g} is more than the {horizon} rounds, expected at most as many", 2)
    name = learner.__name__ if isinstance(learner, type) else learner
    study = tomllib.loads(pathlib.Path(__file__).with_name("attack.toml").read_text(encoding="utf-8"))
    study["study"]["horizon"], study["environment"][0]["corruption"]["budget"] = horizon, float(budget)
    study["learner"] = [{"kind": name}]
    # A change of OPT alone is no harm to a learner, so that losses are compared, not regrets.
    aim = "regret@attacked + opt@attacked - regret@clean - opt@clean" if metric == "loss" else f"{metric}@attacked - {metric}@clean"
    study["search"].update(maximise=aim, rounds=float(ATTACK_TRIALS * horizon))
    if fixed_instance:
        first = study["search"]["first"]["environment"]["1"]
        study["environment"][0].update(loss=list(first.pop("loss").values()), violation=[list(first.pop("violation")["1"].values())])
    one = Search(study, out or f"attack-{name}.db", learners={name: learner} if isinstance(learner, type) else None, **options)
    one.attack = (f"A corruption of C = {budget:g} costs {name} ",
                  f" of {metric} in {horizon:,} rounds, over that on the same instance without corruption")
    return one


def dry_run(one: Search, sampled: int = 200) -> str:
    """The space, and what the search costs."""
    refused = sum(bool(one.refusal(one.random(number))) for number in range(1, sampled + 1))
    generations, candidates, raced = 0, 0, 0.0
    while (next_one := one.next_generation(candidates))[1] + next_one[2] + raced <= one.rules.rounds:
        generations, candidates, raced = generations + 1, candidates + next_one[0], raced + next_one[1]
    ways = [f"\n         {way.path}: {', '.join(map(str, way.choices)) if way.choices else f'{way.low:g} to {way.high:g}'}"
            f"{', log' * way.is_log}" for way in one.space.ranges]
    return (f"Search:  {one.space.keys['name']}\nSpace:   {len(ways)} ranges{''.join(ways)}\nCosts:   {candidates:,} candidates in "
            f"{generations:,} generations, {raced:.3g} rounds and those of the finalists ({refused} of {sampled} at random are refused "
            f"unplayed)\nNothing was written; without --dry-run results go to {os.path.relpath(one.file)}")
