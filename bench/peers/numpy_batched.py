"""Many trials at once in NumPy arrays, in two layouts: (trials, arms) and (arms, trials)."""

import harness  # must come first: it fixes the number of threads

import numpy as np

import numba_loop
from game import Sums


class OwnDraws:
    def __init__(self, seed):
        self.rng, self.buffers = np.random.default_rng(seed), {}

    def __call__(self, shape, trial_axis):
        if shape not in self.buffers:
            self.buffers[shape] = np.empty(shape)
        return self.rng.random(out=self.buffers[shape])


class RecordedDraws:
    """The same recorded numbers for every trial."""

    def __init__(self, draws):
        self.draws, self.next = draws, 0

    def __call__(self, shape, trial_axis):
        one = list(shape)
        one[trial_axis] = 1
        count = int(np.prod(one))
        self.next += count
        return np.broadcast_to(self.draws[self.next - count : self.next].reshape(one), shape)


class Layout:
    """The axes of arms and trials. Arrays of constraints have them after a first axis."""

    def __init__(self, trial_major):
        self.trial_major = trial_major
        self.arms, self.trials = (-1, -2) if trial_major else (-2, -1)
        self.letters = "bk" if trial_major else "kb"

    def shape(self, K, B):
        return (B, K) if self.trial_major else (K, B)

    def of_arms(self, values):
        """Numbers by arm, shaped to be broadcast over trials."""
        return np.expand_dims(values, self.trials)

    def of_trials(self, values):
        return np.expand_dims(values, self.arms)

    def at(self, arm, B):
        """The index of each trial's own arm."""
        b = np.arange(B)
        return (..., b, arm) if self.trial_major else (..., arm, b)

    def dot(self, x, means):
        """By (constraint and) trial."""
        return means @ x.T if self.trial_major else means @ x

    def product(self, x, A):
        """sum over arms of x A_i, by constraint and trial."""
        return np.einsum(f"{self.letters},m{self.letters}->mb", x, A)


def project(layout, y, A):
    """The projections of the weights y onto {A x <= 0}, and which of them moved. Newton's method on the duals."""
    total = y.sum(axis=layout.arms)
    mean = layout.product(y, A) / total
    outside = (mean > 0).any(axis=0)
    x = y / layout.of_trials(total)
    moving = np.flatnonzero(outside)
    if len(moving):
        pick = (..., moving, slice(None)) if layout.trial_major else (..., moving)
        solve = find_roots if len(A) == 1 else minimise
        w = solve(layout, x[pick], A[pick], mean[:, moving])
        x[pick] = w / layout.of_trials(w.sum(axis=layout.arms))
    return x, outside


def find_roots(layout, y, A, mean):
    low, high = np.zeros(mean.shape[1]), np.full(mean.shape[1], np.inf)
    lam, mean, A, w = low, mean[0], A[0], y
    for _ in range(200):
        p = w * A
        total = w.sum(axis=layout.arms)
        mean = p.sum(axis=layout.arms) / total
        if np.abs(mean).max() <= 1e-13:
            return w
        low, high = np.where(mean > 0, lam, low), np.where(mean > 0, high, lam)
        square = np.einsum(f"{layout.letters},{layout.letters}->b", p, A) / total
        newton = lam + mean / square
        middle = np.where(np.isinf(high), 2 * lam + 1, (low + high) / 2)
        lam = np.where(((newton > low) & (newton < high)) | (np.abs(mean) <= 1e-13), newton, middle)
        w = y * np.exp(-layout.of_trials(lam) * A)
    raise RuntimeError("the projection did not converge")


def minimise(layout, y, A, mean):
    m, B = mean.shape
    letters, diagonal = layout.letters, np.arange(m)
    lam, w, total = np.zeros((m, B)), y, y.sum(axis=layout.arms)
    for _ in range(200):
        if np.where(lam > 0, np.abs(mean), mean).max() <= 1e-13:
            return w
        covariance = np.einsum(f"i{letters},j{letters}->bij", w * A, A, optimize=True) / total[:, None, None]
        covariance -= mean.T[:, :, None] * mean.T[:, None, :]
        free = ((lam > 0) | (mean > 0)).T
        covariance *= free[:, :, None] & free[:, None, :]
        covariance[:, diagonal, diagonal] += ~free
        direction = np.linalg.solve(covariance, mean.T * free).T
        value, start, scale = np.log(total), lam, np.ones(B)
        while True:
            lam = np.maximum(0, start + scale * direction)
            w = y * np.exp(-np.einsum(f"mb,m{letters}->{letters}", lam, A))
            total = w.sum(axis=layout.arms)
            rises = np.log(total) > value - 1e-4 * (mean * (lam - start)).sum(axis=0) + 1e-14
            if not rises.any():
                break
            scale = np.where(rises, scale / 2, scale)
            if scale.min() < 1e-12:
                raise RuntimeError("the line search failed")
        mean = layout.product(w, A) / total
    raise RuntimeError("the projection did not converge")


