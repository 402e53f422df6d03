#include "regretta/engine/study/blocks/same_bits.hpp"

#include <bit>
#include <cmath>

#include <fmt/format.h>

namespace regretta {
namespace {

std::string text_of(const std::optional<Failure>& failure) {
  return failure ? fmt::format("failed in round {} ({})", failure->round, failure->message) : "did not fail";
}

bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

std::optional<std::string> difference(const QuantityList& quantities, const TrialResult& stored,
                                      const TrialResult& now) {
  const std::string before = text_of(stored.failure), after = text_of(now.failure);
  if (stored.trial != now.trial || before != after) return fmt::format("it {}, and now it {}", before, after);
  for (const Quantity quantity : quantities.all())
    if (!same(stored[quantity], now[quantity]))
      return fmt::format("{} was {} and is now {}", quantities.name(quantity), exact_text(stored[quantity]),
                         exact_text(now[quantity]));
  if (stored.curve.size() != now.curve.size())
    return fmt::format("its curve had {} points and now has {}", stored.curve.size(), now.curve.size());
  for (std::size_t k = 0; k < stored.curve.size(); ++k)
    for (std::size_t q = 0; q < quantities.on_curve().size(); ++q)
      if (!same(stored.curve[k][q], now.curve[k][q]))
        return fmt::format("{} at checkpoint {} was {} and is now {}", quantities.name(quantities.on_curve()[q]), k + 1,
                           exact_text(stored.curve[k][q]), exact_text(now.curve[k][q]));
  return std::nullopt;
}

}  // namespace

std::string exact_text(double x) { return std::isfinite(x) ? fmt::format("{:a} ({})", x, x) : fmt::format("{}", x); }

std::optional<std::string> difference_in_bits(const QuantityList& quantities, const BlockResult& stored,
                                              const BlockResult& now) {
  if (stored.trials.size() != now.trials.size())
    return fmt::format("there were {} trials and are now {}", stored.trials.size(), now.trials.size());
  for (std::size_t k = 0; k < stored.trials.size(); ++k)
    if (const auto found = difference(quantities, stored.trials[k], now.trials[k]))
      return fmt::format("trial {}: {}", stored.trials[k].trial, *found);
  return std::nullopt;
}

}  // namespace regretta
