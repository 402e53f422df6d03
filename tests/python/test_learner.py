"""Learners in Python: beside those in C++, in any number of processes, and with their mistakes."""

import os
import pathlib
import signal
import threading
import time
import unittest

import numpy

import common
import regretta
from regretta import running
from regretta.library import find_library
from regretta.own import checked_own
from own_learners import ConOmdFs, Thompson, Ucb, run, study


class Against(unittest.TestCase):
    """NumPy beside C++, in one results file."""

    def test_thompson_is_the_same_to_the_bit(self):
        found = run(study(["thompson", "ts"], trials=200), "ts.db", learners={"ts": Thompson})
        numpy.testing.assert_array_equal(*found.values("regret"))
        numpy.testing.assert_array_equal(*found.curve_values("violation"))

    def test_conomd_fs_is_the_same_to_nine_digits(self):
        text = study(["conomd-fs", "omd"], trials=16, horizon=400)
        found = run(text, "omd.db", learners={"omd": ConOmdFs}, set={"learner.confidence_scale": [0.05, 0.25, 1.0]})
        for quantity in ("regret", "expected_regret", "violation", "signed_violation"):
            ours, theirs = found.values(quantity)[:3], found.values(quantity)[3:]
            same_arms = found.values("regret")[:3] == found.values("regret")[3:]  # a_t can differ where x_t is at its threshold
            self.assertGreater(same_arms.mean(), 0.95)
            numpy.testing.assert_allclose(ours[same_arms], theirs[same_arms], rtol=0, atol=1e-9 * 400)

    def test_means_agree(self):
        class Others(Thompson):
            def draw(self, random):
                self.theta = random.beta(1 + self.total, 1 + self.pulls - self.total, purpose=1)

        found = run(study(["thompson", "ts"], trials=2000, horizon=100), "means.db", learners={"ts": Others})
        for quantity in ("regret", "violation"):
            ours, theirs = found.values(quantity)
            error = numpy.sqrt((ours.var(ddof=1) + theirs.var(ddof=1)) / 2000)
            self.assertTrue(0 < abs(ours.mean() - theirs.mean()) < 4 * error, quantity)


class Characters(unittest.TestCase):
    def test_names_defaults_and_files_have_any_script(self):
        class Labelled(Ucb):
            def __init__(self, problem, trials, label="na\u00efve \u9045\u5ef6", text="two\n\tlines"):
                super().__init__(problem, trials)

        file = pathlib.Path(common.file("verz\u00f6gerung.toml"))
        file.write_text(study(["labelled"], trials=8).replace('name = "python"', "# \u00e9"), encoding="utf-8")
        found = regretta.run(file, common.file("verz\u00f6gerung.db"), progress=False, learners={"labelled": Labelled})
        self.assertEqual(found.name, "verz\u00f6gerung")
        self.assertEqual(regretta.load(common.file("verz\u00f6gerung.db")).failed_trials.tolist(), [0])

    def test_commands_in_a_default_are_refused_before_the_first_trial(self):
        class Hidden(Ucb):
            def __init__(self, problem, trials, label="a\u202eb"):
                super().__init__(problem, trials)

        with self.assertRaisesRegex(regretta.RegrettaError, r"learner.label: the text has U\+202E"):
            run(study(["hidden"], trials=8), "hidden.db", learners={"hidden": Hidden})
        self.assertFalse(os.path.exists(common.file("hidden.db")))


