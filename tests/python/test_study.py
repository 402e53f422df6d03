"""Tests that regretta.load and Study give the values that the program prints."""

import csv
import io
import json
import sqlite3
import sys
import unittest
import warnings
from unittest import mock

import numpy
import pandas

import common
import regretta


class Tables(unittest.TestCase):
    def check(self, found, expected):
        found = common.rows_of(found)
        self.assertEqual(len(found), len(expected))
        for row, right in zip(found, expected):
            for name, text in right.items():
                self.assertTrue(common.same(row[name], text), f"{name}: {row[name]}, expected {text}")

    def test_cells_equal_those_of_export_and_show(self):
        cells = common.study().cells
        self.assertEqual(len(cells.columns), 18)
        self.check(cells, [{name: text for name, text in row.items() if name in cells}
                           for row in common.printed("export", "--table", "cells")])
        shown = {(row["cell"], row["quantity"]): row for row in common.printed("show", "--format", "csv")}
        for row in common.rows_of(cells):
            for quantity in ("regret", "violation"):
                right = shown.get((str(row["cell"]), quantity), {"mean": "", "low": "", "high": ""})
                for name, column in (("mean", quantity), ("low", f"{quantity}_low"), ("high", f"{quantity}_high")):
                    self.assertTrue(common.same(row[column], right[name]), column)
        self.assertTrue(numpy.isnan(cells.regret).any() and not numpy.isnan(cells.violation).any())

    def test_table_selects_rows_and_columns(self):
        study = common.study()
        budget = study.table(where={"budget": 10, "learner": ["hedge"]}, columns=["cell", "horizon", "violation_q95"])
        right = [row for row in common.printed("export", "--where", "budget=10,learner=hedge")]
        self.check(budget, [{name: row[name] for name in ("cell", "horizon", "violation_q95")} for row in right])
        self.assertEqual(len(budget.columns), 3)
        for name, rows in (("trials", 20 * len(budget)), ("curves", (study.curves.cell.isin(budget.cell)).sum())):
            self.assertEqual(len(study.table(name, where=["budget>=5", "learner=hedge"])), rows)
        for wrong, error, message in (
                ({"where": {"environment": "nothing is feasable"}}, regretta.RegrettaError,
                 'no cell has environment=nothing is feasable .*"nothing is feasible"'),
                ({"where": {"bugdet": 3}}, regretta.RegrettaError, 'no column "bugdet"'),
                ({"columns": ["regert"]}, KeyError, 'no column "regert"; did you mean "regret"'),
                ({"name": "trails"}, KeyError, 'no table "trails"; did you mean "trials"')):
            with self.assertRaisesRegex(error, message):
                study.table(**wrong)

    def test_trials_equal_those_of_export(self):
        rows = common.printed("export", "--table", "trials")
        self.assertTrue(any(row["regret"] == "nan" for row in rows))
        for row in rows:
            row["failed_round"] = row["failed_round"] or "-1"
        self.check(common.study().trials, rows)

    def test_values_are_indexed_by_cell_and_trial(self):
        values = common.study().values("violation")
        trials = common.study().trials
        self.assertEqual(values.shape, (18, 20))
        self.assertEqual(values[trials.cell, trials.trial].tolist(), trials.violation.tolist())
        curves = common.study().curve_values("violation")
        self.assertEqual(curves.shape, (*common.study().checkpoints.shape, 20))
        last = common.study().checkpoints.argmax(axis=1)
        self.assertTrue((curves[numpy.arange(18), last] == values).all())
        with self.assertRaisesRegex(KeyError, 'no quantity "violatoin"; did you mean "violation"'):
            common.study().values("violatoin")

    def test_tables_are_dictionaries_without_pandas(self):
        with mock.patch.dict(sys.modules, {"pandas": None}):
            study = regretta.load(common.study().path)
            self.assertIsInstance(study.cells, dict)
            self.check(study.table(columns="all"), common.printed("export", "--table", "cells"))
            self.assertEqual(len(study.cells), 18)
            self.assertEqual(len(study.trials["failure"]), 360)
            self.assertIsInstance(regretta.replay(study, 0, 0), dict)
        self.assertIsInstance(common.study().cells, pandas.DataFrame)

