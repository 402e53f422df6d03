"""Tests that messages on mistakes in learners name class, method and round, and that the other trials continue."""

import contextlib
import io
import os
import pathlib
import signal
import sys
import time
import unittest

import numpy

import common
import regretta
from own_learners import Ucb, run, study
from regretta.library import find_library, load_library


class Mistakes(unittest.TestCase):
    def failures(self, learner, **options):
        with self.assertWarns(UserWarning):
            found = run(study(["wrong", "hedge"], trials=20, horizon=30), f"{learner.__name__}.db", learners={"wrong": learner}, **options)
        failed = found.trials["failure"]
        return [text for text in failed if text]

    def test_an_exception_fails_the_trials_that_raise_it(self):
        class Raises(Ucb):
            def observe(self, t, arm, loss, violation):
                super().observe(t, arm, loss, violation)
                if t == 7 and (self.total.sum(axis=1) > 4).any():
                    raise ArithmeticError("too much")

        found = self.failures(Raises)
        self.assertTrue(0 < len(found) < 20)
        self.assertRegex(found[0], r"^Raises.observe, round 7: ArithmeticError: too much \(test_mistakes.py:\d+\)$")
        others = regretta.load(common.file("Raises.db"))
        self.assertEqual(others.failed_trials.tolist(), [len(found), 0])
        self.assertFalse(numpy.isnan(others.values("regret")[0]).all() or numpy.isnan(others.values("regret")[1]).any())

    def test_failed_trials_can_be_played_again(self):
        marker = pathlib.Path(common.file("not yet"))

        class Waits(Ucb):
            def observe(self, t, arm, loss, violation):
                super().observe(t, arm, loss, violation)
                if marker.exists():
                    raise OSError("not yet")

        marker.touch()
        self.assertEqual(len(self.failures(Waits)), 20)
        marker.unlink()
        self.assertEqual(len(self.failures(Waits)), 20)
        found = run(study(["wrong", "hedge"], trials=20, horizon=30), "Waits.db", learners={"wrong": Waits}, retry_failed=True)
        self.assertEqual(found.failed_trials.tolist(), [0, 0])

    def test_a_class_that_ends_the_process_fails_its_trials(self):
        for end, reason in ((lambda: os._exit(0), r"os\._exit\(0\)"), (lambda: sys.exit(0), "0")):
            for workers in (1, 2):
                class Leaves(Ucb):
                    def observe(self, t, arm, loss, violation):
                        super().observe(t, arm, loss, violation)
                        if t == 7:
                            if os.fork() == 0:
                                os._exit(0)
                            end()

                found = self.failures(Leaves, workers=workers)
                self.assertEqual(len(found), 20)
                self.assertRegex(found[0], rf"^Leaves.observe, round 7: SystemExit: {reason} \(test_mistakes.py:\d+")
                os.unlink(common.file("Leaves.db"))

    def test_failures_name_class_method_and_round(self):
        class Begins(Ucb):
            def __init__(self, problem, trials):
                raise OSError("no such file")

        class Stops(Ucb):
            def observe(self, t, arm, loss, violation):
                raise KeyboardInterrupt

        class Nothing(Ucb):
            def strategy(self):
                pass

        for learner, message in ((Begins, "^Begins.__init__: OSError: no such file"), (Stops, "^Stops.observe, round 1: KeyboardInterrupt"),
                                 (Nothing, r"^Nothing.strategy, round 1: ValueError: returned an array of shape \(\) and type object")):
            found = self.failures(learner)
            self.assertEqual(len(found), 20)
            self.assertRegex(found[0], message)

    def test_a_late_row_off_the_simplex_fails_only_its_trial(self):
        class Late(Ucb):
            def strategy(self):
                x = numpy.eye(3)[super().strategy()]
                if self.t == 9:
                    x[self.total.sum(axis=1) > 4] *= 1.25
                return x

        found = self.failures(Late)
        self.assertTrue(0 < len(found) < 20)
        self.assertRegex(found[0], r"^Late.strategy, round 10, trial \d+: strategy left the simplex \(sum is 1.25, allowed 1e-9\)$")
    def test_wrong_shapes_types_and_values_fail_their_trials(self):
        def returning(name, value):
            return type(name, (Ucb,), {"strategy": lambda self: value(len(self.rows))})

        for name, value, expected in (
                ("Shape", lambda n: numpy.ones((n, 4)) / 4, r"Shape.strategy, round 1: ValueError: returned an array of shape \(\d+, 4\)"),
                ("Arm", lambda n: numpy.full(n, 3), "^Arm.strategy, round 1: arm 3, expected 0 to 2$"),
                ("Sum", lambda n: numpy.full((n, 3), 0.5),
                 r"^Sum.strategy, round 1, trial 0: strategy left the simplex \(sum is 1.5, allowed 1e-9\)$"),
                ("Near", lambda n: numpy.tile([0.25, 0.25, 0.5 + 3e-8], (n, 1)), r"^Near.*\(sum is 1 \+ 3.0e-8, allowed 1e-9\)$"),
                ("Neg", lambda n: numpy.tile([0.5, 0.5, -1e-17], (n, 1)), r"^Neg.*\(least entry is -1e-17, expected no negative entry\)$"),
                ("Masked", lambda n: numpy.ma.masked_equal(numpy.eye(3)[numpy.arange(n) % 3], 1),
                 r"^Masked.strategy, round 1: ValueError: returned an array whose entry \[0, 0\] is masked, expected a number"),
                ("Missing", lambda n: numpy.full((n, 3), numpy.nan, dtype=numpy.float32), r"\(sum is NaN, allowed 1e-9\)$")):
            found = self.failures(returning(name, value))
            self.assertEqual(len(found), 20, name)
            self.assertRegex(found[0], expected)

    def test_invalid_classes_are_refused(self):
        class NoObserve(regretta.Learner):
            def __init__(self, problem, trials):
                pass

            def strategy(self):
                pass

        class NoDefault(Ucb):
            def __init__(self, problem, trials, c):
                pass

        with self.assertRaisesRegex(TypeError, "^Batch.largest_batch is 8.5, expected an integer from 1 on"):
            run(study(["hedge"]), "never.db", learners={"wrong": type("Batch", (Ucb,), {"largest_batch": 8.5})})
        for wrong, message in ((NoObserve, "NoObserve has no method observe"), (NoDefault, "parameter c has no default"),
                               (3, "expected a class, not int"),
                               (type("Odd", (Ucb,), {"feedback": "bandits"}), "Odd.feedback is 'bandits', expected one of full"),
                               (type("Odd", (Ucb,), {"ignores_constraints": "no"}),
                                "Odd.ignores_constraints is 'no', expected True or False")):
            with self.assertRaisesRegex(TypeError, message):
                run(study(["hedge"]), "never.db", learners={"wrong": wrong})
        with self.assertRaises(regretta.RegrettaError) as caught, contextlib.redirect_stderr(io.StringIO()) as shown:
            regretta.run(study(["hedge"]), common.file("never.db"), learners={"ucb1": Ucb}, workers=3)
        self.assertRegex(str(caught.exception), '^a learner "ucb1" exists already')
        self.assertEqual(shown.getvalue(), "")  # neither a traceback, nor the same message from other processes
        for wrong in ({"x": "Ucb"}, {"x": Ucb(regretta.Problem(9, 3, 1, 0.1), 4)}):
            with self.assertRaisesRegex(TypeError, r"learners\['x'\]: expected a class, not"):
                regretta.load(common.study().path, learners=wrong)
        with self.assertRaisesRegex(regretta.RegrettaError, "expected a number"):
            run(study(["my-ucb"]), "never.db", learners={"my-ucb": Ucb}, set={"learner.my-ucb.scale": "high"})

    def test_defaults_must_have_a_type_of_toml(self):
        def having(value):
            def __init__(self, problem, trials, c=value):
                Ucb.__init__(self, problem, trials)
                self.c = c

            return type("Having", (Ucb,), {"__init__": __init__})

        for value in (None, numpy.inf, 2**70, [1, "a"], [[1.0]], [], numpy.ma.masked_equal([1, 2], 2), numpy.uint64(2**63), object()):
            with self.assertRaisesRegex(TypeError, "^Having.__init__: .* of c is .*, expected a bool, an int of 64 bits, a finite float"):
                run(study(["hedge"]), "never.db", learners={"having": having(value)})
        for k, (value, known) in enumerate((
                (numpy.float32(0.5), 0.5), (numpy.bool_(True), True), (numpy.str_("a"), "a"), (numpy.array([1, 2.5]), [1, 2.5]))):
            seen = having(value)
            seen.observe = lambda self, t, arm, loss, violation, known=known: (
                None if self.c == known and type(self.c) is type(known) else self.missing)
            found = run(study(["having"], trials=2, horizon=3), f"default-{k}.db", learners={"having": seen}, workers=1)
            self.assertEqual(found.failed_trials.sum(), 0, value)

