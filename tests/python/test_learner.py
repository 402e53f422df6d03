"""Learners in Python: beside those in C++, in any number of processes, with their mistakes; games; and regretta.check."""

import contextlib
import io
import os
import pathlib
import re
import signal
import tempfile
import threading
import time
import unittest

import numpy

import common
import regretta

STUDY = """[study]
name = "python"
trials = {trials}
horizon = {horizon}
[[environment]]
kind = "stationary"
loss = [0.5, 0.3, 0.7]
violation = [[-0.5, 0.1, -0.2]]
"""


def study(learners, trials=64, horizon=200):
    return STUDY.format(trials=trials, horizon=horizon) + "".join(f'[[learner]]\nkind = "{one}"\n' for one in learners)


def run(text, name, **options):
    return regretta.run(text, common.file(name), progress=False, **options)


class Ucb(regretta.Learner):
    """UCB1 over losses."""

    def __init__(self, problem, trials, scale=2.0):
        self.pulls, self.total = numpy.zeros((2, trials, problem.num_arms))
        self.rows, self.t, self.scale = numpy.arange(trials), 0, scale

    def strategy(self):
        n = numpy.maximum(self.pulls, 1)
        index = self.total / n - numpy.sqrt(self.scale * numpy.log(max(self.t, 1)) / n)
        return numpy.where(self.pulls > 0, index, -numpy.inf).argmin(axis=1)

    def observe(self, t, arm, loss, violation):
        self.t = t
        self.pulls[self.rows, arm] += 1
        self.total[self.rows, arm] += loss


class Thompson(regretta.Learner):
    """The same as `thompson`."""

    def __init__(self, problem, trials):
        self.total, self.pulls = numpy.zeros((2, trials, problem.num_arms))
        self.rows = numpy.arange(trials)

    def draw(self, random):
        self.theta = random.beta(1 + self.total, 1 + self.pulls - self.total)

    def strategy(self):
        return self.theta.argmin(axis=1)

    def observe(self, t, arm, loss, violation):
        self.pulls[self.rows, arm] += 1
        self.total[self.rows, arm] += loss


class ConOmdFs(regretta.Learner):
    """The same as `conomd-fs`, for one constraint: Algorithm 1 with the projection by bisection."""

    feedback = "full"

    def __init__(self, problem, trials, confidence_scale=1.0):
        T, K = problem.horizon, problem.num_arms
        self.x, self.g_hat = numpy.full((trials, K), 1 / K), numpy.zeros((trials, K))
        self.eta, self.share = numpy.sqrt(numpy.log(K * T) / T), 1 / T
        self.width = 4 * confidence_scale * numpy.sqrt(numpy.log(T * K / problem.delta))

    def strategy(self):
        return self.x

    def observe(self, t, arm, loss, violation):
        self.g_hat += (violation[:, 0, :] - self.g_hat) / t
        x = projection(self.x * numpy.exp(-self.eta * loss), self.g_hat - self.width / numpy.sqrt(t))
        self.x = (1 - self.share) * x + self.share / x.shape[1]


def projection(y, A):
    """argmin KL(x | y) over the simplex with A x <= 0, or, if that set is empty or thin, A x <= v + 1e-9."""
    least = A.min(axis=1)
    level = numpy.where(least > -1e-9, least + 1e-9, 0.0)

    def at(price):
        log_x = numpy.log(y) - price[:, None] * A
        x = numpy.exp(log_x - log_x.max(axis=1, keepdims=True))
        return x / x.sum(axis=1, keepdims=True)

    low, high = numpy.zeros(len(y)), numpy.ones(len(y))
    outside = (A * at(low)).sum(axis=1) > level
    for _ in range(60):
        high = numpy.where((A * at(high)).sum(axis=1) > level, 2 * high, high)
    for _ in range(110):
        middle = (low + high) / 2
        above = (A * at(middle)).sum(axis=1) > level
        low, high = numpy.where(above, middle, low), numpy.where(above, high, middle)
    return at(numpy.where(outside, high, 0.0))


class Against(unittest.TestCase):
    """NumPy beside C++, in one results file."""

    def test_thompson_is_the_same_to_the_bit(self):
        found = run(study(["thompson", "ts"], trials=200), "ts.db", learners={"ts": Thompson})
        numpy.testing.assert_array_equal(*found.values("regret"))
        numpy.testing.assert_array_equal(*found.curve_values("violation"))

    def test_conomd_fs_is_the_same_to_nine_digits(self):
        text = study(["conomd-fs", "omd"], trials=40, horizon=400)
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


