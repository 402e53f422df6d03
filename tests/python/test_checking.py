"""regretta.check, and the pages on learners in Python."""

import contextlib
import io
import os
import pathlib
import re
import subprocess
import tempfile
import tomllib
import unittest

import numpy
from matplotlib import pyplot

import common
import own_learners
import regretta
from own_learners import Thompson, Ucb


def greedy_header():
    """The handbook's learner in lanes."""
    blocks = re.findall(r"```cpp\n(.*?)```", (common.ROOT / "tools/handbook/plug-in.md").read_text(), re.S)
    return next(block for block in blocks if "class Greedy" in block)


class Greedy(regretta.Learner):
    def __init__(self, problem, trials):
        self.x, self.rows = numpy.full((trials, problem.num_arms), 1 / problem.num_arms), numpy.arange(trials)

    def strategy(self):
        return self.x

    def observe(self, t, arm, loss, violation):
        self.x[self.rows, arm] *= numpy.exp(-0.02 * (loss + numpy.maximum(violation[:, 0], 0)))
        self.x /= self.x.sum(axis=1, keepdims=True)


class Pages(unittest.TestCase):
    def test_what_the_pages_show_runs(self):
        first = re.search(r"<!-- file: first.toml -->\n```toml\n(.*?)```", (common.ROOT / "README.md").read_text(), re.DOTALL)
        short = first[1].replace("20_000", "200").replace("4000", "40")
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "first.toml").write_text(short)
            os.chdir(folder)
            try:
                for page in ("README.md", "tools/handbook/python-learner.md"):
                    known = {"regretta": regretta, "numpy": numpy, "__name__": page}
                    with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.redirect_stderr(io.StringIO()):
                        for block in re.findall(r"```python\n(.*?)```", (common.ROOT / page).read_text(), re.DOTALL):
                            if "cautious.hpp" not in block:
                                exec(compile(block, page, "exec"), known)
                    self.assertEqual(known["study"].failed_trials.sum(), 0)
                self.assertRegex(said.getvalue(), "All .* properties that were tried hold")
            finally:
                os.chdir(before)
                pyplot.close("all")