class Shards(unittest.TestCase):
    def test_a_shard_has_only_its_saved_trials(self):
        path = common.file("shard.db")
        regretta.program.call(None, ["run", common.ROOT / "tests/recipes/study.toml", "--shard", "2/2", "--set",
                                     "study.trials=300", "--output", path, "--quiet"])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            study = regretta.load(path)
        rows = list(csv.DictReader(io.StringIO(study.call("export", "--table", "trials", notes=False), newline="")))
        self.assertEqual(sorted({int(row["trial"]) for row in rows}), study.trial_numbers.tolist())
        self.assertEqual([(int(row["cell"]), int(row["trial"])) for row in rows],
                         list(zip(study.trials["cell"].tolist(), study.trials["trial"].tolist())))
        self.assertEqual(study.values("violation").shape, (18, len(study.trial_numbers)))
        self.assertLess(study.finished_trials, 18 * 300)

class Arrays(unittest.TestCase):
    def test_npz_has_the_values_of_the_tables(self):
        study, path = common.study(), common.file("f.npz")
        study.save_npz(path)
        with numpy.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        for row in common.printed("export", "--table", "trials"):
            index = int(row["cell"]), int(row["trial"])
            for name in study.quantities:
                self.assertTrue(common.same(arrays[name][index], row[name]), f"{name}{index}")
            self.assertTrue(common.same(arrays["environment.corruption.budget"][index[0]], row["environment.corruption.budget"]))
        self.assertTrue(arrays["finished"].all())
        points = arrays["checkpoint"] > 0
        curves = arrays["curve.violation"]
        self.assertTrue(numpy.isnan(curves[~points]).all() and not points.all())
        numpy.testing.assert_allclose(curves[points].mean(axis=1), study.curves["violation_mean"])
        self.assertEqual(json.loads(str(arrays["study"]))["digest"], study.digest)

    def test_npz_marks_failed_and_unsaved_trials(self):
        class Fails(regretta.Learner):
            def __init__(self, problem, trials):
                self.arms = numpy.zeros(trials, dtype=int)

            def draw(self, random):
                self.drawn = random.uniform()

            def strategy(self):
                return self.arms

            def observe(self, t, arm, loss, violation):
                if t == 3 and (self.drawn > 0.5).any():
                    raise ArithmeticError("too much")

        path = common.file("fails.db")
        with self.assertWarns(UserWarning):
            regretta.run({**common.SMALL, "learner": [{"kind": "fails"}]}, path, learners={"fails": Fails}, shard="1/2", trials=64,
                         progress=False)
            study = regretta.load(path)
        study.save_npz(common.file("fails.npz"))
        arrays = numpy.load(common.file("fails.npz"))
        failed = study.trials[study.trials["failed_round"] >= 0]
        self.assertEqual(arrays["failure.trial"].tolist(), failed["trial"].tolist())
        self.assertIn("ArithmeticError: too much", str(arrays["failure.message"][0]))
        self.assertEqual(arrays["finished"].sum(), study.finished_trials)
        self.assertTrue(numpy.isnan(arrays["violation"][0, numpy.isin(arrays["trial"], failed["trial"])]).all())

    def test_a_file_that_has_changed_must_be_loaded_again(self):
        path = common.file("grows.db")
        study = regretta.run(common.SMALL, path, progress=False)
        regretta.run(common.SMALL, path, progress=False, more=4)
        with self.assertRaisesRegex(regretta.RegrettaError, "has changed since it was loaded"):
            study.values("violation")


class About(unittest.TestCase):
    def test_attributes_equal_the_stored_values(self):
        study = common.study()
        with sqlite3.connect(study.path) as file:
            stored = dict(file.execute("SELECT key, value FROM study"))
        file.close()
        self.assertEqual(study.version, stored["engine"].split("+")[0])
        self.assertEqual((study.name, study.seed, study.delta), ('a_b & $x$ | <b>, "q"', 1, 0.05))
        self.assertEqual((study.finished_trials, study.planned_trials, study.shard), (360, 360, ""))
        self.assertEqual(study.digest, regretta.program.call(None, ["digest", study.path]).split()[0])
        self.assertIn("18 cells, 360 of 360 trials", repr(study))
