"""One trial at a time in a loop compiled by numba, fastmath off: the plain loop of plain_loop.hpp in Python."""

import harness  # must come first: it fixes the number of threads

import copy
import math

import numpy as np
from numba import njit

from game import Sums
from numba_projection import project


@njit
def natural(source):
    return np.random.random()


@njit
def recorded(source):
    """source[0] is the index of the next number."""
    source[0] += 1
    return source[int(source[0])]


@njit
def seed_numba(seed):
    np.random.seed(seed)


def make_player(uniform):
    @njit
    def play(t, rounds, mean_loss, mean_violation, full, bandit, eta, gamma, share, width, n0,
             x, g_hat, A, pulls, sums, source):  # fmt: skip
        """Rounds t + 1, ..., t + rounds of a trial, on the arrays of its state."""
        m, K = A.shape
        y, loss, violation, point_mass = np.zeros(K), np.zeros(K), np.zeros((m, K)), np.zeros(K)
        lam, mean, cov = np.zeros(m), np.zeros(m), np.zeros((m, m))
        for t in range(t + 1, t + rounds + 1):
            exploring = t <= K * n0
            strategy = x
            if exploring:
                point_mass[:] = 0
                point_mass[(t - 1) // n0] = 1
                strategy = point_mass

            rest = uniform(source) * strategy.sum()
            arm = 0
            while arm + 1 < K and rest >= strategy[arm]:
                rest -= strategy[arm]
                arm += 1
            for a in range(K):
                if full or a == arm:
                    loss[a] = 1.0 if uniform(source) < mean_loss[a] else 0.0
            for i in range(m):
                for a in range(arm if bandit else 0, arm + 1 if bandit else K):
                    violation[i, a] = 1.0 if uniform(source) < 0.5 + 0.5 * mean_violation[i, a] else -1.0

            expected = 0.0
            for a in range(K):
                expected += mean_loss[a] * strategy[a]
            sums[0] += loss[arm]
            sums[1] += expected
            for i in range(m):
                expected = 0.0
                for a in range(K):
                    expected += mean_violation[i, a] * strategy[a]
                sums[3 + i] += max(expected, 0.0)
                sums[3 + m + i] += expected
                sums[3 + 2 * m + i] += violation[i, arm]

            if bandit:
                pulls[arm] += 1
                xi = width / math.sqrt(pulls[arm])
                for i in range(m):
                    g_hat[i, arm] += (violation[i, arm] - g_hat[i, arm]) / pulls[arm]
                    A[i, arm] = g_hat[i, arm] - xi
            else:
                xi, weight = width / math.sqrt(t), 1 / t
                for i in range(m):
                    for a in range(K):
                        g_hat[i, a] += (violation[i, a] - g_hat[i, a]) * weight
                        A[i, a] = g_hat[i, a] - xi
            if exploring:
                continue

            if full:
                for a in range(K):
                    y[a] = x[a] * math.exp(-eta * loss[a])
            else:
                y[:] = x
                y[arm] *= math.exp(-eta * loss[arm] / (x[arm] + gamma))
            for a in range(K):
                y[a] = max(y[a], 1e-300)
            sums[2] += project(y, A, x, lam, mean, cov)
            if not bandit:
                for a in range(K):
                    x[a] = (1 - share) * x[a] + share / K

    return play


play_on_own_draws = make_player(natural)
play_recorded = make_player(recorded)


class Trial:
    def __init__(self, game):
        self.game, self.t = game, 0
        self.x = np.full(game.K, 1 / game.K)
        self.g_hat, self.A, self.pulls = np.zeros((game.m, game.K)), np.zeros((game.m, game.K)), np.zeros(game.K)
        self.sums = np.zeros(Sums.size(game.m))

    def play(self, rounds, player=play_on_own_draws, source=np.zeros(1)):
        g = self.game
        player(self.t, rounds, g.loss, g.violation, g.full, g.bandit, g.eta, g.gamma, g.share, g.width, g.pulls,
               self.x, self.g_hat, self.A, self.pulls, self.sums, source)  # fmt: skip
        self.t += rounds
        return self


def window_starts(game, trials, windows):
    """For slow peers: states of some trials at rounds spread evenly over them, as a list of trials per round."""
    starts = [[] for _ in range(windows)]
    for k in range(trials):
        seed_numba(k)
        trial = Trial(game)
        for w in range(windows):
            trial.play(game.T * (2 * w + 1) // (2 * windows) - trial.t)
            starts[w].append(copy.deepcopy(trial))
    return starts


class NumbaLoop:
    name = "numba_loop"
    tolerance = harness.ROUNDING_ONLY

    @staticmethod
    def replay(game, draws):
        trial = Trial(game).play(game.T, play_recorded, np.concatenate(([0.0], draws)))
        return trial.sums, trial.x

    @staticmethod
    def trials(game, count):
        seed_numba(1)
        return np.array([Trial(game).play(game.T).sums for _ in range(count)]).T

    @staticmethod
    def prepare(game):
        Trial(game).play(1)  # compiles
        seed_numba(1)

        def run(stopwatch):
            with stopwatch:
                trial = Trial(game).play(game.T)
            return game.T, trial.sums[2]

        return run


if __name__ == "__main__":
    harness.main([NumbaLoop])
