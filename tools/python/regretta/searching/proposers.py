"""Where candidates come from. The proposals are a function of the seed, the space and the candidates so far: a search that is repeated
proposes the same."""

from __future__ import annotations

from typing import Any, Sequence

import numpy

from .space import Candidate, Point, Space, best_of


class Evolution:
    """Children of the best: seven in ten follow mean and covariance of the best of the latest generation, the others change some
    coordinates of one of the best of all."""

    name = "evolution"
    PARENTS, RANK = 16, 4.0  #: ranks of parents are exponential with this mean
    STEPS = 1e-3, 0.5  #: standard deviations, in shares of a range
    FOLLOWING, CROSSED = 0.7, 0.2  #: of the children; of the coordinates that change, from another parent
    WIDTH = 2.0  #: at most, of the law of those that follow; at least 1: narrower, it would shrink before it has arrived

    def __init__(self, space: Space, seed: int) -> None:
        self._space, self._seed, self._children = space, seed, 0
        self._choices = numpy.array([len(axis.choices) for axis in space.ranges])
        self._numbers = self._choices == 0

    def propose(self, candidates: Sequence[Candidate], count: int) -> list[Point]:
        latest = [candidate for candidate in candidates  # the random ones are together one generation
                  if not self._children or candidate.generation == candidates[-1].generation]
        if best := best_of(latest, min((len(latest) + 1) // 2, max(self.PARENTS, 4 * int(self._numbers.sum())))):
            self._elite = numpy.array([candidate.point for candidate in best])
        parents = [candidate.point for candidate in best_of(candidates, self.PARENTS)]
        return [self._child(parents) for _ in range(count)]

    def _child(self, parents: Sequence[Point]) -> Point:
        self._children += 1
        drawn = numpy.random.default_rng([self._seed, 1, self._children])
        if not parents:
            return self._space.random(drawn)
        point, other = (parents[min(int(scale * drawn.exponential()), len(parents) - 1)] for scale in (self.RANK, 2 * self.RANK))
        point = point.copy()
        if self._numbers.sum() > 1 and drawn.random() < self.FOLLOWING:
            # A sum of the elite's distances from its mean, each at random, has the elite's covariance.
            weights = numpy.log((len(self._elite) + 0.5) / numpy.arange(1, len(self._elite) + 1))
            weights /= weights.sum()
            centre = weights @ self._elite
            steps = (drawn.normal(size=len(weights)) * numpy.sqrt(weights)) @ (self._elite - centre)
            point[self._numbers] = mirrored(centre + self.WIDTH ** drawn.random() * steps)[self._numbers]
            return point
        deviation = self.STEPS[0] * (self.STEPS[1] / self.STEPS[0]) ** drawn.random()
        active = self._space.values(point)
        places = numpy.array([place for place, axis in enumerate(self._space.ranges) if axis.path in active])
        changed = drawn.random(len(places)) < max(1 / len(places), drawn.random() ** 2)
        changed[drawn.integers(len(places))] = True
        for place in places[changed]:
            value, step, choices = drawn.random(), drawn.normal(), self._choices[place]
            if drawn.random() < self.CROSSED:
                point[place] = other[place]
            elif choices > 1:  # another one
                point[place] = (point[place] + 1 + int((choices - 1) * value)) % choices
            elif choices == 0:
                point[place] = mirrored(point[place] + deviation * step)
        return point


def mirrored(x: Any) -> Any:
    """Back into [0, 1], as from mirrors at its ends."""
    return numpy.clip(numpy.where(numpy.abs(x) > 1, 2 - numpy.abs(x), numpy.abs(x)), 0, 1)
