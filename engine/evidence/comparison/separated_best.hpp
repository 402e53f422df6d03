#pragma once
/// Which learner may be called the best of its setting, in a table of many.
///
/// The learner with the least sample mean is tried against every other of its setting, paired by trial, and is named
/// only if it is shown to be less than each of them (an intersection-union test: Berger, Technometrics 24, 1982). It
/// was chosen by the very trials that test it, which costs nothing once the tests are counted: let b be a learner of a
/// setting with the least expectation. A wrong name there means that one of the L - 1 pairs of b with another of the L
/// learners was decided wrongly: either the other was named, and so shown to be less than b, or b was, though an equal
/// one is there. So two-sided tests at alpha / N, N = the sum of L - 1 over all settings and quantities, hold the
/// whole table to alpha (Bonferroni), whichever learner is tried, and however trials of one table hang together.
/// (Holm's procedure over every pair of learners would do so too, with L / 2 times as many tests; stepping down over
/// the tried pairs alone would not be covered by this argument.)

#include <cstddef>
#include <optional>
#include <vector>

#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

struct SeparatedBest {
  const CellLabel* cell = nullptr;
  Quantity quantity = Quantity::violation;
};

/// The learner whose mean is below that of every other by two-sided paired tests at `level` each; empty if there is
/// none, or one learner only. `values`: learners x trials, NaN where a trial has no value; such trials are left out
/// of the pairs they would be in, and a learner without values keeps every other from being the least.
std::optional<std::size_t> shown_least(const std::vector<std::vector<double>>& values, double level);

/// Of each setting (environment, its parameters, horizon) and quantity the learner that is shown to have less of it
/// than every other, if there is one; settings in order of their first cell. With probability `alpha` at most there is
/// anywhere among them one that has not, if the number of trials was fixed beforehand. `quantities`: each
/// less_is_better, else std::invalid_argument. The cells point into `study`. Throws StudyFileError as StudyReader does.
std::vector<SeparatedBest> separated_best(const StudyReader& study, const std::vector<Quantity>& quantities,
                                          double alpha);

}  // namespace regretta