class Checks(unittest.TestCase):
    def failure(self, learner, **options):
        with self.assertRaises(regretta.RegrettaError) as caught:
            regretta.check(learner, **options)
        self.assertEqual(caught.exception.status, 1, caught.exception)
        return caught.exception.message

    def test_sound_ones_pass(self):
        for learner in (Thompson, type("Bandit losses", (Ucb,), {"feedback": "bandit losses"})):
            self.assertRegex(regretta.check(learner, rounds=300),
                             r"^holds  draws from the engine alone\n(.|\n)*\nAll \d+ properties that were tried hold")

    def test_a_header_plays_as_the_class_does(self):
        header = pathlib.Path(common.file("greedy.hpp"))
        header.write_text(greedy_header())

        class Faster(Greedy):
            def observe(self, t, arm, loss, violation):
                super().observe(t, arm, loss if t < 9 else 2 * loss, violation)

        class NowAndThen(Greedy):
            def observe(self, t, arm, loss, violation):
                super().observe(t, arm, loss if t != 50 else numpy.where(arm == 2, 1.5 * loss + 0.1, loss), violation)

        self.assertEqual(regretta.check(header, like=Greedy), "holds  the same strategies, to 1e-9")
        study = pathlib.Path(common.file("own.toml"))
        study.write_text(own_learners.STUDY.format(trials=64, horizon="[200, 100, 40]") + 'noise = "bernoulli"\n'
                         '[[learner]]\nkind = ["hedge", "greedy"]\nname = ["other", "mine"]\n[[learner]]\nkind = "no-such"\n')
        self.assertTrue(regretta.check(header, like=Greedy, study=study))
        found = self.failure(header, like=NowAndThen, study=study)
        number = re.search(r"FAILS  the same results in the trials of the study: (\d+) of 192 trials differ; "
                           r"first in trial \d+ of environment stationary, horizon 200, in round 51, by 0.\d+: x_1 0", found)
        self.assertTrue(number, found)
        self.assertIn(int(number[1]), range(2, 128), "where arm 3 was played in round 50, in two of three cells")
        self.assertIn("192 of 192 trials differ; first in trial 0 of environment stationary, horizon 200, in round 1",
                      self.failure(header, like=Faster, study=tomllib.loads(study.read_text())))
        with self.assertRaisesRegex(ValueError, "study: expected like="):
            regretta.check(header, study=study)

        files = [own_learners.run(own_learners.study(["greedy", "hedge"]), name, **whose).path for name, whose in
                 (("in-cpp.db", {"with_": header}), ("in-python.db", {"learners": {"greedy": Greedy}}))]
        compared = subprocess.run([common.PROGRAM, "compare", *files], capture_output=True, text=True, check=True).stdout
        self.assertIn("learner greedy changed, so its trials may", compared)
        self.assertIn("the same bits: 64 trials in 1 cell", compared)
        found = self.failure(header, like=Faster)
        self.assertRegex(found, r"3 arms, trial 0: first in round 1\d, by 0.0\d+: x_1 0\.\d+; .* in C\+\+, x_1 0")
        self.assertRegex(found, r"Before that round, in C\+\+: nothing that it shows.*; in Python: x \[\[0.\d+, 0.\d+, 0.\d+]], rows \[0]$")
        strategy, state = (re.search(text, found)[1] for text in (r"in C\+\+, x_1 (0.\d+)", r"in Python: x \[\[(0.\d+)"))
        self.assertAlmostEqual(float(strategy), float(state), delta=1e-9)  # Faster plays its x

    def test_the_studys_folder_is_only_read(self):
        header = pathlib.Path(common.file("greedy.hpp"))
        header.write_text(greedy_header())
        with tempfile.TemporaryDirectory() as folder:
            study = pathlib.Path(folder, "studies", "own.toml")
            study.parent.mkdir()
            pathlib.Path(folder, "costs.csv").write_text("loss_1,loss_2,g1_1,g1_2\n0.1,0.9,0.5,-0.5\n0.2,0.6,0.1,-0.2\n")
            study.write_text('[study]\ntrials = 16\n[[environment]]\nkind = "trace"\nfile = "../costs.csv"\nhold = 20\n')
            before = study.parent.stat().st_mtime_ns
            self.assertTrue(regretta.check(header, like=Greedy, study=study))
            self.assertEqual(study.parent.stat().st_mtime_ns, before, "a file was made in it")
            study.write_text(study.read_text().replace("costs", "none"))
            with self.assertRaisesRegex(regretta.RegrettaError, r"\.\./none\.csv: there is no such file"):
                regretta.check(header, like=Greedy, study=study)

    def test_planted_faults(self):
        class Own(Ucb):
            def __init__(self, problem, trials):
                super().__init__(problem, trials)
                self.random = numpy.random.default_rng(0)

        class Unseeded(Ucb):
            def strategy(self):
                return numpy.random.default_rng().integers(self.total.shape[1], size=len(self.rows))

        class OwnSchedule(Own):
            def strategy(self):
                return numpy.full(len(self.rows), self.random.integers(2))

        class Mean(Ucb):
            def strategy(self):
                return numpy.where(self.total.mean() > 2, 0, super().strategy())

        class Shared(Ucb):
            memory = []

            def observe(self, t, arm, loss, violation):
                super().observe(t, arm, loss, violation)
                self.memory.append(t)
                self.total[:, 0] += len(self.memory) > 300

        class OwnBesideFeedback(Ucb):  # alike in every trial, if the feedback is
            def strategy(self):
                noise = numpy.random.default_rng(self.t).random(self.total.shape[1])
                return ((self.total + noise) / numpy.maximum(self.pulls, 1)).argmin(axis=1)

        for learner, name, cause in ((OwnBesideFeedback, "draws from the engine alone", r"line \d"),
                                     (Unseeded, "clock", "draws truly random numbers"),
                                     (OwnSchedule, "trials", "a generator of its own, which draws the same numbers in every trial"),
                                     (Mean, "lanes", "depend on the others"),
                                     (Shared, "repeats", "something in a static or global variable")):
            found = self.failure(learner, rounds=400)
            self.assertRegex(found, rf"{name} +FAILS.*\n.*{cause}|FAILS  {name}: .*{cause}")


if __name__ == "__main__":
    unittest.main()