class Batch:
    """B trials between two rounds."""

    def __init__(self, layout, game, B, draw):
        self.layout, self.game, self.B, self.draw, self.t = layout, game, B, draw, 0
        shape = layout.shape(game.K, B)
        self.x, self.pulls = np.full(shape, 1 / game.K), np.zeros(shape)
        self.g_hat, self.A = np.zeros((game.m, *shape)), np.zeros((game.m, *shape))
        self.sums = np.zeros((Sums.size(game.m), B))

    def play(self, rounds):
        for self.t in range(self.t + 1, self.t + rounds + 1):
            self._play_round(self.t)

    def _play_round(self, t):
        game, layout, B = self.game, self.layout, self.B
        explored = game.explored(t)
        x = self.x
        if explored >= 0:
            x = np.zeros_like(self.x)
            x[layout.at(explored, B)] = 1
        cumulative = np.cumsum(x, axis=layout.arms)
        target = self.draw((B,), 0) * np.take(cumulative, -1, axis=layout.arms)
        arm = np.minimum((cumulative <= layout.of_trials(target)).sum(axis=layout.arms), game.K - 1)
        at = layout.at(arm, B)

        shape = layout.shape(game.K, B)
        if game.full:
            loss = (self.draw(shape, layout.trials) < layout.of_arms(game.loss)).astype(float)
            paid = loss[at]
        else:
            paid = (self.draw((B,), 0) < game.loss[arm]).astype(float)
        chance = 0.5 + 0.5 * game.violation
        if game.bandit:
            realised = 2.0 * (self.draw((game.m, B), 1) < chance[:, arm]) - 1.0
        else:
            draws = self.draw((game.m, *shape), layout.trials)
            violation = 2.0 * (draws < layout.of_arms(chance)) - 1.0  # np.where would branch
            realised = violation[at]

        m = game.m
        expected = layout.dot(x, game.violation)
        self.sums[0] += paid
        self.sums[1] += layout.dot(x, game.loss)
        self.sums[3 : 3 + m] += np.maximum(expected, 0)
        self.sums[3 + m : 3 + 2 * m] += expected
        self.sums[3 + 2 * m :] += realised

        if game.bandit:
            self.pulls[at] += 1
            n = self.pulls[at]
            g_hat = self.g_hat[at]
            g_hat += (realised - g_hat) / n
            self.g_hat[at] = g_hat
            self.A[at] = g_hat - game.width / np.sqrt(n)
        else:
            self.g_hat += (violation - self.g_hat) * (1 / t)
            np.subtract(self.g_hat, game.width / np.sqrt(t), out=self.A)
        if explored >= 0:
            return

        if game.full:
            y = x * np.exp(-game.eta * loss)
        else:
            y = x.copy()
            y[at] *= np.exp(-game.eta * paid / (y[at] + game.gamma))
        np.maximum(y, 1e-300, out=y)
        self.x, moved = project(layout, y, self.A)
        self.sums[2] += moved
        if not game.bandit:
            self.x = (1 - game.share) * self.x + game.share / game.K


WINDOWS, WINDOW, DISTINCT = 20, 10, 16


class NumpyBatched:
    tolerance = harness.ROUNDING_ONLY

    def __init__(self, name, trial_major):
        self.name, self.layout = name, Layout(trial_major)

    def replay(self, game, draws):
        batch = Batch(self.layout, game, 2, RecordedDraws(draws))
        batch.play(game.T)
        return batch.sums[:, 1], np.take(batch.x, 1, axis=self.layout.trials)

    def trials(self, game, count):
        batch = Batch(self.layout, game, count, OwnDraws(1))
        batch.play(game.T)
        return batch.sums

    def prepare(self, game):
        """Windows of WINDOW rounds: batches of DISTINCT trials, played so far by numba, copied until there are B."""
        B = 1024  # the best of 64, 256 and 1024 at nearly all sizes
        starts = numba_loop.window_starts(game, DISTINCT, WINDOWS)
        draw, axis = OwnDraws(1), self.layout.trials

        def stack(trials, field):
            return np.ascontiguousarray(np.stack([getattr(t, field) for t in trials] * (B // DISTINCT), axis=axis))

        def run(stopwatch):
            rounds = active = 0
            for trials in starts:
                batch = Batch(self.layout, game, B, draw)
                batch.t = trials[0].t
                batch.x, batch.pulls, batch.g_hat, batch.A = (stack(trials, f) for f in ("x", "pulls", "g_hat", "A"))
                with stopwatch:
                    batch.play(WINDOW)
                rounds += B * WINDOW
                active += batch.sums[2].sum()
            return rounds, active

        return run


if __name__ == "__main__":
    harness.main([NumpyBatched("numpy_trial_major", True), NumpyBatched("numpy_arms_major", False)])
