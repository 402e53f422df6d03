"""The paper's three learners, 1024 trials at once in NumPy arrays (arms, trials). See main.cpp for the options and the
names of benchmarks."""

import argparse
import copy
import json
import math
import re
import sys
import time

import numpy as np

LEARNERS = ("conomd-fs", "conomd-fs-ix", "expopt-conomd")
DELTA, CONFIDENCE_SCALE = 0.05, 0.25
SIZES = ((2, 1), (10, 1), (100, 1), (100, 3))
ROUNDING_ONLY = dict(zip(LEARNERS, (1e-9, 1e-6, 1e-9)))
OWN_TRIALS, STANDARD_ERRORS = 100, 5
BATCH = 1024  # the best of 64, 256 and 1024 at nearly all sizes
WINDOWS, WINDOW, DISTINCT = 20, 10, 16


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


class OwnDraws:
    def __init__(self, seed):
        self.rng, self.buffers = np.random.default_rng(seed), {}

    def __call__(self, shape):
        if shape not in self.buffers:
            self.buffers[shape] = np.empty(shape)
        return self.rng.random(out=self.buffers[shape])


class RecordedDraws:
    """The same recorded numbers for every trial."""

    def __init__(self, draws):
        self.draws, self.next = draws, 0

    def __call__(self, shape):
        count = int(np.prod(shape[:-1]))
        self.next += count
        return np.broadcast_to(self.draws[self.next - count : self.next].reshape(*shape[:-1], 1), shape)


def project(y, A):
    """The projections of the weights y onto {A x <= 0}, and which of them moved. Newton's method on the duals."""
    total = y.sum(axis=0)
    mean = np.einsum("kb,mkb->mb", y, A) / total
    outside = (mean > 0).any(axis=0)
    x = y / total
    moving = np.flatnonzero(outside)
    if len(moving):
        w = (find_roots if len(A) == 1 else minimise)(x[:, moving], A[..., moving], mean[:, moving])
        x[:, moving] = w / w.sum(axis=0)
    return x, outside


def find_roots(y, A, mean):
    low, high = np.zeros(mean.shape[1]), np.full(mean.shape[1], np.inf)
    lam, A, w = low, A[0], y
    for _ in range(200):
        p = w * A
        total = w.sum(axis=0)
        mean = p.sum(axis=0) / total
        if np.abs(mean).max() <= 1e-13:
            return w
        low, high = np.where(mean > 0, lam, low), np.where(mean > 0, high, lam)
        newton = lam + mean / (np.einsum("kb,kb->b", p, A) / total)
        middle = np.where(np.isinf(high), 2 * lam + 1, (low + high) / 2)
        lam = np.where(((newton > low) & (newton < high)) | (np.abs(mean) <= 1e-13), newton, middle)
        w = y * np.exp(-lam * A)
    raise RuntimeError("the projection did not converge")


def minimise(y, A, mean):
    m, B = mean.shape
    diagonal = np.arange(m)
    lam, w, total = np.zeros((m, B)), y, y.sum(axis=0)
    for _ in range(200):
        if np.where(lam > 0, np.abs(mean), mean).max() <= 1e-13:
            return w
        covariance = np.einsum("ikb,jkb->bij", w * A, A, optimize=True) / total[:, None, None]
        covariance -= mean.T[:, :, None] * mean.T[:, None, :]
        free = ((lam > 0) | (mean > 0)).T
        covariance *= free[:, :, None] & free[:, None, :]
        covariance[:, diagonal, diagonal] += ~free
        direction = np.linalg.solve(covariance, (mean.T * free)[..., None])[..., 0].T
        value, start, scale = np.log(total), lam, np.ones(B)
        while True:
            lam = np.maximum(0, start + scale * direction)
            w = y * np.exp(-np.einsum("mb,mkb->kb", lam, A))
            total = w.sum(axis=0)
            rises = np.log(total) > value - 1e-4 * (mean * (lam - start)).sum(axis=0) + 1e-14
            if not rises.any():
                break
            scale = np.where(rises, scale / 2, scale)
            if scale.min() < 1e-12:
                raise RuntimeError("the line search failed")
        mean = np.einsum("kb,mkb->mb", w, A) / total
    raise RuntimeError("the projection did not converge")


