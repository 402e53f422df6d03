#pragma once
// A user's header with parts from which environments are composed.

#include <cstdint>
#include <span>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/environments/corruption/budgeted_corruption.hpp"
#include "regretta/environments/processes/parts.hpp"

namespace regretta::mine {

/// Losses or violations: in each block of 100 rounds one arm has the value low / 10, all others have high / 10. In the
/// next block it is the next arm.
template <int low, int high>
class Blocks {
 public:
  using Params = NoParams;
  Blocks(const Params&, const PartContext& context) : num_arms_(context.num_arms) {}

  std::int64_t num_rows() const { return num_arms_; }
  std::int64_t row_at(std::int64_t t) const { return (t - 1) / 100 % num_arms_; }
  std::int64_t same_until(std::int64_t t) const { return ((t - 1) / 100 + 1) * 100; }
  void read(std::int64_t row, std::span<double> out) const {
    for (std::size_t e = 0; e < out.size(); ++e)
      out[e] = (static_cast<std::int64_t>(e) % num_arms_ == row ? low : high) / 10.0;
  }

 private:
  std::int64_t num_arms_;
};

/// Noise that makes a share of the values extreme and leaves the others at their means.
class Noise {
 public:
  struct Params {
    double share = 0.2;

    template <class Self, class Visit>
    static void fields(Self& p, Visit&& visit) {
      visit("share", p.share, Range{0, 1}, "share of the values that are extreme");
    }
  };

  explicit Noise(const Params& params) : share_(params.share) {}

  template <class Real>
  Real loss(const Real& u, const Real& mean) const {
    return select(u < mean * Real(share_), Real(1.0), select(u < Real(share_), Real(0.0), mean));
  }
  template <class Real>
  Real violation(const Real& u, const Real& mean) const {
    return fma(loss(u, fma(mean, Real(0.5), Real(0.5))), Real(2.0), Real(-1.0));
  }

 private:
  double share_;
};

/// Corruption: the last arm has violation 1 of the first constraint, from round 1 on, until the budget is spent.
struct CorruptionParams {
  double budget = 0;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("budget", p.budget, Range{0, infinity, false, true}, "the corruption C", Role::corruption_budget);
  }
};
inline void slander_last_arm(const CorruptionParams& params, std::uint64_t seed, Adversary& adversary) {
  if (params.budget == 0) return;
  corrupt(adversary, {{.constraint = 0, .arm = adversary.num_arms - 1, .value = 1}},
          {Schedule{}, adversary.horizon, seed}, params.budget);
}

}  // namespace regretta::mine

/// Called by `--with` (tools/handbook/plug-in.md).
void add_to(regretta::Catalogue& catalogue) {
  using namespace regretta;
  add_losses<mine::Blocks<2, 5>>(catalogue, {.name = "own-losses", .summary = "the best arm changes"});
  add_violations<mine::Blocks<-9, 1>>(catalogue, {.name = "own-violations", .summary = "the safe arm changes"});
  add_noise<mine::Noise>(catalogue, {.name = "own-noise", .summary = "extreme values"});
  add_corruption<mine::CorruptionParams>(catalogue, {.name = "own-corruption", .summary = "slanders the last arm"},
                                         mine::slander_last_arm);
}