class Processes(unittest.TestCase):
    def test_neither_workers_nor_batches_change_a_bit(self):
        text = study(["my-ucb", "hedge"], trials=150)
        digests = set()
        for k, (workers, batch, threads) in enumerate(((1, 1024, None), (3, 1024, None), (2, 8, 2))):
            learner = type("Ucb", (Ucb,), {"largest_batch": batch, "__module__": __name__})
            digests.add(run(text, f"workers-{k}.db", learners={"my-ucb": learner}, workers=workers, threads=threads).digest)
        self.assertEqual(len(digests), 1)

    def test_all_processes_see_what_adds_trials(self):
        text = study(["my-ucb", "hedge"], trials=64, horizon=40)
        options = {"learners": {"my-ucb": Ucb}, "until": "ranked", "most_trials": 200}
        digests = {run(text, f"until-{workers}.db", workers=workers, **options).digest for workers in (1, 3)}
        self.assertEqual(len(digests), 1)
        self.assertRegex(str(regretta.show(common.file("until-3.db"))), "Stopped: [01] of 1 setting decided")

        run(text, "more.db", learners={"my-ucb": Ucb}, workers=1)
        file = common.file("more.toml")
        with open(file, "w") as toml:
            toml.write(text)
        start = running.forked_processes(checked_own({"my-ucb": Ucb}, None), 3, find_library(common.PROGRAM), False)
        running.run_file(start, file, common.file("more.db"), ["--more", "16", "--threads", "1"], False)
        self.assertEqual(regretta.load(common.file("more.db")).finished_trials, 2 * 80)

    def test_a_learner_that_the_study_does_not_name_is_added(self):
        found = run(study(["hedge"]), "added.db", learners={"my-ucb": Ucb, "ts": Thompson})
        self.assertEqual(list(found.cells["learner"]), ["hedge", "my-ucb", "ts"])

    def test_ctrl_c_stops_it_and_the_same_call_goes_on(self):
        text, out = study(["my-ucb"], trials=4000, horizon=2000), "stopped.db"
        small = type("Ucb", (Ucb,), {"largest_batch": 64})

        def interrupt():
            for _ in range(600):
                time.sleep(0.05)
                if os.path.exists(common.file(out)) and os.path.getsize(common.file(out)) > 200_000:
                    break
            os.kill(os.getpid(), signal.SIGINT)

        thread = threading.Thread(target=interrupt)
        thread.start()
        with self.assertRaises(KeyboardInterrupt):
            run(text, out, learners={"my-ucb": small}, workers=2)
        thread.join()
        before = regretta.load(common.file(out)).finished_trials
        self.assertTrue(0 < before < 4000, before)
        found = run(text, out, learners={"my-ucb": small}, workers=2)
        self.assertEqual(found.finished_trials, 4000)

    def test_a_killed_worker_is_named_and_nothing_is_lost(self):
        here = os.getpid()

        class Dies(Ucb):
            def observe(self, t, arm, loss, violation):
                super().observe(t, arm, loss, violation)
                if t == 50 and os.getppid() != here:  # not the process that writes the file
                    os.kill(os.getpid(), signal.SIGKILL)

        with self.assertRaisesRegex(regretta.RegrettaError, "worker process 1 of 1 has ended before its work"):
            run(study(["dies"], trials=512), "dies.db", learners={"dies": Dies}, workers=2)
        self.assertEqual(run(study(["dies"], trials=512), "dies.db", learners={"dies": Dies}, workers=1).finished_trials, 512)

    def test_replay_and_verify(self):
        found = run(study(["my-ucb"]), "again.db", learners={"my-ucb": Ucb})
        self.assertEqual(len(regretta.replay(found, 0, 3)["t"]), 200)
        self.assertIn("the same bits", regretta.verify(found))
        with self.assertRaisesRegex(regretta.RegrettaError, r'is a class in Python; there, regretta.load\(.*"my-ucb"'):
            regretta.verify(regretta.load(found.path))

        class Other(Ucb):
            def strategy(self):
                return super().strategy() * 0

        with self.assertRaisesRegex(regretta.RegrettaError, 'of other code or data: code of learner my-ucb .python.: "class Ucb" was'):
            run(study(["my-ucb"], trials=80), "again.db", learners={"my-ucb": Other})
        with self.assertRaisesRegex(regretta.RegrettaError, "cell 0 cannot be built again: code of learner my-ucb"):
            regretta.verify(regretta.load(found.path, learners={"my-ucb": Other}), "--share", "1")


    def test_who_plays_single_arms_is_seen(self):
        class Mixes(Ucb):
            def strategy(self):
                return 0.9 * numpy.eye(self.total.shape[1])[super().strategy()] + 0.1 / self.total.shape[1]

        found = run(study(["my-ucb", "mixes", "conomd-fs", "uniform"]), "arms.db",
                    learners={"my-ucb": Ucb, "mixes": Mixes})
        self.assertIn("my-ucb plays one arm in every round", found.call("show"))

    def test_what_a_learner_sees_is_in_its_file(self):
        """Readers of the file know it without the class: rivals are those with the same feedback."""
        class Sees(Ucb):
            feedback = "full"

            def observe(self, t, arm, loss, violation):
                pass

        found = run(study(["my-ucb", "sees", "conomd-fs", "pd-wa", "known-c"]), "traits.db", learners={"my-ucb": Ucb, "sees": Sees})
        said = found.call("rank")
        self.assertIn("of the 2 learners that see all arms", said)
        self.assertIn("of the 2 learners that see their own arm", said)
        self.assertIn("never best: known-c (given what nobody knows beforehand)", said)

    def test_who_ignores_the_constraints_is_never_recommended(self):
        class Declares(Ucb):
            ignores_constraints = True

        found = run(study(["declares", "pd-wa", "bccf"]), "ignores.db", learners={"declares": Declares})
        self.assertIn("never best: declares (ignores the constraints)", found.call("rank"))


class Arrays(unittest.TestCase):
    def test_what_a_learner_keeps_stays_as_it_was(self):
        """The arrays of a round are used again for the next one, unless somebody holds them, or a part of them."""
        class Keeps(Ucb):
            def __init__(self, problem, trials):
                super().__init__(problem, trials)
                self.kept, self.copies, self.horizon = [], [], problem.horizon

            def observe(self, t, arm, loss, violation):
                super().observe(t, arm, loss, violation)
                if t % 3 == 0:
                    self.kept += [arm, loss[2:], violation[:, 0]]
                    self.copies += [one.copy() for one in self.kept[-3:]]
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

    def test_float32_is_divided_by_its_sum(self):
        """A softmax of PyTorch or JAX: rows that sum to 1 as nearly as float32 can. No bit depends on how trials are divided."""
        class Single(Ucb):
            kind = numpy.float32

            def strategy(self):
                x = numpy.exp((self.total.min(axis=1, keepdims=True) - self.total).astype(self.kind) / self.kind(7))
                return x / x.sum(axis=1, keepdims=True)

        Half = type("Half", (Single,), {"kind": numpy.float16})
        for name, learner in (("single", Single), ("half", Half)):
            digests = set()
            for workers, batch in ((1, 1024), (3, 8)):
                class Same(learner):
                    largest_batch = batch
                found = run(study([name], trials=150), f"{name}-{workers}.db", learners={name: Same}, workers=workers)
                self.assertEqual(found.failed_trials.sum(), 0)
                digests.add(found.digest)
            self.assertEqual(len(digests), 1)
            self.assertTrue(regretta.check(learner, rounds=500))

    def test_what_strategies_may_be(self):
        """Read-only, of another type, of pandas, or not contiguous: the same rounds."""
        import pandas

        def returning(of):
            return type("Ucb", (Ucb,), {"strategy": lambda self: of(numpy.eye(3)[Ucb.strategy(self)])})

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
