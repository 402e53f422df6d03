"""Tests regretta.search and regretta.attack: aims, ranges, the race, results, resumed searches, bad input."""

import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time
import tomllib
import unittest

import numpy

import common
import regretta
from own_learners import Ucb
from regretta.searching.aims import Constraint, Expression
from regretta.searching.space import Range

TEXT = """[study]
name = "small"
horizon = 200
checkpoints = 1

[[environment]]
kind = "stationary"
loss = [{ search = [0, 1] }, 0.5, { search = [0.1, 1], scale = "log" }]
violation = [[{ search = [-1, 1] }, 0.3, -0.3]]
[environment.corruption]
budget_sqrt = 2
schedule = { search = ["front", "burst"] }
burst_start_fraction = { search = [1e-2, 0.5], scale = "log" }
direction = { search = ["slander", "target"] }
arm = { search = "all" }
value = { search = [-1, 1] }

[[learner]]
kind = "conomd-fs"

[search]
maximise = "regret"
subject_to = "rho_pure >= 0.1"
rounds = 5e5
random_first = 32
candidates = 16
rungs = 2
finalists = 3
fresh = 32
"""
LEARNER = {"study": {"horizon": 100}, "environment": common.SMALL["environment"],
           "learner": [{"kind": "mine", "scale": {"search": [0.01, 4], "scale": "log"}}],
           "search": {"minimise": "regret", "rounds": 5e4, "candidates": 8, "random_first": 8, "finalists": 2, "rungs": 1, "fresh": 16}}


def search(text, name, **options):
    return regretta.search(text, common.file(name), progress=False, **options)


def killed_searches(count):
    """Kills `count` searches (1, 2 or 4 threads) at random moments until they end. Returns the number of kills and the final texts."""
    study, killed, ends = pathlib.Path(common.file("killed.toml")), 0, []
    study.write_text(TEXT)
    for number in range(count):
        out = common.file(f"killed{number}.db")
        command = [common.PROGRAM, "search", study, "-q", "-o", out, "-t", "124"[number % 3]]
        for seconds in range(9):  # with 0, the search is killed as soon as its file exists
            with subprocess.Popen(command) as process:
                while not os.path.exists(out) and process.poll() is None:
                    time.sleep(0.005)
                try:
                    process.wait(random.uniform(0, seconds))
                    break
                except subprocess.TimeoutExpired:
                    process.kill()
            killed += 1
        ends.append(regretta.search(study, out, progress=False).text.replace(f"killed{number}.db", "s.db"))
    return killed, ends


def evaluated(text, names, value_of, horizon=100.0, kind=Expression):
    expression = kind(text, *names)
    return float(expression.values(horizon, [numpy.array([value_of[quantity]]) for quantity in expression.quantities])[0])


class Aims(unittest.TestCase):  # NAMES and ONE list quantities, learners and environments
    NAMES = (["regret", "violation", "opt", "rho_pure"], ["expopt-conomd", "sv-ops"], ["clean", "attacked", "clean-2"])
    ONE = (["regret", "violation", "rho_pure"], ["a"], ["e"])

    def test_expressions_have_the_right_values(self):
        values = {("regret", None, None): 7.0, ("violation", None, None): 3.0, ("rho_pure", None, None): 0.5}
        for text, value in (("regret", 7), ("10 sqrt(T)", 100), ("2 T^0.75", 2 * 100**0.75), ("regret / sqrt(T)", 0.7), ("-regret^2", -49),
                            ("2(regret + 1)", 16), ("2 regret violation", 42), ("regret - 2*violation + log(T)", 1 + math.log(100)),
                            ("1e1 regret", 70), ("T^-0.5 regret", 0.7), ("(regret)(violation)", 21), (".5 regret", 3.5)):
            self.assertAlmostEqual(evaluated(text if "regret" in text else f"{text} + 0 regret", self.ONE, values), value, msg=text)
        self.assertEqual(evaluated("violation <= 2", self.ONE, values, kind=Constraint), 1)
        self.assertEqual(evaluated("rho_pure >= 0.1", self.ONE, values, kind=Constraint), 0.1 - 0.5)

    def test_aims_of_shipped_searches_are_finite(self):
        studies = [tomllib.loads(path.read_text()) for path in (common.ROOT / "tools/studies").glob("*.toml")]
        for study in (study for study in studies if "search" in study):
            called = ([table.get("name", table["kind"]) for table in study[section]] for section in ("learner", "environment"))
            names, keys = (["regret", "violation", "rho_pure", "corruption", "opt"], *called), study["search"]
            limits = [keys["subject_to"]] if isinstance(keys["subject_to"], str) else keys["subject_to"]
            for aim in [Expression(keys.get("maximise") or keys["minimise"], *names), *(Constraint(limit, *names) for limit in limits)]:
                values = [numpy.array([k + 2.0, k + 5.0]) for k in range(len(aim.quantities))]
                self.assertTrue(numpy.isfinite(aim.values(100.0, values)).all(), aim.text)

    def test_invalid_aims_are_refused(self):
        for text, message in (("regrets", 'no quantity "regrets"; did you mean "regret"'), ("regret / 0", "divides by zero"),
                           ("regret +", "not a valid"), ("regret@nowhere", 'no environment "nowhere"'), ("regret(b)", 'no learner "b"'),
                           ("__import__('os')", "not a valid expression"), ("__import__(1) + regret", 'no quantity "__import__"'),
                           ("9^9^9^9 regret", "not a finite number")):
            with self.assertRaisesRegex(ValueError, re.escape(message), msg=text):
                Expression(text, *self.ONE)
        with self.assertRaisesRegex(ValueError, "of which learner"):
            Expression("regret", *self.NAMES)
        with self.assertRaisesRegex(ValueError, "is not a constraint"):
            Constraint("regret < 5", *self.ONE)


