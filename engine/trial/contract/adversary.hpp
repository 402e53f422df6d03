#pragma once
/// An adversary at one horizon: rows of means that are fixed before round 1, adaptive stages that may change the means
/// of each round, and the noise that turns means into realised values. Built by Catalogue (plugin/catalogue.hpp).
///
/// The fixed means are a finite table of rows, which rounds visit in a fixed order. A row of losses has K numbers in
/// [0, 1]. A row of violations has m x K numbers in [-1, 1], constraint by constraint (entry i * K + a). Environments
/// provide the rows; the referee and compute_facts read them.

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/real/real.hpp"
#include "regretta/engine/trial/contract/noise.hpp"
#include "regretta/engine/trial/contract/problem.hpp"
#include "regretta/engine/trial/contract/reported.hpp"

namespace regretta {

/// A table of rows and the order in which rounds visit them. Immutable; shared by all threads.
template <class P>
concept MeanProcess = requires(const P& p, std::int64_t t, std::int64_t row, std::span<double> out) {
  { p.num_rows() } -> std::convertible_to<std::int64_t>;     // >= 1
  { p.row_at(t) } -> std::convertible_to<std::int64_t>;      // the row of round t, in 0..num_rows()-1
  { p.same_until(t) } -> std::convertible_to<std::int64_t>;  // u >= t, perhaps > T: rounds t..u visit the same row
  { p.read(row, out) } -> std::same_as<void>;                // writes the numbers of a row
};

/// Optional, for processes that hold their rows in memory: held(row) points to the numbers of the row for as long as
/// the process exists, so that readers need no copy.
template <class P>
concept HoldsRows = MeanProcess<P> && requires(const P& p, std::int64_t row) {
  { p.held(row) } -> std::convertible_to<const double*>;  // nullptr: this row is not held
};

/// A MeanProcess of any type. Copies share the process.
class MeanRows {
 public:
  MeanRows() = default;
  template <MeanProcess P>
  requires(!std::same_as<P, MeanRows>) MeanRows(P process)
      : self_(std::make_shared<const Model<P>>(std::move(process))) {}  // NOLINT: the implicit conversion is intended

  explicit operator bool() const { return self_ != nullptr; }
  std::int64_t num_rows() const { return self_->num_rows(); }
  std::int64_t row_at(std::int64_t t) const { return self_->row_at(t); }
  std::int64_t same_until(std::int64_t t) const { return self_->same_until(t); }
  void read(std::int64_t row, std::span<double> out) const { self_->read(row, out); }
  const double* held(std::int64_t row) const { return self_->held(row); }

 private:
  struct Concept {
    virtual ~Concept() = default;
    virtual std::int64_t num_rows() const = 0;
    virtual std::int64_t row_at(std::int64_t t) const = 0;
    virtual std::int64_t same_until(std::int64_t t) const = 0;
    virtual void read(std::int64_t row, std::span<double> out) const = 0;
    virtual const double* held(std::int64_t row) const = 0;
  };
  template <class P>
  struct Model final : Concept {
    explicit Model(P p) : process(std::move(p)) {}
    std::int64_t num_rows() const override { return process.num_rows(); }
    std::int64_t row_at(std::int64_t t) const override { return process.row_at(t); }
    std::int64_t same_until(std::int64_t t) const override { return process.same_until(t); }
    void read(std::int64_t row, std::span<double> out) const override { process.read(row, out); }
    const double* held([[maybe_unused]] std::int64_t row) const override {
      if constexpr (HoldsRows<P>) return process.held(row);
      return nullptr;
    }
    P process;
  };
  std::shared_ptr<const Concept> self_;
};

static_assert(HoldsRows<MeanRows>);

/// Splits the rounds before + 1, ..., last into stretches that visit one row each, and calls use(row, number of rounds)
/// for every stretch, in order of time.
void for_each_run(const MeanRows& rows, std::int64_t before, std::int64_t last, auto use) {
  while (before < last) {
    const std::int64_t until = std::min(last, rows.same_until(before + 1));
    use(rows.row_at(before + 1), until - before);
    before = until;
  }
}

/// Reads rows of `width` numbers: in place if the process holds them, else into a buffer.
class RowValues {
 public:
  RowValues(MeanRows rows, std::size_t width) : rows_(std::move(rows)), width_(width) {}

