"""Tests that replay, compare, audit and rank return the tables that the program prints."""

import html
import pickle
import sys
import unittest
import unittest.mock

import numpy
import pandas

import common
import regretta
from regretta.tables import columns_of_csv


class Evidence(unittest.TestCase):
    def check(self, found, *command):
        expected = common.printed(*command)
        rows = common.rows_of(found)
        self.assertEqual(len(rows), len(expected))
        self.assertGreater(len(rows), 0)
        for row, right in zip(rows, expected):
            self.assertEqual(list(row), list(right))
            for name, text in right.items():
                self.assertTrue(common.same(row[name], text), f"{name}: {row[name]}, expected {text}")

    def test_replay_equals_the_programs_table(self):
        self.check(regretta.replay(common.study(), 3, 7), "replay", "--cell", "3", "--trial", "7")
        with self.assertRaisesRegex(regretta.RegrettaError, "no cell 99, expected 0 to 17"):
            regretta.replay(common.study(), 99, 0)

    def test_compare_equals_the_programs_table(self):
        self.check(regretta.compare(common.study().path, baseline="hedge", metric=["regret", "violation"], alpha=0.01),
                   "compare", "--baseline", "hedge", "--metric", "regret,violation", "--alpha", "0.01", "--format", "csv")
        with self.assertRaisesRegex(regretta.RegrettaError, 'no learner "hedgehog"'):
            regretta.compare(common.study(), baseline="hedgehog")

    def test_compare_with_another_study(self):
        study = common.ROOT / "tests/recipes/study.toml"
        other = regretta.run(study, common.file("other.db"), progress=False, set={"learner.conomd-fs.confidence_scale": [1.0, 0.2],
                                                                                  "study.seed": 2})
        changed = regretta.compare(common.study(), other, metric="violation")
        self.assertEqual(set(changed.learner), {"conomd-fs", "hedge"})
        self.assertEqual(len(regretta.compare(common.study(), common.study())), 0)  # a study does not differ from itself

    def test_where_selects_cells_in_every_table(self):
        """Tests `where` for every table about cells, and the program's message for a value that no cell has."""
        for function, command, options in ((regretta.rank, "rank", {}), (regretta.audit, "audit", {}),
                                           (regretta.compare, "compare", {"baseline": "hedge"})):
            more = [word for name, value in options.items() for word in (f"--{name}", value)]
            self.check(function(common.study(), where={"budget": 10}, **options), command, *more, "--where", "budget=10", "--format", "csv")
            with self.assertRaisesRegex(regretta.RegrettaError, "no cell has budget=11, expected 0; 10"):
                function(common.study(), where={"budget": 11}, **options)

    def test_rank_has_the_recommendation(self):
        ranked = regretta.rank(common.study())
        self.check(ranked, "rank", "--format", "csv")
        advice = common.study().call("rank", "--recommendation")
        self.assertTrue(advice.strip())
        self.assertEqual(ranked.recommendation.split(), advice.split())
        for line in ranked.recommendation.splitlines():
            self.assertIn(line, repr(ranked))
            self.assertIn(html.escape(line), ranked._repr_html_())
        part = ranked[ranked.quantity == "regret"]
        self.assertEqual(type(part), pandas.DataFrame)
        self.assertEqual(part.attrs["recommendation"], ranked.recommendation)
        self.assertEqual(pickle.loads(pickle.dumps(ranked)).recommendation, ranked.recommendation)
        self.assertEqual(regretta.rank(common.study(), where={"budget": 10}).recommendation, "")
        with unittest.mock.patch.dict(sys.modules, {"pandas": None, "regretta.ranked": None}):
            columns = regretta.rank(common.study())
        self.assertEqual((type(columns["cell"]), columns.recommendation), (numpy.ndarray, ranked.recommendation))
        with self.assertRaisesRegex(regretta.RegrettaError, "--recommendation: expected no --where"):
            common.study().call("rank", "--recommendation", "--where", "budget=10")

    def test_limits_and_sums_per_round_equal_the_programs_tables(self):
        limits = ["signed_violation <= 0.02 T", "violation <= 100"]
        self.check(regretta.rank(common.study(), subject_to=limits[0]), "rank", "--subject-to", limits[0], "--format", "csv")
        self.check(regretta.rank(common.study(), subject_to=limits, metric="expected_regret", per_round=True), "rank",
                   "--subject-to", limits[0], "--subject-to", limits[1], "--metric", "expected_regret", "--per-round", "--format", "csv")
        with self.assertRaisesRegex(regretta.RegrettaError, 'no quantity "violatoin" .did you mean "violation"'):
            regretta.rank(common.study(), subject_to="violatoin <= 3")
        self.check(regretta.compare(common.study(), baseline="hedge", per_round=True), "compare", "--baseline", "hedge", "--per-round",
                   "--format", "csv")
        whole, divided = regretta.rank(common.study()), regretta.rank(common.study(), per_round=True)
        for row, per_round in zip(common.rows_of(whole), common.rows_of(divided)):
            if row["mean"] == row["mean"]:  # regret is NaN in the environment without a feasible strategy
                self.assertAlmostEqual(row["mean"] / row["horizon"], per_round["mean"], 9)

class Shipped(unittest.TestCase):
    def test_list_prints_what_the_program_prints(self):
        everything, hedge = regretta.list(), regretta.list("hedge")
        self.assertIn("thompson", everything)
        self.assertEqual(repr(hedge), regretta.program.call(None, ["list", "hedge"]))
        with self.assertRaisesRegex(regretta.RegrettaError, 'hegde.*"hedge"'):
            regretta.list("hegde")

    def test_check_accepts_names_of_shipped_plugins(self):
        self.assertIn("that were tried hold", regretta.check("uniform"))
        with self.assertRaisesRegex(regretta.RegrettaError, 'no learner or environment is called "unifrom".*"uniform"'):
            regretta.check("unifrom")


class Columns(unittest.TestCase):
    def test_types_do_not_depend_on_the_values(self):
        columns = columns_of_csv("cell,learner,p_value,learner.beta,cells\r\n1,'=a,1,2,3\r\n2,7,0,0.5,4\r\n")
        self.assertEqual([columns[name].dtype.kind for name in columns], ["i", "U", "f", "f", "U"])
        self.assertEqual(columns["learner"].tolist(), ["=a", "7"])
        self.assertEqual(columns_of_csv("cell,learner\r\n")["cell"].tolist(), [])