class Ranges(unittest.TestCase):
    def test_values_and_coordinates_correspond(self):
        def search_range(search, kind="number", **more):
            return Range("environment.1.value", {"search": search, **more}, {"name": "value", "type": kind, "range": "a | b"})
        for axis in (search_range([-1, 1]), search_range([1e-5, 1], scale="log"), search_range([1, 7], "integer")):
            for value in map(axis.value, numpy.linspace(0, 1, 23)):
                self.assertTrue(axis.low <= value <= axis.high)
                self.assertEqual(axis.value(axis.coordinate_of(value)), value)
        self.assertEqual([search_range([2, 3], "integer").value(x) for x in (0, 0.49, 0.51, 1)], [2, 2, 3, 3])
        self.assertEqual(search_range("all", "text").choices, ["a", "b"])
        self.assertEqual(search_range([1, 2], scale="choice").value(1), 2)
        self.assertEqual(search_range([-1, 1]).value(search_range([-1, 1]).rounded(0.6234, 1)), 0.2)
        self.assertEqual(search_range([1e-5, 1], scale="log").value(search_range([1e-5, 1], scale="log").rounded(0.5, 1)), 0.003)


class Searches(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.found = search(TEXT, "s.db", threads=1)

    def test_finds_and_judges_by_fresh_trials(self):
        found = self.found
        rows = common.rows_of(found.candidates)
        self.assertEqual([row["candidate"] for row in rows], list(range(1, len(rows) + 1)))
        self.assertIn("evolution", {row["proposer"] for row in rows})
        self.assertTrue(all(row["refusal"] or row["trials"] in (8, 32) for row in rows))
        self.assertEqual(sorted(found.finalists, key=lambda finalist: bool(finalist.unmet)), found.finalists)
        best = found.best
        cells = {row["environment"]: row for row in common.rows_of(found.study.cells)}
        self.assertEqual(len(cells), len(found.finalists))
        self.assertAlmostEqual(cells[f"stationary-{best.candidate}"]["regret"], best.mean)
        self.assertGreater(best.mean, 0.9 * max(finalist.mean for finalist in found.finalists))
        self.assertTrue(all(finalist.low <= finalist.mean <= finalist.high for finalist in found.finalists))
        again = regretta.run(found.best_study, common.file("best.db"), progress=False)
        self.assertAlmostEqual(common.rows_of(again.cells)[0]["regret"], best.mean)
        arms = {row["environment.1.corruption.arm"] for row in rows if row["proposer"] == "evolution"} - {""}
        self.assertEqual(set(map(str, arms)), {"1", "2", "3"}, "the optimiser must try every arm")

    def test_parameters_of_other_choices_are_empty(self):
        for row in common.rows_of(self.found.candidates):
            start, schedule = row["environment.1.corruption.burst_start_fraction"], row["environment.1.corruption.schedule"]
            self.assertEqual(math.isnan(start), schedule != "burst")
            self.assertEqual(row["environment.1.corruption.arm"] == "", row["environment.1.corruption.direction"] != "target")

    def test_threads_and_interruptions_do_not_change_the_result(self):
        search(TEXT, "s3.db", rounds=2.5e5, threads=2)
        again = search(TEXT, "s3.db", threads=2)
        self.assertEqual(again.study.digest, self.found.study.digest)
        self.assertEqual(again.text.replace("s3.db", "s.db"), self.found.text)
        with self.assertRaisesRegex(regretta.RegrettaError, "s3.db: has the results of a run or of another search"):
            search(TEXT, "s3.db", set={"search.seed": 2})

    def test_a_killed_search_resumes_to_the_same_result(self):
        killed, ends = killed_searches(1)
        self.assertGreater(killed, 0)
        self.assertEqual(ends, [self.found.text])

    def test_a_learner_in_python_is_searched_and_attacked(self):
        found = search(LEARNER, "mine.db", learners={"mine": Ucb}, threads=2)
        self.assertEqual(list(found.best.values), ["learner.1.scale"])
        attacked = regretta.attack(Ucb, 20, 100, out=common.file("attacked.db"), rounds=2.4e5, fixed_instance=True, progress=False,
                                   set={"search.random_first": 64, "search.fresh": 32})
        self.assertRegex(attacked.text.splitlines()[0],
                         r"^A corruption of C = 20 costs Ucb .* of loss in 100 rounds, over that on the same instance")

    def test_a_candidate_whose_trials_fail_is_refused(self):
        class Failing(Ucb):
            def strategy(self):
                if self.scale < 0.2:
                    raise ValueError("too small")
                return super().strategy()

        found = search(LEARNER, "failing.db", learners={"mine": Failing}, threads=1)
        self.assertGreater(found.best.values["learner.1.scale"], 0.19)
        self.assertIn("most often because: trials failed", found.text)
        rows = common.rows_of(found.candidates)
        self.assertTrue(all(math.isnan(row["aim"]) == (row["learner.1.scale"] < 0.2) for row in rows if row["trials"]))

    def test_the_command_gives_the_same_result(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "s.toml").write_text(TEXT)
            done = subprocess.run([common.PROGRAM, "search", "s.toml", "--best", "best.toml"], cwd=folder, capture_output=True, text=True,
                                  env={**os.environ, "REGRETTA_PYTHON": sys.executable})
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stdout.splitlines()[2:8], self.found.text.splitlines()[2:8])
            self.assertEqual(subprocess.run([common.PROGRAM, "run", "best.toml"], cwd=folder, capture_output=True).returncode, 0)
            dry = subprocess.run([common.PROGRAM, "attack", "opb", "--budget", "9", "-T", "100", "--dry-run"], cwd=folder,
                                 capture_output=True, text=True)
            self.assertIn("Costs:", dry.stdout, dry.stderr)