class Elsewhere(unittest.TestCase):
    def test_a_class_without_source_reaches_every_process(self):
        """The class was typed into an interpreter. Workers are forked, so they have it and the variables that it uses."""
        names = {"Ucb": Ucb, "box": [2.0], "__name__": "__main__"}
        exec("class Typed(Ucb):\n    def strategy(self):\n        self.scale = box[0]\n        return super(Typed, self).strategy()", names)
        digests = {run(study(["typed"], trials=60, horizon=50), f"typed-{workers}.db", learners={"typed": names["Typed"]},
                       workers=workers).digest for workers in (1, 3)}
        self.assertEqual(len(digests), 1)

    def test_ctrl_c_while_a_class_computes(self):
        """The learner sends the signal itself, in the second batch, so that the test does not depend on the machine's speed."""
        here, marker = os.getpid(), pathlib.Path(common.file("interrupt"))

        class Signals(Ucb):
            largest_batch = 8

            def observe(self, t, arm, loss, violation):
                super().observe(t, arm, loss, violation)
                if t == 20 and marker.exists():
                    if marker.read_text():
                        marker.unlink()
                        os.kill(here, signal.SIGINT)
                        time.sleep(0.2)  # time for the signal to be passed on
                    else:
                        marker.write_text("next")

        marker.write_text("")
        text = study(["signals"], trials=400, horizon=200)
        with self.assertRaisesRegex(KeyboardInterrupt, "the same call resumes"):
            run(text, "signals.db", learners={"signals": Signals}, workers=1)
        found = run(text, "signals.db", learners={"signals": Signals}, workers=1)
        self.assertEqual((found.finished_trials, found.failed_trials.tolist()), (400, [0]))