class Batch:
    """B trials between two rounds."""

    def __init__(self, game, B, draw):
        self.game, self.B, self.draw, self.t = game, B, draw, 0
        self.x, self.pulls = np.full((game.K, B), 1 / game.K), np.zeros((game.K, B))
        self.g_hat, self.A = np.zeros((2, game.m, game.K, B))
        self.sums = Sums(game.m, B)

    def play(self, rounds):
        for self.t in range(self.t + 1, self.t + rounds + 1):
            self._play_round(self.t)
        return self

    def widened(self, B):
        """A copy with B trials, each of these repeated."""
        wide = Batch(self.game, B, self.draw)
        wide.t = self.t
        wide.x, wide.pulls, wide.g_hat, wide.A = (
            np.tile(part, B // self.B) for part in (self.x, self.pulls, self.g_hat, self.A)
        )
        return wide

    def _play_round(self, t):
        game, B, sums = self.game, self.B, self.sums
        explored = game.explored(t)
        x = self.x
        if explored >= 0:
            x = np.zeros_like(self.x)
            x[explored] = 1
        cumulative = np.cumsum(x, axis=0)
        target = self.draw((B,)) * cumulative[-1]
        arm = np.minimum((cumulative <= target).sum(axis=0), game.K - 1)
        at = (..., arm, np.arange(B))

        if game.full:
            loss = (self.draw((game.K, B)) < game.loss[:, None]).astype(float)
            paid = loss[at]
        else:
            paid = (self.draw((B,)) < game.loss[arm]).astype(float)
        chance = 0.5 + 0.5 * game.violation
        if game.bandit:
            realised = 2.0 * (self.draw((game.m, B)) < chance[:, arm]) - 1.0
        else:
            draws = self.draw((game.m, game.K, B))
            violation = 2.0 * (draws < chance[..., None]) - 1.0  # np.where would branch
            realised = violation[at]

        expected = game.violation @ x
        sums.loss += paid
        sums.expected_loss += game.loss @ x
        sums.positive += np.maximum(expected, 0)
        sums.cancelling += expected
        sums.realised += realised

        if game.bandit:
            self.pulls[at] += 1
            n = self.pulls[at]
            self.g_hat[at] += (realised - self.g_hat[at]) / n
            self.A[at] = self.g_hat[at] - game.width / np.sqrt(n)
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
        self.x, moved = project(y, self.A)
        sums.active += moved
        if not game.bandit:
            self.x = (1 - game.share) * self.x + game.share / game.K


def window_starts(game):
    """A few trials of the game, as they are before each of the windows, which are spread evenly over the rounds."""
    batch, starts = Batch(game, DISTINCT, OwnDraws(1)), []
    for k in range(WINDOWS):
        batch.play((2 * k + 1) * game.T // (2 * WINDOWS) - batch.t)
        starts.append(copy.deepcopy(batch))
    return starts


def measure(name, starts, min_time):
    """A benchmark as Google Benchmark writes it."""
    seconds = rounds = active = 0
    while seconds < min_time:
        for start in starts:
            batch = start.widened(BATCH)
            begin = time.process_time()
            batch.play(WINDOW)
            seconds += time.process_time() - begin
            rounds += BATCH * WINDOW
            active += batch.sums.active.sum()
    numbers = {"active": active / rounds, "items_per_second": rounds / seconds, "ns": 1e9 * seconds / rounds}
    print(f"{name:48} {numbers['ns']:14.1f} ns  active {numbers['active']:.3f}", file=sys.stderr)
    return {"name": name, "run_name": name, "run_type": "iteration", **numbers}


def benchmarks(options):
    for learner in LEARNERS:
        for K, m in SIZES:
            name = f"peer/numpy_batched/{learner}/{K}/{m}"
            if re.search(options.benchmark_filter, name):
                starts = window_starts(Game(learner, K, m))
                for _ in range(options.benchmark_repetitions):
                    yield measure(name, starts, options.benchmark_min_time)


def difference(value, expected):
    expected = np.asarray(expected)
    return np.max(np.abs(value - expected) / np.maximum(1, np.abs(expected)))


def comparisons(cell):
    """(what, difference from the engine, limit) for everything that peers_reference wrote about a cell."""
    for learner in LEARNERS:
        game, expected = Game(learner, cell["arms"], cell["constraints"], cell["horizon"]), cell["learners"][learner]
        name = f"numpy_batched/{learner}/{game.K}/{game.m}"
        same = max(difference(game.loss, cell["loss"]), difference(game.violation.ravel(), cell["violation"]))
        yield f"{name} means of the cell", same, 1e-15

        replay = expected["replay"]
        batch = Batch(game, 2, RecordedDraws(np.array(replay["draws"]))).play(game.T)
        worst = difference(batch.x[:, 1], replay["strategy"])
        for key, value in batch.sums.quantities(cell["opt"]).items():
            worst = max(worst, difference(value, replay[key]))
        yield f"{name} replay, relative", worst, ROUNDING_ONLY[learner]

        found = Batch(game, OWN_TRIALS, OwnDraws(1)).play(game.T).sums.quantities(cell["opt"])
        errors = [
            abs(found[key].mean() - engine["mean"]) / np.hypot(found[key].std(ddof=1) / np.sqrt(OWN_TRIALS), engine["se"])
            for key, engine in expected["means"].items()
        ]
        yield f"{name} means, standard errors", max(errors), STANDARD_ERRORS


def check(reference):
    fine = True
    with open(reference) as file:
        for cell in json.load(file)["cells"]:
            for what, value, limit in comparisons(cell):
                fine &= bool(value <= limit)
                print(f"{'ok' if value <= limit else 'BAD':4} {what:64} {value:.2e} (limit {limit:.0e})", flush=True)
    return fine


def main():
    parser = argparse.ArgumentParser(description="Measures the NumPy peer, or checks it against the engine.")
    parser.add_argument("--check", metavar="REFERENCE", help="what peers_reference wrote")
    parser.add_argument("--benchmark_filter", default="", metavar="REGEX")
    parser.add_argument("--benchmark_min_time", type=float, default=0.5, metavar="SECONDS")
    parser.add_argument("--benchmark_repetitions", type=int, default=1, metavar="N")
    parser.add_argument("--benchmark_out", default="/dev/stdout", metavar="FILE")
    options = parser.parse_args()
    if options.check:
        sys.exit(0 if check(options.check) else 1)
    text = json.dumps({"context": {"numpy": np.__version__}, "benchmarks": list(benchmarks(options))}, indent=2)
    with open(options.benchmark_out, "w") as file:
        file.write(text + "\n")


if __name__ == "__main__":
    main()
