"""Tests learners in Python: against learners in C++, in several processes, and with strategies of several types."""

import os
import signal
import unittest

import numpy

import common
import regretta
from regretta import running
from regretta.library import find_library
from regretta.kinds import checked_kinds
from own_learners import Thompson, Ucb, run, study


class Against(unittest.TestCase):
    def test_thompson_has_the_same_bits_as_in_cpp(self):
        found = run(study(["thompson", "ts"], trials=200), "ts.db", learners={"ts": Thompson})
        numpy.testing.assert_array_equal(*found.values("regret"))
        numpy.testing.assert_array_equal(*found.curve_values("violation"))

class Characters(unittest.TestCase):
    def test_control_characters_in_a_default_are_refused_before_the_first_trial(self):
        class Hidden(Ucb):
            def __init__(self, problem, trials, label="a\u202eb"):
                super().__init__(problem, trials)

        with self.assertRaisesRegex(regretta.RegrettaError, r"learner.label: the text has U\+202E"):
            run(study(["hidden"], trials=8), "hidden.db", learners={"hidden": Hidden})
        self.assertFalse(os.path.exists(common.file("hidden.db")))


class Processes(unittest.TestCase):
    def test_bits_do_not_depend_on_workers_or_batches(self):
        text = study(["my-ucb", "hedge"], trials=150)
        digests = set()
        for k, (workers, batch, threads) in enumerate(((1, 1024, None), (3, 1024, None), (2, 8, 2))):
            learner = type("Ucb", (Ucb,), {"largest_batch": batch, "__module__": __name__})
            digests.add(run(text, f"workers-{k}.db", learners={"my-ucb": learner}, workers=workers, threads=threads).digest)
        self.assertEqual(len(digests), 1)

    def test_all_processes_add_the_same_trials(self):
        text = study(["my-ucb", "hedge"], trials=64, horizon=40)
        options = {"learners": {"my-ucb": Ucb}, "until": "ranked", "most_trials": 200}
        digests = {run(text, f"until-{workers}.db", workers=workers, **options).digest for workers in (1, 3)}
        self.assertEqual(len(digests), 1)
        self.assertRegex(str(regretta.show(common.file("until-3.db"))), "Stopped: [01] of 1 setting decided")

        run(text, "more.db", learners={"my-ucb": Ucb}, workers=1)
        file = common.file("more.toml")
        with open(file, "w") as toml:
            toml.write(text)
        start = running.forked_processes(checked_kinds({"my-ucb": Ucb}, None), 3, find_library(common.PROGRAM), False)
        running.run_file(start, file, common.file("more.db"), ["--more", "16", "--threads", "1"], False)
        self.assertEqual(regretta.load(common.file("more.db")).finished_trials, 2 * 80)

    def test_a_killed_worker_is_named_and_the_run_can_be_resumed(self):
        here = os.getpid()

        class Dies(Ucb):
            def observe(self, t, arm, loss, violation):
                super().observe(t, arm, loss, violation)
                if t == 50 and os.getppid() != here:  # not the process that writes the file
                    os.kill(os.getpid(), signal.SIGKILL)

        with self.assertRaisesRegex(regretta.RegrettaError, "worker process 1 of 1 has ended early"):
            run(study(["dies"], trials=512), "dies.db", learners={"dies": Dies}, workers=2)
        self.assertEqual(run(study(["dies"], trials=512), "dies.db", learners={"dies": Dies}, workers=1).finished_trials, 512)

    def test_replay_and_verify_need_the_same_class(self):
        found = run(study(["my-ucb"]), "again.db", learners={"my-ucb": Ucb})
        self.assertEqual(len(regretta.replay(found, 0, 3)["t"]), 200)
        self.assertIn("the same bits", regretta.verify(found))
        with self.assertRaisesRegex(regretta.RegrettaError, r'is a class in Python; there, regretta.load\(.*"my-ucb"'):
            regretta.verify(regretta.load(found.path))

        class Other(Ucb):
            def strategy(self):
                return super().strategy() * 0

        with self.assertRaisesRegex(regretta.RegrettaError, 'other plugin code or data: code of learner my-ucb .python.: "class Ucb" was'):
            run(study(["my-ucb"], trials=80), "again.db", learners={"my-ucb": Other})
        with self.assertRaisesRegex(regretta.RegrettaError, "cell 0 cannot be built again: code of learner my-ucb"):
            regretta.verify(regretta.load(found.path, learners={"my-ucb": Other}), "--share", "1")


    def test_the_file_stores_the_feedback_of_a_learner(self):
        """`rank` reads the feedback from the file, without the class, and compares only learners with the same feedback."""
        class Sees(Ucb):
            feedback = "full"

            def observe(self, t, arm, loss, violation):
                pass

        found = run(study(["my-ucb", "sees", "conomd-fs", "pd-wa", "known-c"]), "traits.db", learners={"my-ucb": Ucb, "sees": Sees})
        ranked = found.call("rank")
        self.assertIn("of the 2 learners that see all arms", ranked)
        self.assertIn("of the 2 learners that see their own arm", ranked)
        self.assertIn("never best: known-c (given what nobody knows beforehand)", ranked)

