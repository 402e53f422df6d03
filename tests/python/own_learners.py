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
    return STUDY.format(trials=trials, horizon=horizon) + "".join(f'[[learner]]\nkind = "{one}"\n' for one in learners)


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
    """The same as `thompson`."""

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


class ConOmdFs(regretta.Learner):
    """The same as `conomd-fs`, for one constraint: Algorithm 1 with the projection by bisection."""

    feedback = "full"

    def __init__(self, problem, trials, confidence_scale=1.0):
        T, K = problem.horizon, problem.num_arms
        self.x, self.g_hat = numpy.full((trials, K), 1 / K), numpy.zeros((trials, K))
        self.eta, self.share = numpy.sqrt(numpy.log(K * T) / T), 1 / T
        self.width = 4 * confidence_scale * numpy.sqrt(numpy.log(T * K / problem.delta))

    def strategy(self):
        return self.x

    def observe(self, t, arm, loss, violation):
        self.g_hat += (violation[:, 0, :] - self.g_hat) / t
        x = projection(self.x * numpy.exp(-self.eta * loss), self.g_hat - self.width / numpy.sqrt(t))
        self.x = (1 - self.share) * x + self.share / x.shape[1]


def projection(y, A):
    """argmin KL(x | y) over the simplex with A x <= 0, or, if that set is empty or thin, A x <= v + 1e-9."""
    least = A.min(axis=1)
    level = numpy.where(least > -1e-9, least + 1e-9, 0.0)

    def at(price):
        log_x = numpy.log(y) - price[:, None] * A
        x = numpy.exp(log_x - log_x.max(axis=1, keepdims=True))
        return x / x.sum(axis=1, keepdims=True)

    low, high = numpy.zeros(len(y)), numpy.ones(len(y))
    outside = (A * at(low)).sum(axis=1) > level
    for _ in range(60):
        high = numpy.where((A * at(high)).sum(axis=1) > level, 2 * high, high)
    for _ in range(110):
        middle = (low + high) / 2
        above = (A * at(middle)).sum(axis=1) > level
        low, high = numpy.where(above, middle, low), numpy.where(above, high, middle)
    return at(numpy.where(outside, high, 0.0))
