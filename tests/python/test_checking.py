"""Tests regretta.check, and the Python blocks of the pages on learners in Python."""

import contextlib
import io
import os
import pathlib
import re
import tempfile
import unittest

import numpy
from matplotlib import pyplot

import common
import regretta
from own_learners import Ucb


class Pages(unittest.TestCase):
    def test_blocks_of_the_pages_run(self):
        first = re.search(r"<!-- file: first.toml -->\n```toml\n(.*?)```", (common.ROOT / "README.md").read_text(), re.DOTALL)
        short = first[1].replace("20_000", "200").replace("4000", "40")
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "first.toml").write_text(short)
            os.chdir(folder)
            try:
                for page in ("README.md", "tools/handbook/python-learner.md"):
                    known = {"regretta": regretta, "numpy": numpy, "__name__": page}
                    with contextlib.redirect_stdout(io.StringIO()) as printed, contextlib.redirect_stderr(io.StringIO()):
                        for block in re.findall(r"```python\n(.*?)```", (common.ROOT / page).read_text(), re.DOTALL):
                            if "cautious.hpp" not in block:
                                block = re.sub(r"regretta.check\((\w+)\)", r"regretta.check(\1, rounds=100)", block)
                                exec(compile(block, page, "exec"), known)
                    self.assertEqual(known["study"].failed_trials.sum(), 0)
                self.assertRegex(printed.getvalue(),
                                 r"holds  draws from the engine alone\n(.|\n)*\nAll \d+ properties that were tried hold")
            finally:
                os.chdir(before)
                pyplot.close("all")


class Checks(unittest.TestCase):
    def failure(self, learner, **options):
        with self.assertRaises(regretta.RegrettaError) as caught:
            regretta.check(learner, **options)
        self.assertEqual(caught.exception.status, 1, caught.exception)
        return caught.exception.message

    def test_planted_faults_are_found_with_their_cause(self):
        class Mean(Ucb):
            def strategy(self):
                return numpy.where(self.total.mean() > 2, 0, super().strategy())

        class Shared(Ucb):
            memory = []

            def observe(self, t, arm, loss, violation):
                super().observe(t, arm, loss, violation)
                self.memory.append(t)
                self.total[:, 0] += len(self.memory) > 75

        class OwnBesideFeedback(Ucb):  # has the same noise in every trial, so trials with equal feedback play the same arms
            def strategy(self):
                noise = numpy.random.default_rng(self.t).random(self.total.shape[1])
                return ((self.total + noise) / numpy.maximum(self.pulls, 1)).argmin(axis=1)

        for learner, name, cause in ((OwnBesideFeedback, "draws from the engine alone", "default_rng"),
                                     (Mean, "lanes", "depend on the others"),
                                     (Shared, "repeats", "something in a static or global variable")):
            found = self.failure(learner, rounds=100)
            self.assertRegex(found, rf"{name} +FAILS.*\n.*{cause}|FAILS  {name}: .*{cause}")


if __name__ == "__main__":
    unittest.main()