class Processes(unittest.TestCase):
    def test_neither_workers_nor_batches_change_a_bit(self):
        text = study(["my-ucb", "hedge"], trials=150)
        digests = set()
        for k, (workers, batch, threads) in enumerate(((1, 1024, None), (3, 1024, None), (2, 8, 2))):
            learner = type("Ucb", (Ucb,), {"largest_batch": batch, "__module__": __name__})
            digests.add(run(text, f"workers-{k}.db", learners={"my-ucb": learner}, workers=workers, threads=threads).digest)
        self.assertEqual(len(digests), 1)

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

        with self.assertRaisesRegex(regretta.RegrettaError, "my-ucb has changed"):
            run(study(["my-ucb"], trials=80), "again.db", learners={"my-ucb": Other})
        with self.assertRaisesRegex(regretta.RegrettaError, "other bits|differ"):
            regretta.verify(regretta.load(found.path, learners={"my-ucb": Other}), "--share", "1")


class Mistakes(unittest.TestCase):
    """Each message names class, method and round; the study goes on."""

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
        self.assertRegex(found[0], r"^Raises.observe, round 7: ArithmeticError: too much \(test_learner.py:\d+\)$")

    def test_shapes_types_and_values(self):
        def returning(name, value):
            return type(name, (Ucb,), {"strategy": lambda self: value(len(self.rows))})

        for learner, expected in (
                (returning("Shape", lambda n: numpy.ones((n, 4)) / 4), r"Shape.strategy, round 1: ValueError: returned an array of shape \(\d+, 4\)"),
                (returning("Texts", lambda n: numpy.full((n, 3), "a")), "Texts.strategy, round 1: ValueError: returned an array of type <U1"),
                (returning("Arm", lambda n: numpy.full(n, 3)), "round 1: arm 3 in trial 0 of the batch, expected 0 to 2"),
                (returning("Sum", lambda n: numpy.full((n, 3), 0.5)), "simplex|sum"),
                (returning("Nan", lambda n: numpy.full((n, 3), numpy.nan)), "simplex|nan|sum")):
            found = self.failures(learner)
            self.assertEqual(len(found), 20, learner.__name__)
            self.assertRegex(found[0], expected)

    def test_classes_that_cannot_be_learners(self):
        class NoObserve(regretta.Learner):
            def __init__(self, problem, trials):
                pass

            def strategy(self):
                pass

        class NoDefault(Ucb):
            def __init__(self, problem, trials, c):
                pass

        for wrong, message in ((NoObserve, "NoObserve has no method observe"), (NoDefault, "parameter c has no default"),
                               (3, "expected a class, not int"),
                               (type("Odd", (Ucb,), {"feedback": "bandits"}), "Odd.feedback is 'bandits', expected one of full")):
            with self.assertRaisesRegex(TypeError, message):
                run(study(["hedge"]), "never.db", learners={"wrong": wrong})
        with self.assertRaisesRegex(regretta.RegrettaError, 'there is a learner "ucb1" already'):
            run(study(["hedge"]), "never.db", learners={"ucb1": Ucb})
        with self.assertRaisesRegex(regretta.RegrettaError, "expected a number"):
            run(study(["my-ucb"]), "never.db", learners={"my-ucb": Ucb}, set={"learner.my-ucb.scale": "high"})


