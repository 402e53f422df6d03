"""regretta.load and Study: every value is the one that the program prints."""

import sqlite3
import shutil
import sys
import unittest
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

    def test_cells(self):
        self.check(common.study().cells, common.printed("export", "--table", "cells"))

    def test_curves(self):
        self.check(common.study().curves, common.printed("export", "--table", "curves"))

    def test_trials(self):
        rows = common.printed("export", "--table", "trials")
        self.assertTrue(any(row["regret"] == "nan" for row in rows))
        for row in rows:
            row["failed_round"] = row["failed_round"] or "-1"
        self.check(common.study().trials, rows)

    def test_values(self):
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

    def test_without_pandas(self):
        with mock.patch.dict(sys.modules, {"pandas": None}):
            study = regretta.load(common.study().path)
            self.assertIsInstance(study.cells, dict)
            self.check(study.cells, common.printed("export", "--table", "cells"))
            self.assertEqual(len(study.trials["failure"]), 360)
            self.assertIsInstance(regretta.replay(study, 0, 0), dict)
        self.assertIsInstance(common.study().cells, pandas.DataFrame)

    def test_types(self):
        kinds = {name: column.dtype.kind for name, column in common.study().cells.items()}
        self.assertEqual([kinds[name] for name in ("cell", "learner_name", "learner.confidence_scale", "trials", "regret_mean")],
                         ["i", "O", "f", "i", "f"])


class About(unittest.TestCase):
    def test_attributes(self):
        study = common.study()
        with sqlite3.connect(study.path) as file:
            stored = dict(file.execute("SELECT key, value FROM study"))
        file.close()
        self.assertEqual(study.version, stored["regretta_version"])
        self.assertEqual((study.name, study.seed, study.delta), ('a_b & $x$ | <b>, "q"', 1, 0.05))
        self.assertEqual((study.finished_trials, study.planned_trials, study.shard), (360, 360, ""))
        self.assertEqual(study.digest, regretta.program.call(None, ["digest", study.path]).split()[0])
        self.assertIn("18 cells, 360 of 360 trials", repr(study))

    def test_errors_are_the_programs(self):
        with self.assertRaisesRegex(regretta.RegrettaError, "nothing.db: cannot be read") as caught:
            regretta.load(common.file("nothing.db"))
        self.assertEqual(caught.exception.status, 2)
        self.assertTrue(caught.exception.message.endswith("(No such file or directory)"))

    def test_damage_is_an_error(self):
        damaged = common.file("damaged.db")
        shutil.copy(common.study().path, damaged)
        with sqlite3.connect(damaged) as file:
            file.execute("UPDATE block SET results = zeroblob(length(results)) WHERE cell = 3")
        file.close()
        with self.assertRaisesRegex(regretta.RegrettaError, "damaged.db"):
            regretta.load(damaged)
