"""Searches on landscapes whose optimum is known. `python3 landscapes.py SEEDS` prints after how many trials the best
candidate of the race has reached 95% of the way from the median of random candidates to the optimum."""

import sys
import types

import numpy

from regretta.searching import proposers, race
from regretta.searching.space import Space

CHOICES, MOST_TRIALS = (4, 4, 2), 400_000  # numbers of alternatives; trials after which a race is given up


class Range:
    def __init__(self, path, choices):
        self.choices, self.path = list(range(choices)), path


class FlatSpace:
    """Twelve numbers in [0, 1] and three choices, with those members of a space that an optimiser uses."""

    ranges = [Range(str(index), choices) for index, choices in enumerate((0,) * 12 + CHOICES)]
    random = Space.random

    def values(self, point):
        return dict(zip([axis.path for axis in self.ranges], point))


def share_of_wrong_choices(x):
    return (x[12:] != 1).mean()


def smooth(x):
    return 1 - 2 * ((x[:12] - 0.37) ** 2).mean() - 0.2 * share_of_wrong_choices(x)


def mixed(x):  # the best numbers depend on the choices
    return 1 - 2 * ((x[:12] - 0.15 - 0.2 * x[12] - 0.05 * x[13]) ** 2).mean() - 0.4 * share_of_wrong_choices(x)


def deceptive(x):  # rises towards 0.9, but the optimum lies elsewhere: one random candidate in 800 finds it
    is_there = share_of_wrong_choices(x) == 0 and abs(x[0] - 0.2) < 0.1 and abs(x[5] - 0.7) < 0.1
    return 1.0 if is_there else 0.8 - ((x[:12] - 0.9) ** 2).mean() - 0.2 * share_of_wrong_choices(x)


def ridge(x):  # rises slowly along a narrow ridge, on which all numbers are equal
    return 1 - numpy.abs(numpy.diff(x[:12])).sum() / 4 - 0.5 * abs(x[0] - 0.8) - 0.2 * share_of_wrong_choices(x)


class Climb(race.Search):
    """The race of a search, in which a function with noise replaces studies."""

    def __init__(self, landscape, seed, random_first=256, most_trials=MOST_TRIALS):
        self.space, self.landscape, self.most_trials = FlatSpace(), landscape, most_trials
        self.rules = types.SimpleNamespace(seed=seed, trials=[8, 32, 128], candidates=64, random_first=random_first)
        self.proposer = proposers.Evolution(self.space, seed)
        self.candidates, self.first, self._numbers, self._progress = [], [], {}, False
        self.common = numpy.random.default_rng([seed, 7]).normal(size=128)
        drawn = [landscape(self.space.random(numpy.random.default_rng([99, k]))) for k in range(1001)]
        self.wanted = numpy.median(drawn) + 0.95 * (1 - numpy.median(drawn))  # the optimum of every landscape is 1

    def refusal(self, point):
        return ""

    def play(self, candidates, trials, first_trial=0):
        self.trials, self.points = trials, {candidate.number: candidate.point for candidate in candidates}

    def score(self, number):
        noise = numpy.random.default_rng([self.rules.seed, 8, number]).normal(size=128)
        noise = (self.common + noise)[:self.trials].mean() * 0.1 / 2**0.5
        return [float(self.landscape(self.points[number]) + noise), 0.0]

    def trials_until_found(self):
        played = 0
        while played < self.most_trials:
            generation = self.propose(max(64, len(self.candidates) // 50))
            self.race(generation)
            played = sum(map(self.trials_of, self.candidates))
            if self.landscape(self.best(1, self.candidates)[0].point) >= self.wanted:
                break
        return min(played, self.most_trials)


if __name__ == "__main__":
    for landscape in (smooth, mixed, deceptive, ridge):
        found = sorted(Climb(landscape, seed).trials_until_found() for seed in range(1, int(sys.argv[1]) + 1))
        arrived = sum(trials < MOST_TRIALS for trials in found)
        print(f"{landscape.__name__:10} median {found[len(found) // 2]:8,} arrived {arrived}")
