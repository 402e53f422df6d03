"""Tests that `run` warns of random number generators in the code of a learner, names the method, and gives no false warnings."""

import functools
import os
import unittest
import warnings

import numpy
import numpy as np
import scipy.stats
from numpy.random import default_rng as make
from random import gauss

import regretta
from own_learners import Thompson, Ucb, run, study
from regretta.contents import named_generator

MADE = make(0)
DRAWS = {"first": [MADE]}
bound = np.random.rand
def uniform_(n):
    return numpy.zeros(n)  # not a generator, although its name looks like one


def helper(n):
    return np.random.rand(n)


half = functools.partial(helper, 2)


def decorated(method):
    @functools.wraps(method)
    def inner(*arguments):
        return method(*arguments)
    return inner


class Noise:
    def __init__(self):
        self.source = make(1)

    def one(self):
        return self.source.random()


NOISE = Noise()


class Keeps(Ucb):
    rng = make(0)

    def strategy(self):
        return self.rng.integers(3, size=len(self.rows))


def imports_a_part(self):
    from numpy import random as source
    return source.rand()


def closes_over():
    source = make(0)
    return lambda self: source.random()


METHODS = {
    "an alias": lambda self: np.random.default_rng(0), "a function of random": lambda self: gauss(0, 1), "a method": lambda self: bound(),
    "a part of a global": lambda self: DRAWS["first"][0].random(), "a partial helper": lambda self: half(),
    "an object": lambda self: NOISE.one(),
    "a decorator": decorated(lambda self: np.random.rand()), "a function inside": lambda self: (lambda: np.random.rand())(),
    "SciPy": lambda self: scipy.stats.norm.rvs(), "the system": lambda self: os.urandom(3),
    "a default": lambda self, source=MADE: source.random(), "a property": property(lambda self: np.random.rand()),
    "an import of a part": imports_a_part, "a closure": closes_over(), "of an array": lambda self: self.x.uniform_()}


class Sound(Ucb):
    """Mentions numpy.random and default_rng(0) in texts, but uses neither."""

    def draw(self, random):
        self.random, text = random.uniform(), "np.random.rand"
        self.chosen = random.beta(1, len(text))

    def strategy(self):
        return np.where(self.random > 2, uniform_(len(self.rows)), np.linalg.norm(self.total, axis=1) * 0).astype(int)


class Generators(unittest.TestCase):
    def test_run_warns_of_a_generator_and_names_the_method(self):
        class Bad(Ucb):
            def strategy(self):
                return np.random.randint(3, size=len(self.rows))

        with self.assertWarnsRegex(UserWarning, "^Bad.strategy: np.random.randint: this generator draws the same numbers") as seen:
            run(study(["bad"], trials=4, horizon=5), "bad.db", learners={"bad": Bad})
        self.assertEqual(seen.filename, run.__code__.co_filename)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            run(study(["sound", "ts"], trials=4, horizon=5), "sound.db", learners={"sound": Sound, "ts": Thompson})

    def test_generators_from_every_source_are_found(self):
        for name, method in METHODS.items():
            found = named_generator(type("Own", (Ucb,), {"noise": method, "__module__": __name__}))
            self.assertRegex(found, "^[\\w.]+: .*this generator draws", name)
        self.assertRegex(named_generator(type("Heir", (Keeps,), {})), "^Keeps: rng: ")

    def test_classes_without_a_generator_have_no_warning(self):
        for learner in (Ucb, Thompson, Sound, regretta.Learner):
            self.assertEqual(named_generator(learner), "", learner)


if __name__ == "__main__":
    unittest.main()