class Handles(unittest.TestCase):
    def test_null_and_stale_handles_are_refused(self):
        library = load_library(find_library())
        session = library.checked(library.session_new())
        text = study(["ucb1"]).encode()
        plan = library.checked(library.plan_new(session, text, None, 0))
        game = library.checked(library.game_new(plan, 0, b"bandit", 0, 4))
        for free, handle, use, what in (("game_free", game, lambda handle: library.game_draws(handle), "game"),
                                        ("plan_free", plan, lambda handle: library.plan_cell(handle, 0), "plan")):
            library.checked(getattr(library, free)(handle))
            for stale, message in ((handle, f"no such {what}, or it has been freed"), (None, f"NULL, expected a {what}")):
                for call in (use, getattr(library, free)):
                    with self.assertRaisesRegex(regretta.RegrettaError, message):
                        library.checked(call(stale))
        for call, message in ((lambda: library.plan_new(None, text, None, 0), "NULL, expected a session"),
                              (lambda: library.plan_new(session, None, None, 0), "study: NULL, expected a text"),
                              (lambda: library.add_learner(session, None), "learner: NULL"),
                              (lambda: library.add_environment(session, None), "environment: NULL"),
                              (lambda: library.rounds_play(None, None, None, None, None, None), "rounds: NULL")):
            with self.assertRaisesRegex(regretta.RegrettaError, message):
                library.checked(call())


if __name__ == "__main__":
    unittest.main()