class FirstTrial(unittest.TestCase):
    def test_first_trial_shifts_the_trials_of_a_study(self):
        study = {**common.SMALL, "study": {"horizon": 100, "trials": 32}}
        whole = regretta.run(study, common.file("whole.db"), progress=False).values("regret")
        later = regretta.run(study, common.file("later.db"), set={"study.first_trial": 16, "study.trials": 16}, progress=False)
        self.assertEqual(later.values("regret").tolist(), whole[:, 16:].tolist())


class Mistakes(unittest.TestCase):
    def test_messages_name_the_line_and_the_key(self):
        for old, new, message in (
                ("[search]\nmaximise", "[searching]\nmaximise", '<study>:21: searching: unknown .*did you mean "search"'),
                ("loss = [{ search = [0, 1] }", "loss = [{ search = [1, 0] }", r"<study>:8: environment.1.loss.1: \[1, 0\] is not a range"),
                ("value = { search = [-1, 1] }", "valu = { search = [-1, 1] }",
                 '<study>:16: environment.corruption.valu: unknown key .*did you mean "corruption.value"'),
                ('kind = "conomd-fs"', 'kind = "conomd-fs"\nbeta = { search = [0, 1] }', "learner.beta: unknown key of conomd-fs"),
                ('kind = "conomd-fs"', 'kind = "expopt-conomd"\nbeta = { search = [0.1, 1] }', "learners and environments have ranges"),
                ('maximise = "regret"', 'maximise = "regrt"', '<study>:22: search.maximise: no quantity "regrt"; did you mean "regret"'),
                ('maximise = "regret"\n', "", "search.maximise: expected one aim"),
                ("fresh = 32", "fresh = 3", "<study>:29: search.fresh: 3 is out of range"),
                ("rounds = 5e5\n", "", "search.rounds: missing"), ("[[learner]]", "[[learner]", "expected TOML"),
                ("horizon = 200", "horizon = [9, 8]", "a list is swept"), ("rounds = 5e5", "rounds = 100", "are too few: the first 16"),
                ("rho_pure >= 0.1", "rho_pure >= 3", "none of 300 random candidates can be played: .* because: violates"),
                ('kind = "stationary"', 'kind = "stationry"', '<study>:7: environment.kind: "stationry" is unknown'),
                ("budget_sqrt = 2", "budget_sqrt = -2", "<study>:11: .*budget_sqrt: -2")):
            self.assertIn(old, TEXT)
            with self.assertRaisesRegex(regretta.RegrettaError, message, msg=new):
                search(TEXT.replace(old, new, 1), "refused.db")
            self.assertEqual([name for name in os.listdir(common.file("")) if name.startswith("refused.")], [], new)

    def test_run_and_search_refuse_each_others_studies_and_files(self):
        with self.assertRaisesRegex(regretta.RegrettaError, "regretta search"):
            regretta.run(TEXT, common.file("run.db"), progress=False)
        with self.assertRaisesRegex(regretta.RegrettaError, "has the results of a run"):
            regretta.search(TEXT, common.study().path, progress=False)
        with self.assertRaisesRegex(regretta.RegrettaError, "is more than the 100 rounds"):
            regretta.attack("hedge", 500, 100, out=common.file("no.db"), progress=False)


if __name__ == "__main__":
    unittest.main()
