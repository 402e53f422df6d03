#include "regretta/engine/evidence/statistics/gap_profile.hpp"

#include <algorithm>
#include <cmath>

#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/real/draws.hpp"

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

constexpr std::uint64_t resampling_seed = 0x9E3779B97F4A7C15U;  // above those that a study can have

/// Enough for 95% bands; fewer if they would take long. values: of all settings.
std::int64_t replicates_of(double values) {
  return static_cast<std::int64_t>(std::clamp(1e9 / (1 + values), 199.0, 499.0));
}

/// At most 300 of them, with the first and the last.
std::vector<double> thinned(const std::vector<double>& places) {
  const std::size_t count = std::min<std::size_t>(places.size(), 300);
  std::vector<double> some(count);
  for (std::size_t k = 0; k < count; ++k) some[k] = places[count == 1 ? 0 : k * (places.size() - 1) / (count - 1)];
  return some;
}

/// The share of the ascending `gaps` that are at most x.
double share_at_most(const std::vector<double>& gaps, double x) {
  return static_cast<double>(std::ranges::upper_bound(gaps, x) - gaps.begin()) / static_cast<double>(gaps.size());
}

/// Of one learner: `seen` are its gaps, ascending, and resampled[k] those that are k-th in the resamples. At least k
/// gaps are at most x where the k-th is, so that each end of the band is a staircase of quantiles.
std::vector<ProfilePoint> profile_of(const std::vector<double>& seen, std::vector<std::vector<double>> resampled,
                                     double level) {
  std::vector<double> early, late;  // where the upper and the lower end of the band rise
  for (auto& gaps : resampled) {
    std::ranges::sort(gaps);
    early.push_back(quantile(gaps, (1 - level) / 2));
    late.push_back(quantile(gaps, (1 + level) / 2));
  }
  std::vector<double> places = {0};
  using Gaps = const std::vector<double>*;
  for (Gaps gaps : {Gaps(&seen), Gaps(&early), Gaps(&late)}) places.insert(places.end(), gaps->begin(), gaps->end());
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  std::vector<ProfilePoint> profile;
  for (const double x : thinned(places))
    profile.push_back({x, share_at_most(seen, x), share_at_most(late, x), share_at_most(early, x)});
  return profile;
}

/// Without a band.
std::vector<ProfilePoint> profile_of(const std::vector<double>& seen) {
  std::vector<double> places = {0};
  places.insert(places.end(), seen.begin(), seen.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  std::vector<ProfilePoint> profile;
  for (const double x : thinned(places)) profile.push_back({.gap = x, .share = share_at_most(seen, x)});
  return profile;
}

/// gaps: setting x replicate. Afterwards gaps[k][r] is the k-th of replicate r, ascending.
void sort_across_settings(std::vector<std::vector<double>>& gaps) {
  std::vector<double> of_one(gaps.size());
  for (std::size_t r = 0; r < gaps.front().size(); ++r) {
    for (std::size_t s = 0; s < gaps.size(); ++s) of_one[s] = gaps[s][r];
    std::ranges::sort(of_one);
    for (std::size_t s = 0; s < gaps.size(); ++s) gaps[s][r] = of_one[s];
  }
}

/// So that all staircases end at the same gap.
void extend_to_the_last(GapProfiles& profiles) {
  double last = 0;
  for (const auto& profile : profiles.learners) last = std::max(last, profile.back().gap);
  for (auto& profile : profiles.learners) {
    if (profile.back().gap == last) continue;
    profile.push_back(profile.back());
    profile.back().gap = last;
  }
}

}  // namespace

GapProfiles gap_profiles(std::size_t settings, const std::function<SettingTrials(std::size_t)>& trials_of,
                         std::optional<double> level) {
  GapProfiles profiles;
  std::vector<std::size_t> complete;  // settings with a trial that all learners have
  double values = 0;
  for (std::size_t s = 0; s < settings; ++s) {
    const CompleteTrials trials(trials_of(s));
    if (trials.trials > 0) complete.push_back(s);
    values += static_cast<double>(trials.values.size());
  }
  profiles.settings = std::ssize(complete);
  if (complete.empty()) return profiles;
  const std::int64_t replicates = level ? replicates_of(values) : 0;
  std::vector<std::vector<double>> seen;                    // learner x setting
  std::vector<std::vector<std::vector<double>>> resampled;  // learner x setting x replicate
  for (std::size_t s = 0; s < complete.size(); ++s) {
    const CompleteTrials trials(trials_of(complete[s]));
    seen.resize(trials.learners);
    resampled.resize(trials.learners, std::vector<std::vector<double>>(complete.size()));
    const std::vector<double> gaps = trials.gaps([](std::size_t k) { return k; });
    for (std::size_t l = 0; l < trials.learners; ++l) seen[l].push_back(gaps[l]);
    const Draws<double> draws(resampling_seed, static_cast<std::uint32_t>(s));
    for (std::int64_t r = 0; r < replicates; ++r) {
      const std::vector<double> drawn =
          trials.gaps([&](std::size_t k) { return (draws.word(Stream::values, r, k) >> 32U) * trials.trials >> 32U; });
      for (std::size_t l = 0; l < trials.learners; ++l) resampled[l][s].push_back(drawn[l]);
    }
  }
  for (std::size_t l = 0; l < seen.size(); ++l) {
    std::ranges::sort(seen[l]);
    sort_across_settings(resampled[l]);
    profiles.learners.push_back(level ? profile_of(seen[l], std::move(resampled[l]), *level) : profile_of(seen[l]));
  }
  extend_to_the_last(profiles);
  return profiles;
}

}  // namespace regretta
