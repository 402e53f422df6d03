"""Tests oblivious environments in Python, which are arrays or functions of t, against traces with the same means."""

import unittest

import numpy

import common
import regretta
from own_learners import Ucb

T, K, M = 120, 3, 2


def means():
    """Mean losses (T, K) and mean violations (T, M, K), which change with time."""
    t = numpy.arange(T)[:, None]
    loss = 0.5 + 0.4 * numpy.sin(t / 17 + numpy.arange(K))
    violation = numpy.stack([0.5 * numpy.cos(t / 23 + numpy.arange(K)), numpy.broadcast_to([-0.2, 0.1, -0.3], (T, K))], axis=1)
    return loss, violation


def run(environments, name, **options):
    study = {"study": {"trials": 20, **options.pop("study", {})}, "learner": [{"kind": "ucb1"}, {"kind": "conomd-fs"}],
             **options.pop("sections", {})}
    return regretta.run(study, common.file(name), environments=environments, progress=False, workers=1, **options)


class Environments(unittest.TestCase):
    def setUp(self):
        self.loss, self.violation = means()
        self.drift = regretta.Environment(self.loss, self.violation)

    def same(self, found, expected):
        for quantity in ("regret", "violation", "opt", "corruption"):
            numpy.testing.assert_array_equal(found.values(quantity), expected.values(quantity), quantity)

    def test_an_array_gives_the_results_of_a_trace(self):
        rows = numpy.concatenate([self.loss, self.violation.reshape(T, M * K)], axis=1)
        header = ",".join([f"loss_{a + 1}" for a in range(K)] + [f"g{i + 1}_{a + 1}" for i in range(M) for a in range(K)])
        with open(common.file("drift.csv"), "w") as file:
            file.write(header + "\n" + "".join(",".join(map(repr, row)) + "\n" for row in rows.tolist()))
        more = {"noise": "bernoulli", "corruption": {"budget": 20, "schedule": "front", "direction": "slander"}}
        ours = run({"drift": self.drift}, "array.db", sections={"environment": [{"kind": "drift", **more}]})
        theirs = regretta.run({"study": {"trials": 20}, "learner": [{"kind": "ucb1"}, {"kind": "conomd-fs"}],
                               "environment": [{"kind": "trace", "file": common.file("drift.csv"), **more}]},
                              common.file("trace.db"), progress=False)
        self.same(ours, theirs)
        self.assertEqual(ours.cells["horizon"].tolist(), [T, T])
        self.assertGreater(ours.values("regret").std(), 0)

    def test_a_function_gives_the_results_of_its_array(self):
        """Tests one and two processes, with a learner in Python. The study names neither the environment nor that learner."""
        by_t = regretta.Environment(lambda t: self.loss[t - 1], lambda t: self.violation[t - 1])
        array = run({"drift": self.drift}, "from-array.db", study={"horizon": 100}, learners={"mine": Ucb})
        for workers in (1, 2):
            study = {"study": {"trials": 20, "horizon": 100}, "learner": [{"kind": "ucb1"}, {"kind": "conomd-fs"}]}
            self.same(array, regretta.run(study, common.file(f"from-function-{workers}.db"), environments={"drift": by_t},
                                          learners={"mine": Ucb}, progress=False, workers=workers))
        self.assertEqual(list(array.cells["environment"]), ["drift"] * 3)

    def test_verify_needs_the_same_environment(self):
        found = run({"drift": self.drift}, "stored.db")
        self.assertIn("the same bits", regretta.verify(found))
        self.assertEqual(len(regretta.replay(found, 0, 3)["t"]), T)
        with self.assertRaisesRegex(regretta.RegrettaError, r'"drift" is an array or a function in Python; there, regretta.load'):
            regretta.verify(regretta.load(found.path))
        other = regretta.Environment(1 - self.loss, self.violation)
        with self.assertRaisesRegex(regretta.RegrettaError, "40 of its trials were played with other plugin code or data: .data "):
            run({"drift": other}, "stored.db", study={"trials": 30})

    def test_wrong_shapes_and_types_are_refused(self):
        environment = regretta.Environment
        for loss, violation, error, message in (
                (self.loss[0], self.violation, ValueError, r"loss: an array of shape \(3,\), expected \(T, K\)"),
                (self.loss, self.violation[:, :, :2], ValueError, r"violation: a round has shape \(2, 2\), expected \(3,\), or \(m, 3\)"),
                (self.loss, self.violation[:-1], ValueError, "loss has 120 rounds and violation 119"),
                (numpy.full((T, K), "a"), self.violation, TypeError, "loss: an array of type <U1"),
                (lambda t: 0.5, self.violation, ValueError, r"loss: a round has shape \(\), expected \(K,\)")):
            with self.assertRaisesRegex(error, message):
                environment(loss, violation)
        with self.assertRaisesRegex(TypeError, r"environments\['x'\]: expected regretta.Environment\(loss, violation\), not tuple"):
            run({"x": (self.loss, self.violation)}, "never.db")

    def test_masked_and_missing_entries_are_refused(self):
        import pandas

        environment, masked = regretta.Environment, numpy.ma.array(self.loss, mask=False)
        masked[4, 2] = numpy.ma.masked
        nullable = pandas.DataFrame(self.loss).astype("Float64")
        missing = nullable.copy()
        missing.iloc[7, 1] = pandas.NA
        for loss, violation, message in (
                (masked, self.violation, r"^loss: an array whose entry \[4, 2\] is masked, expected a number$"),
                (missing, self.violation, r"^loss: an array whose entry \[7, 1\] is missing, expected a number$"),
                (lambda t: masked[4], lambda t: self.violation[0], r"^loss\(1\): an array whose entry \[2\] is masked")):
            with self.assertRaisesRegex(ValueError, message):
                environment(loss, violation)
        with self.assertRaisesRegex(regretta.RegrettaError, r"loss\(5\): an array whose entry \[2\] is masked"):
            run({"x": environment(lambda t: masked[t - 1], self.violation)}, "never.db")
        with self.assertRaisesRegex(ValueError, "^study.trials: a masked entry, expected a number"):
            regretta.toml_text({"study": {"trials": numpy.ma.masked}})
        self.same(run({"x": environment(nullable, numpy.ma.array(self.violation))}, "nullable.db"), run({"x": self.drift}, "array-x.db"))

    def test_wrong_values_and_rounds_are_refused(self):
        def changed(part, index, value):
            part = part.copy()
            part[index] = value
            return part

        def late(t):
            return self.loss[t - 1] if t < 7 else self.loss[:2, 0]

        for loss, violation, message in (
                (changed(self.loss, (4, 2), numpy.nan), self.violation,
                 r"the mean loss of arm 3 in round 5 is nan, expected a number in \[0, 1\]"),
                (self.loss, changed(self.violation, (9, 1, 1), 1.5),
                 r"violation of arm 2 in round 10, constraint 2 is 1.5, expected a number in \[-1, 1\]"),
                (late, self.violation, r"x: ValueError: loss\(7\) has shape \(2,\), expected \(3,\), as in round 1")):
            with self.assertRaisesRegex(regretta.RegrettaError, message):
                run({"x": regretta.Environment(loss, violation)}, "never.db")
        with self.assertRaisesRegex(regretta.RegrettaError, "121 rounds, but x has means of 120"):
            run({"x": self.drift}, "never.db", study={"horizon": 121})
        with self.assertRaisesRegex(regretta.RegrettaError, 'an environment "stationary" exists already'):
            run({"stationary": self.drift}, "never.db")


if __name__ == "__main__":
    unittest.main()