  /// The numbers of a row, valid until the next call.
  std::span<const double> operator()(std::int64_t row) {
    if (const double* held = rows_.held(row)) return {held, width_};
    buffer_.resize(width_);
    rows_.read(row, buffer_);
    return buffer_;
  }
  std::size_t width() const { return width_; }

 private:
  MeanRows rows_;
  std::size_t width_;
  std::vector<double> buffer_;
};

/// The means of one round, per lane.
template <class Real>
struct Means {
  Vector<Real> loss;       ///< lbar_t, K, in [0, 1]
  Matrix<Real> violation;  ///< gbar_t, m x K, in [-1, 1]; row i = constraint i
};

/// The state of an adaptive adversary for one pack of trials. The referee calls `move` and then `played` once per
/// round, t = 1, 2, ...; a state is used by one thread at a time.
template <class Real>
class Adaptive {
 public:
  virtual ~Adaptive() = default;
  /// Changes `means`, which come from the table of rows or from the preceding stage, into those of round t. May use
  /// x_t (`strategy`) but not a_t. The results must stay in their ranges.
  virtual void move(std::int64_t t, const Vector<Real>& strategy, Means<Real>& means) = 0;
  /// Ends round t. The argument is a_t, which the adversary may use in later rounds.
  virtual void played(const Index<Real>&) {}
  /// Quantities that the stage has counted or summed, by name. Read at the end of a trial.
  virtual Reported<Real> reported() const { return {}; }
};

/// A factory of the states of one stage of an adaptive adversary. Returned by adaptive_stage().
struct AdaptiveStage {
  std::string kind;
  bool moves_losses = false;
  bool moves_violations = false;
  std::function<std::unique_ptr<Adaptive<double>>()> one_trial;
  std::function<std::unique_ptr<Adaptive<StatePack>>()> pack;
};

/// One adversary at one horizon. Immutable; shared by all threads.
struct Adversary {
  int num_arms = 0;                     ///< K
  int num_constraints = 0;              ///< m
  std::int64_t horizon = 0;             ///< T
  MeanRows losses;                      ///< rows of K numbers
  MeanRows violations;                  ///< rows of m x K numbers, with oblivious corruption already applied
  std::vector<AdaptiveStage> adaptive;  ///< stages in the order in which they change the means; empty: oblivious
  Noise noise;
  std::vector<CostScale> costs{};  ///< m; empty unless constraints are costs, to which `noise` then applies
  std::shared_ptr<const JointOutcomes> outcomes{};  ///< if set, used instead of `noise`
  std::shared_ptr<const EventValues> events{};      ///< null unless the outcome of each arm is one event
  std::vector<double> budgets{};                    ///< m; as in Problem
  std::uint64_t data = 0;  ///< hash_of_numbers of the inputs other than settings, such as a file; 0 without such inputs
  /// The same adversary before its corruption was applied; null if there is no corruption. The measure
  /// `uncorrupted-violation` is computed on it.
  std::shared_ptr<const Adversary> uncorrupted{};

  bool oblivious() const { return adaptive.empty(); }
  /// The facts about this adversary that every learner knows before round 1.
  Problem problem(double delta) const {
    return {.horizon = horizon,
            .num_arms = num_arms,
            .num_constraints = num_constraints,
            .delta = delta,
            .costs = costs,
            .events = events,
            .budgets = budgets};
  }
};

/// A stage whose states are A<Real>(problem, params). `problem` has T, K and m of `adversary`, the adversary whose
/// means the stage changes; set these sizes before the call. The delta of `problem` is the default, not a learner's.
template <template <class> class A, class Params>
AdaptiveStage adaptive_stage(std::string kind, const Adversary& adversary, const Params& params) {
  AdaptiveStage stage;
  stage.kind = std::move(kind);
  stage.one_trial = [problem = adversary.problem(0.05), params] {
    return std::make_unique<A<double>>(problem, params);
  };
  stage.pack = [problem = adversary.problem(0.05), params] { return std::make_unique<A<StatePack>>(problem, params); };
  return stage;
}

/// Whether realised values are the means themselves.
inline bool is_noiseless(const Adversary& adversary) {
  return std::holds_alternative<NoNoise>(adversary.noise) && !adversary.outcomes;
}

}  // namespace regretta
