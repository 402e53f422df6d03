"""Proposers of candidates. A proposer has a `name`, with a version if it uses a library. Its proposals are a function of the seed, the
space and the candidates so far, so that a repeated search proposes the same points. Each call of `propose` is for one generation."""

from typing import Any, Sequence

import numpy

from .space import Candidate, Point, Space, best_of


class Evolution:
    """Proposes children of the best candidates. Seven in ten are drawn from a normal law with the mean and covariance of the elite (the
    best of the latest generation); the others change some coordinates of a parent (one of the best candidates so far)."""

    name = "evolution"
    PARENTS, RANK = 16, 4.0  #: number of parents; mean of the exponential law by which the rank of a parent is drawn
    STEPS = 1e-3, 0.5  #: smallest and largest standard deviation of a change, as shares of a range
    FROM_ELITE, CROSSED = 0.7, 0.2  #: share of children drawn from the elite's law; share of changed coordinates taken from a second parent
    WIDTH = 2.0  #: largest factor of the elite's standard deviations; the smallest is 1, so that they do not shrink too early

    def __init__(self, space: Space, seed: int) -> None:
        self._space, self._seed, self._children = space, seed, 0
        self._choices = numpy.array([len(axis.choices) for axis in space.ranges])
        self._numbers = self._choices == 0

    def propose(self, candidates: Sequence[Candidate], count: int) -> list[Point]:
        latest = [candidate for candidate in candidates  # all random candidates together count as the first generation
                  if not self._children or candidate.generation == candidates[-1].generation]
        if best := best_of(latest, min((len(latest) + 1) // 2, max(self.PARENTS, 4 * int(self._numbers.sum())))):
            self._elite = numpy.array([candidate.point for candidate in best])
        parents = [candidate.point for candidate in best_of(candidates, self.PARENTS)]
        return [self._child(parents) for _ in range(count)]

    def _child(self, parents: Sequence[Point]) -> Point:
        self._children += 1
        generator = numpy.random.default_rng([self._seed, 1, self._children])
        if not parents:
            return self._space.random(generator)
        point, second = (parents[min(int(scale * generator.exponential()), len(parents) - 1)] for scale in (self.RANK, 2 * self.RANK))
        point = point.copy()
        if self._numbers.sum() > 1 and generator.random() < self.FROM_ELITE:
            # A sum of the elite's deviations from its mean, with independent normal weights, has the elite's covariance.
            weights = numpy.log((len(self._elite) + 0.5) / numpy.arange(1, len(self._elite) + 1))
            weights /= weights.sum()
            centre = weights @ self._elite
            steps = (generator.normal(size=len(weights)) * numpy.sqrt(weights)) @ (self._elite - centre)
            point[self._numbers] = mirrored(centre + self.WIDTH ** generator.random() * steps)[self._numbers]
            return point
        deviation = self.STEPS[0] * (self.STEPS[1] / self.STEPS[0]) ** generator.random()
        active = self._space.values(point)
        coordinates = numpy.array([k for k, axis in enumerate(self._space.ranges) if axis.path in active])
        changed = generator.random(len(coordinates)) < max(1 / len(coordinates), generator.random() ** 2)
        changed[generator.integers(len(coordinates))] = True  # at least one changes
        for k in coordinates[changed]:
            value, step, choices = generator.random(), generator.normal(), self._choices[k]
            if generator.random() < self.CROSSED:
                point[k] = second[k]
            elif choices > 1:  # any choice except the present one
                point[k] = (point[k] + 1 + int((choices - 1) * value)) % choices
            elif choices == 0:
                point[k] = mirrored(point[k] + deviation * step)
        return point


def mirrored(x: Any) -> Any:
    """The numbers, reflected into [0, 1] at its ends; numbers beyond -2 or 2 become 0."""
    return numpy.clip(numpy.where(numpy.abs(x) > 1, 2 - numpy.abs(x), numpy.abs(x)), 0, 1)
