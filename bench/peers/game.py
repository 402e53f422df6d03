"""What the NumPy peer plays and reports: the paper's three learners in the common cell."""

import math

import numpy as np

LEARNERS = ("conomd-fs", "conomd-fs-ix", "expopt-conomd")
DELTA, CONFIDENCE_SCALE = 0.05, 0.25


class Game:
    """The common cell (tools/commands/common_cell.hpp; --check compares the two) with the constants of one learner."""

    def __init__(self, learner, K, m, T=100_000):
        self.learner, self.K, self.m, self.T = learner, K, m, T
        self.full, self.bandit = learner == "conomd-fs", learner == "expopt-conomd"
        arms = np.arange(K)
        self.loss = 0.2 + 0.6 * arms / K
        last = 1 if K == 2 else K
        self.violation = np.array([0.5 - 0.9 * ((arms + i) % K) / last for i in range(m)])
        self.eta = math.sqrt(math.log(K * T) / (T if self.full else K * T))
        self.gamma = self.eta / 2
        self.share = 0.0 if self.bandit else 1 / T
        self.width = 4 * CONFIDENCE_SCALE * math.sqrt(math.log(T * K * m / DELTA))  # xi = width / sqrt(n)
        self.pulls = math.ceil(math.sqrt(T) - 1e-9) if self.bandit else 0  # of every arm in the exploration phase

    def explored(self, t):
        """The arm that the exploration phase plays in round t = 1, 2, ...; -1 after the phase."""
        return (t - 1) // self.pulls if t <= self.K * self.pulls else -1


class Sums:
    """Trials' sums, the last axis: trials."""

    def __init__(self, m, B):
        self.loss, self.expected_loss, self.active = np.zeros((3, B))
        self.positive, self.cancelling, self.realised = np.zeros((3, m, B))

    def quantities(self, opt):
        """By name."""
        return {
            "regret": self.loss - opt,
            "expected_regret": self.expected_loss - opt,
            "active_rounds": self.active,
            "violation": self.positive.max(axis=0),
            "signed_violation": self.cancelling.max(axis=0),
            "realised_violation": self.realised.max(axis=0),
        }
