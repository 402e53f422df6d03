"""A study with a learner in Python, which tests/fresh_machine runs on a machine that has only the wheel and NumPy."""

import platform

import numpy
import regretta

STUDY = """[study]
trials = 256
horizon = 1000
[[environment]]
kind = "stationary"
loss = [0.5, 0.2, 0.7]
violation = [[-0.3, 0.5, -0.3]]
[[learner]]
kind = ["conomd-fs", "thompson"]
"""


class Thompson(regretta.Learner):
    """Thompson sampling; gives the same bits as the shipped learner `thompson`."""

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


checked = regretta.check(Thompson)
assert checked, checked
study = regretta.run(STUDY, "wheel.db", learners={"in-python": Thompson}, progress=False)
_, in_cpp, in_python = study.values("regret")
assert (in_cpp == in_python).all(), "the bits differ from those of the learner in C++"
print(f"Python {platform.python_version()}, NumPy {numpy.__version__}: {study!r}, digest {study.digest}")
