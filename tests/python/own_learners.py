"""Learners in Python that tests use, and studies for them."""

import numpy

import common
import regretta

STUDY = """[study]
name = "python"
trials = {trials}
horizon = {horizon}
[[environment]]
kind = "stationary"
loss = [0.5, 0.3, 0.7]
violation = [[-0.5, 0.1, -0.2]]
"""


def study(learners, trials=64, horizon=200):
    return STUDY.format(trials=trials, horizon=horizon) + "".join(f'[[learner]]\nkind = "{kind}"\n' for kind in learners)


def run(text, name, **options):
    return regretta.run(text, common.file(name), progress=False, **options)


class Ucb(regretta.Learner):
    """UCB1 over losses."""

    def __init__(self, problem, trials, scale=2.0):
        self.pulls, self.total = numpy.zeros((2, trials, problem.num_arms))
        self.rows, self.t, self.scale = numpy.arange(trials), 0, scale

    def strategy(self):
        n = numpy.maximum(self.pulls, 1)
        index = self.total / n - numpy.sqrt(self.scale * numpy.log(max(self.t, 1)) / n)
        return numpy.where(self.pulls > 0, index, -numpy.inf).argmin(axis=1)

    def observe(self, t, arm, loss, violation):
        self.t = t
        self.pulls[self.rows, arm] += 1
        self.total[self.rows, arm] += loss


class Thompson(regretta.Learner):
    """The algorithm of the shipped learner `thompson`, with the same bits."""

    def __init__(self, problem, trials):
        self.total, self.pulls = numpy.zeros((2, trials, problem.num_arms))
        self.rows = numpy.arange(trials)

    def draw(self, random):
        self.theta = random.beta(1 + self.total, 1 + self.pulls - self.total)

    def strategy(self):
        return self.theta.argmin(axis=1)

    def observe(self, t, arm, loss, violation):
        self.pulls[self.rows, arm] += 1
        self.total[self.rows, arm] += loss
