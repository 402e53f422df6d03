"""Tests regretta.Game, in which the caller plays round by round."""

import unittest

import numpy

import regretta
from own_learners import Ucb, run, study


class Games(unittest.TestCase):
    def test_a_game_gives_the_results_of_a_run(self):
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

    def test_every_trial_plays_its_instance(self):
        text = ('[study]\ntrials = 48\nhorizon = 100\ninstances = 3\n[[environment]]\nkind = "random-instance"\narms = 3\n'
                '[[learner]]\nkind = "uniform"\n')
        found = run(text, "instances.db")
        for first, trials in ((0, 48), (5, 30)):
            game = regretta.Game(text, trials=trials, first=first)
            while not game.done:
                game.step(game.uniform())
            for quantity in ("regret", "violation", "opt"):
                numpy.testing.assert_array_equal(game.values(quantity), found.values(quantity)[0][first:first + trials])

    def test_shapes_follow_from_the_feedback(self):
        for feedback, loss, violation in (("full", (6, 3), (6, 1, 3)), ("bandit losses", (6,), (6, 1, 3)), ("bandit", (6,), (6, 1))):
            game = regretta.Game(study(["ucb1"]), trials=6, first=3, feedback=feedback)
            seen = game.step(game.uniform())
            self.assertEqual((seen.loss.shape, seen.violation.shape), (loss, violation))
            self.assertEqual(seen.arm is None, feedback == "full")
            with self.assertRaisesRegex(ValueError, "expected"):
                game.step(numpy.ones((6, 2)))
            with self.assertRaisesRegex(regretta.RegrettaError, "only 1 of 200 rounds have been played"):
                game.values("regret")

    def test_invalid_strategies_are_refused(self):
        """The message names trial and round, and the round is not played."""
        game = regretta.Game(study(["ucb1"]), trials=6, first=3)
        game.step(game.uniform())

        def changed(*row):
            x = game.uniform()
            x[4] = row
            return x

        for row, fault in (((numpy.nan, 0.5, 0.5), "sum is NaN, allowed 1e-9"), ((0.5, 0.5, 3e-8), r"sum is 1 \+ 3.0e-8, allowed 1e-9"),
                           ((0.5, 0.5, -1e-17), "least entry is -1e-17, expected no negative"), ((numpy.inf, 0, 0), "sum is inf"),
                           ((3.0, -1.0, 0.5), "sum is 2.5, allowed 1e-9; least entry is -1, ")):
            with self.assertRaisesRegex(regretta.RegrettaError, rf"^round 2: trial 7: strategy left the simplex \({fault}"):
                game.step(changed(*row))
        with self.assertRaisesRegex(regretta.RegrettaError, "^round 2: arm 3 in trial 4 of the batch, expected 0 to 2"):
            game.step(numpy.array([0, 1, 2, 0, 3, 1]))
        masked = numpy.ma.array(game.uniform(), mask=False)
        masked[4, 1] = numpy.ma.masked
        with self.assertRaisesRegex(ValueError, r"^x is an array whose entry \[4, 1\] is masked, expected a number"):
            game.step(masked)
        self.assertEqual(game.t, 1)
        while not game.done:
            game.step(numpy.float32(changed(0.1, 0.2, 0.7)))
        self.assertFalse(numpy.isnan(game.values("regret")).any())

    def test_draws_depend_on_trial_round_and_purpose_only(self):
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

if __name__ == "__main__":
    unittest.main()