class Games(unittest.TestCase):
    def test_by_hand_it_is_the_same_as_in_a_run(self):
        found = run(study(["my-ucb"], trials=30), "hand.db", learners={"my-ucb": Ucb})
        game = regretta.Game(study(["ucb1"]), trials=30)
        learner = Ucb(game.problem, game.trials)
        while not game.done:
            arms = learner.strategy()
            seen = game.step(arms)
            numpy.testing.assert_array_equal(seen.arm, arms)
            learner.observe(game.t, *seen)
        for quantity in ("regret", "violation"):
            numpy.testing.assert_array_equal(game.values(quantity), found.values(quantity)[0])
        with self.assertRaisesRegex(regretta.RegrettaError, "the game has ended"):
            game.step(arms)

    def test_shapes(self):
        for feedback, loss, violation in (("full", (6, 3), (6, 1, 3)), ("bandit losses", (6,), (6, 1, 3)), ("bandit", (6,), (6, 1))):
            game = regretta.Game(study(["ucb1"]), trials=6, first=3, feedback=feedback)
            seen = game.step(game.uniform())
            self.assertEqual((seen.loss.shape, seen.violation.shape), (loss, violation))
            self.assertEqual(seen.arm is None, feedback == "full")
            with self.assertRaisesRegex(ValueError, "expected"):
                game.step(numpy.ones((6, 2)))
            with self.assertRaisesRegex(regretta.RegrettaError, "1 of 200 rounds are played"):
                game.values("regret")

    def test_draws_are_those_of_the_address(self):
        whole, part = (regretta.Game(study(["ucb1"]), trials=n, first=first) for n, first in ((40, 0), (7, 21)))
        for draw in (lambda random: random.uniform(), lambda random: random.uniform(5, purpose=3), lambda random: random.normal(2),
                     lambda random: random.exponential(), lambda random: random.gamma(0.5), lambda random: random.beta(2.0, 3.0)):
            numpy.testing.assert_array_equal(draw(whole.random)[21:28], draw(part.random))
        self.assertEqual(len(set(whole.random.uniform())), 40)
        self.assertFalse((whole.random.uniform() == whole.random.uniform(purpose=1)).any())
        before = whole.random.uniform()
        whole.step(whole.uniform())
        self.assertFalse((whole.random.uniform() == before).any())
        with self.assertRaisesRegex(ValueError, "purpose"):
            whole.random.uniform(purpose=1 << 17)
        with self.assertRaisesRegex(ValueError, "expected"):
            whole.random.beta(numpy.ones(3), 1.0)


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
                self.assertIn("all properties hold", said.getvalue())
            finally:
                os.chdir(before)


class Checks(unittest.TestCase):
    def test_sound_ones_pass(self):
        for learner in (Ucb, Thompson, type("Bandit losses", (Ucb,), {"feedback": "bandit losses"})):
            found = regretta.check(learner, rounds=500)
            self.assertTrue(found, found)

    def test_a_header_plays_as_the_class_does(self):
        header = pathlib.Path(common.file("greedy.hpp"))
        (block,) = [one for one in re.findall(r"```cpp\n(.*?)```", (common.ROOT / "README.md").read_text(), re.DOTALL)
                    if "learner_entry" in one]
        header.write_text(block)

        class Greedy(regretta.Learner):
            def __init__(self, problem, trials):
                self.x, self.rows = numpy.full((trials, problem.num_arms), 1 / problem.num_arms), numpy.arange(trials)

            def strategy(self):
                return self.x

            def observe(self, t, arm, loss, violation):
                self.x[self.rows, arm] *= numpy.exp(-0.02 * (loss + numpy.maximum(violation[:, 0], 0)))
                self.x /= self.x.sum(axis=1, keepdims=True)

        class Faster(Greedy):
            def observe(self, t, arm, loss, violation):
                super().observe(t, arm, loss if t < 9 else 2 * loss, violation)

        self.assertTrue(regretta.check(header, like=Greedy))
        found = regretta.check(header, like=Faster).failed["the same strategies, to 1e-9"]
        self.assertRegex(found, r"3 arms, trial 0: first in round 1\d, by 0.0\d+: x_1 0\.\d+; .* in C\+\+, x_1 0")

    def test_planted_faults(self):
        class Own(Ucb):
            def __init__(self, problem, trials):
                super().__init__(problem, trials)
                self.random = numpy.random.default_rng(0)

        class OwnInRows(Own):
            def strategy(self):
                x = self.random.random(self.total.shape)
                return x / x.sum(axis=1, keepdims=True)

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

        class Late(Ucb):
            def strategy(self):
                return super().strategy() + 3 * (self.t > 1000)

        for learner, name, cause in ((OwnInRows, "rows are independent", "generator that the rows share"),
                                     (OwnSchedule, "trials differ", "a generator of its own with a fixed seed"),
                                     (Mean, "rows are independent", "depend on the others"),
                                     (Shared, "repeats", "state that objects share"),
                                     (Late, "long trials", "round 1002, 3 arms: arm")):
            found = regretta.check(learner, rounds=2000).failed
            self.assertTrue(any(one.startswith(name) and cause in text for one, text in found.items()), (learner, found))


if __name__ == "__main__":
    unittest.main()
