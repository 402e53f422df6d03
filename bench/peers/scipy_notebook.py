"""One trial, with one scipy.optimize.minimize(method="SLSQP") per round, as in notebooks. Gradients are given, and the
variables are u = x / sqrt(y), where the Hessian is about the identity: most notebooks do neither, and are slower."""

import harness  # must come first: it fixes the number of threads

import numpy as np
from scipy.optimize import minimize

import numba_loop
from game import LEARNERS, Sums


def project(y, A):
    y = y / y.sum()
    if (A @ y <= 0).all():
        return y, False
    root = np.sqrt(y)

    def divergence(u):
        log_ratio = np.log(np.maximum(u / root, 1e-300))
        return root * u @ log_ratio, root * (log_ratio + 1)

    rows = A * root
    constraints = [
        {"type": "eq", "fun": lambda u: root @ u - 1, "jac": lambda u: root},
        {"type": "ineq", "fun": lambda u: -rows @ u, "jac": lambda u: -rows},
    ]
    solution = minimize(divergence, root, jac=True, method="SLSQP", bounds=[(0, None)] * len(y),
                        constraints=constraints, options={"ftol": 1e-15, "maxiter": 200})  # fmt: skip
    x = root * solution.x
    return x / x.sum(), True


class Trial:
    """The state of a trial, with its rounds in idiomatic NumPy."""

    def __init__(self, game, draw):
        self.game, self.draw, self.t = game, draw, 0
        self.x, self.pulls = np.full(game.K, 1 / game.K), np.zeros(game.K)
        self.g_hat, self.A = np.zeros((game.m, game.K)), np.zeros((game.m, game.K))
        self.sums = np.zeros(Sums.size(game.m))

    def play(self, rounds):
        game, m, K = self.game, self.game.m, self.game.K
        chance = 0.5 + 0.5 * game.violation
        for self.t in range(self.t + 1, self.t + rounds + 1):
            t, explored, x = self.t, game.explored(self.t), self.x
            if explored >= 0:
                x = np.zeros(K)
                x[explored] = 1
            cumulative = np.cumsum(x)
            arm = min(np.searchsorted(cumulative, self.draw(1)[0] * cumulative[-1], side="right"), K - 1)
            if game.full:
                loss = (self.draw(K) < game.loss).astype(float)
                paid = loss[arm]
            else:
                paid = float(self.draw(1)[0] < game.loss[arm])
            if game.bandit:
                realised = np.where(self.draw(m) < chance[:, arm], 1.0, -1.0)
            else:
                violation = np.where(self.draw(m * K).reshape(m, K) < chance, 1.0, -1.0)
                realised = violation[:, arm]

            expected = game.violation @ x
            self.sums[0] += paid
            self.sums[1] += game.loss @ x
            self.sums[3:] += np.concatenate((np.maximum(expected, 0), expected, realised))

            if game.bandit:
                self.pulls[arm] += 1
                self.g_hat[:, arm] += (realised - self.g_hat[:, arm]) / self.pulls[arm]
                self.A[:, arm] = self.g_hat[:, arm] - game.width / np.sqrt(self.pulls[arm])
            else:
                self.g_hat += (violation - self.g_hat) / t
                self.A = self.g_hat - game.width / np.sqrt(t)
            if explored >= 0:
                continue

            if game.full:
                y = x * np.exp(-game.eta * loss)
            else:
                y = x.copy()
                y[arm] *= np.exp(-game.eta * paid / (x[arm] + game.gamma))
            self.x, moved = project(np.maximum(y, 1e-300), self.A)
            self.sums[2] += moved
            if not game.bandit:
                self.x = (1 - game.share) * self.x + game.share / K


class Recorded:
    def __init__(self, draws):
        self.draws, self.next = draws, 0

    def __call__(self, count):
        self.next += count
        return self.draws[self.next - count : self.next]


TRIALS, WINDOWS, WINDOW = 6, 100, 2


class ScipyNotebook:
    name = "scipy_notebook"
    tolerance = dict(zip(LEARNERS, (1e-5, 0.2, 1e-3)))  # the solver stops about 1e-7 short of the solution

    @staticmethod
    def replay(game, draws):
        trial = Trial(game, Recorded(draws))
        trial.play(game.T)
        return trial.sums, trial.x

    @staticmethod
    def trials(game, count):
        return None  # would take a quarter of an hour; the replay covers everything but rng.random

    @staticmethod
    def prepare(game):
        """Windows of WINDOW rounds in TRIALS trials, played so far by numba."""
        starts = sum(numba_loop.window_starts(game, TRIALS, WINDOWS), [])
        draw = np.random.default_rng(1).random

        def run(stopwatch):
            active = 0
            for start in starts:
                trial = Trial(game, draw)
                trial.t = start.t
                for field in ("x", "pulls", "g_hat", "A"):
                    setattr(trial, field, getattr(start, field).copy())
                with stopwatch:
                    trial.play(WINDOW)
                active += trial.sums[2]
            return len(starts) * WINDOW, active

        return run


if __name__ == "__main__":
    harness.main([ScipyNotebook])
