"""Thompson sampling for 1024 trials at once in NumPy arrays (trials, arms), as people write it.

--check REGRETTA compares means with those of the program's learner `thompson`.
"""

import harness  # must come first: it fixes the number of threads

import csv
import io
import os
import subprocess
import tempfile

import numpy as np

from game import Sums


class Batch:
    """B trials."""

    def __init__(self, game, B):
        self.game, self.B, self.rng = game, B, np.random.default_rng(1)
        self.ones, self.zeros = np.ones((B, game.K)), np.ones((B, game.K))  # the posterior of every mean loss
        self.sums = np.zeros((Sums.size(game.m), B))

    def play(self, rounds):
        game, B, m, trials = self.game, self.B, self.game.m, np.arange(self.B)
        chance = 0.5 + 0.5 * game.violation
        for _ in range(rounds):
            arm = self.rng.beta(self.ones, self.zeros).argmin(axis=1)
            paid = (self.rng.random(B) < game.loss[arm]).astype(float)
            self.ones[trials, arm] += paid
            self.zeros[trials, arm] += 1 - paid
            expected = game.violation[:, arm]
            self.sums[0] += paid
            self.sums[1] += game.loss[arm]
            self.sums[3 : 3 + m] += np.maximum(expected, 0)
            self.sums[3 + m : 3 + 2 * m] += expected
            self.sums[3 + 2 * m :] += 2.0 * (self.rng.random((m, B)) < chance[:, arm]) - 1.0


class NumpyThompson:
    name = "numpy_thompson"

    def prepare(self, game):
        B, rounds = 1024, 100

        def run(stopwatch):
            batch = Batch(game, B)
            batch.play(200)  # the posteriors are no longer flat
            with stopwatch:
                batch.play(rounds)
            return B * rounds, 0

        return run


STUDY = """[study]
trials = 2000
horizon = {T}
[[environment]]
kind = "stationary"
loss = {loss}
violation = {violation}
[[learner]]
kind = "thompson"
"""


def check(peers, program):
    """The means of regret and violation over 2,000 trials of 500 rounds, within 5 standard errors of the program's."""
    game = harness.Game("thompson", 10, 1, 500)
    batch = Batch(game, 2000)
    batch.play(game.T)
    with tempfile.TemporaryDirectory() as folder:
        study, results = os.path.join(folder, "s.toml"), os.path.join(folder, "s.db")
        with open(study, "w") as file:
            file.write(STUDY.format(T=game.T, loss=game.loss.tolist(), violation=game.violation.tolist()))
        subprocess.run([program, "run", study, "--output", results, "--quiet"], check=True)
        text = subprocess.run([program, "export", results, "--table", "trials"], check=True, capture_output=True, text=True)
    trials = list(csv.DictReader(io.StringIO(text.stdout)))
    opt = float(trials[0]["opt"])
    found, fine = Sums.quantities(batch.sums, game.m, opt), True
    for name in ("regret", "expected_regret", "violation", "signed_violation", "realised_violation"):
        engine = np.array([float(trial[name]) for trial in trials])
        error = np.hypot(engine.std(ddof=1), found[name].std(ddof=1)) / np.sqrt(len(engine))
        fine &= harness.report(f"thompson {name}, standard errors", abs(found[name].mean() - engine.mean()) / error, 5)
    return fine


if __name__ == "__main__":
    harness.main([NumpyThompson()], learners=("thompson",), sizes=((10, 1),), check=check)
