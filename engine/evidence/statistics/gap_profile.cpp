#include "regretta/engine/evidence/statistics/gap_profile.hpp"

#include <algorithm>
#include <cmath>

#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/real/philox.hpp"

namespace regretta {
namespace {

/// The trials that all learners have, trial by trial.
struct CompleteTrials {
  std::size_t learners = 0, trials = 0;
  std::vector<double> values;  ///< trials x learners

  explicit CompleteTrials(const SettingTrials& lists) : learners(lists.size()) {
    for (std::size_t t = 0; t < lists.front().size(); ++t) {
      if (std::ranges::any_of(lists, [&](const auto& list) { return t >= list.size() || !std::isfinite(list[t]); }))
        continue;
      for (const auto& list : lists) values.push_back(list[t]);
      ++trials;
    }
  }

  /// How far the learners' sums over the trials chosen by `trial_of` exceed the least, per trial.
  template <class Of>
  std::vector<double> gaps(const Of& trial_of) const {
    std::vector<double> sums(learners, 0.0);
    for (std::size_t k = 0; k < trials; ++k) {
      const double* row = &values[trial_of(k) * learners];
      for (std::size_t l = 0; l < learners; ++l) sums[l] += row[l];
    }
    const double least = *std::ranges::min_element(sums);
    for (double& sum : sums) sum = (sum - least) / static_cast<double>(trials);
    return sums;
  }
};

/// Integers below `end`, by counter.
class TrialDraws {
 public:
  TrialDraws(std::size_t end, std::uint64_t setting, std::uint64_t replicate, const PhiloxKeys<double>& keys)
      : end_(end), setting_(setting), replicate_(replicate), keys_(keys) {}

  std::size_t operator()(std::size_t k) {
    if (k % 4 == 0) block_ = philox4x32<double>({k / 4, replicate_, setting_, 0}, keys_);
    return static_cast<std::size_t>((block_[k % 4] & 0xFFFFFFFFU) * end_ >> 32U);
  }

 private:
  std::uint64_t end_, setting_, replicate_;
  const PhiloxKeys<double>& keys_;
  PhiloxBlock<double> block_{};
};

/// Enough for 95% bands; fewer if they would take long.
std::uint64_t replicates_of(const std::vector<CompleteTrials>& settings) {
  double work = 1;
  for (const CompleteTrials& setting : settings) work += static_cast<double>(setting.values.size());
  return static_cast<std::uint64_t>(std::clamp(1e9 / work, 199.0, 499.0));
}

/// How many of the ascending `gaps` are at most x.
std::uint32_t count_at_most(const std::vector<double>& gaps, double x) {
  return static_cast<std::uint32_t>(std::ranges::upper_bound(gaps, x) - gaps.begin());
}

/// learner x setting, ascending for each learner. gaps_in(s) are those of a setting.
template <class Of>
std::vector<std::vector<double>> sorted_gaps(std::size_t learners, std::size_t settings, const Of& gaps_in) {
  std::vector<std::vector<double>> all(learners);
  for (std::size_t s = 0; s < settings; ++s) {
    const std::vector<double> gaps = gaps_in(s);
    for (std::size_t l = 0; l < learners; ++l) all[l].push_back(gaps[l]);
  }
  for (auto& gaps : all) std::ranges::sort(gaps);
  return all;
}

/// At most 200 of them, with the first and the last.
std::vector<double> thinned(const std::vector<double>& places) {
  constexpr std::size_t most = 200;
  if (places.size() <= most) return places;
  std::vector<double> some;
  for (std::size_t k = 0; k < most; ++k) some.push_back(places[k * (places.size() - 1) / (most - 1)]);
  return some;
}

}  // namespace

GapProfiles gap_profiles(const std::vector<SettingTrials>& settings, double level) {
  GapProfiles profiles;
  std::vector<CompleteTrials> complete;
  for (const SettingTrials& lists : settings)
    if (CompleteTrials trials(lists); trials.trials > 0) complete.push_back(std::move(trials));
  profiles.settings = static_cast<std::int64_t>(complete.size());
  if (complete.empty()) return profiles;
  const std::size_t learners = complete.front().learners;
  const auto seen = sorted_gaps(learners, complete.size(),
                                [&](std::size_t s) { return complete[s].gaps([](std::size_t k) { return k; }); });
  std::vector<double> places = {0};
  for (const auto& gaps : seen) places.insert(places.end(), gaps.begin(), gaps.end());
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  places = thinned(places);

  const std::uint64_t replicates = replicates_of(complete);
  const PhiloxKeys<double> keys(1);
  std::vector<std::vector<std::vector<std::uint32_t>>> counts(learners,
                                                              std::vector<std::vector<std::uint32_t>>(places.size()));
  for (std::uint64_t r = 0; r < replicates; ++r) {
    const auto gaps = sorted_gaps(learners, complete.size(), [&](std::size_t s) {
      TrialDraws draws(complete[s].trials, s, r, keys);
      return complete[s].gaps([&](std::size_t k) { return draws(k); });
    });
    for (std::size_t l = 0; l < learners; ++l)
      for (std::size_t k = 0; k < places.size(); ++k) counts[l][k].push_back(count_at_most(gaps[l], places[k]));
  }
  const auto all = static_cast<double>(complete.size());
  for (std::size_t l = 0; l < learners; ++l) {
    auto& profile = profiles.learners.emplace_back();
    for (std::size_t k = 0; k < places.size(); ++k) {
      std::vector<double> sorted(counts[l][k].begin(), counts[l][k].end());
      std::ranges::sort(sorted);
      profile.push_back({places[k], count_at_most(seen[l], places[k]) / all, quantile(sorted, (1 - level) / 2) / all,
                         quantile(sorted, (1 + level) / 2) / all});
    }
  }
  return profiles;
}

}  // namespace regretta