class Arrays(unittest.TestCase):
    def test_arrays_that_a_learner_keeps_do_not_change(self):
        """The engine reuses the arrays of a round in the next one, unless the learner keeps a reference to an array or to a part of it."""
        class Keeps(Ucb):
            def __init__(self, problem, trials):
                super().__init__(problem, trials)
                self.kept, self.copies, self.horizon = [], [], problem.horizon

            def observe(self, t, arm, loss, violation):
                super().observe(t, arm, loss, violation)
                if t % 3 == 0:
                    self.kept += [arm, loss[2:], violation[:, 0]]
                    self.copies += [array.copy() for array in self.kept[-3:]]
                if t == self.horizon and not all(map(numpy.array_equal, self.kept, self.copies)):
                    raise AssertionError("changed")

        class KeepsOfAll(Keeps):
            feedback = "full"

            def observe(self, t, arm, loss, violation):
                assert arm is None
                Keeps.observe(self, t, loss.argmin(axis=1), loss[:, 1], violation[:, :, 2])

        found = run(study(["keeps", "keeps-of-all", "my-ucb"]), "kept.db",
                    learners={"keeps": Keeps, "keeps-of-all": KeepsOfAll, "my-ucb": Ucb}, workers=1)
        self.assertEqual(found.failed_trials.tolist(), [0, 0, 0])
        numpy.testing.assert_array_equal(found.values("regret")[0], found.values("regret")[2])

    def test_strategies_of_float32_are_divided_by_their_sum(self):
        """Rows of a softmax in float32, as in PyTorch or JAX, sum only nearly to 1. Bits must not depend on workers or batches."""
        class Single(Ucb):
            def strategy(self):
                x = numpy.exp((self.total.min(axis=1, keepdims=True) - self.total).astype(numpy.float32) / numpy.float32(7))
                return x / x.sum(axis=1, keepdims=True)

        digests = set()
        for workers, batch in ((1, 1024), (3, 8)):
            class Same(Single):
                largest_batch = batch
            found = run(study(["single"], trials=150), f"single-{workers}.db", learners={"single": Same}, workers=workers)
            self.assertEqual(found.failed_trials.sum(), 0)
            digests.add(found.digest)
        self.assertEqual(len(digests), 1)

    def test_strategies_may_have_several_types(self):
        """Arrays that are read-only, not contiguous, of another type, or from pandas give the same results."""
        import pandas

        def returning(shape):
            return type("Ucb", (Ucb,), {"strategy": lambda self: shape(numpy.eye(3)[Ucb.strategy(self)])})

        def read_only(x):
            x.flags.writeable = False
            return x

        learners = {"doubles": returning(lambda x: x), "read-only": returning(read_only), "columns": returning(numpy.asfortranarray),
                    "halves": returning(lambda x: x.astype(numpy.float16)), "flags": returning(lambda x: x > 0),
                    "frames": returning(pandas.DataFrame), "lists": returning(lambda x: x.tolist()),
                    "arms": Ucb, "series": type("Ucb", (Ucb,), {"strategy": lambda self: pandas.Series(Ucb.strategy(self), dtype="int32")})}
        found = run(study(list(learners), trials=24, horizon=40), "forms.db", learners=learners, workers=1)
        self.assertEqual(found.failed_trials.sum(), 0)
        for values in found.values("regret"):
            numpy.testing.assert_array_equal(values, found.values("regret")[0])


if __name__ == "__main__":
    unittest.main()
