#include "regretta/engine/trial/play/many_trials.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "regretta/engine/trial/play/round_watcher.hpp"
#include "regretta/engine/trial/round/referee.hpp"

namespace regretta {

/// Trials that are played side by side in the lanes of one Real.
class ManyTrials::Group {
 public:
  virtual ~Group() = default;
  virtual void watch(RoundWatcher& watcher) = 0;  ///< only for a group of one trial
  virtual void draw(std::int64_t t, const DrawRequest& request, double* drawn) const = 0;
  virtual void play(std::int64_t t, const double* x, const RoundFeedback& seen) = 0;
  virtual void play(std::int64_t t, const std::int64_t* arms, const RoundFeedback& seen) = 0;
  virtual std::vector<TrialResult> results() = 0;
};

/// Memory for x_t that the groups use one after the other, so that it stays in the cache.
template <class Real>
struct ManyTrials::Strategies {
  explicit Strategies(int num_arms) : x(Vector<Real>::Constant(num_arms, Real(0.0))) {}

  Vector<Real> x;
  bool is_zero = true;  ///< whether all entries of x are 0
};

namespace {

template <class Real, class Feedback>
class GroupOf final : public ManyTrials::Group {
 public:
  /// The group's trials have rows row, ..., row + count - 1 of the callers' arrays. Surplus lanes repeat the last
  /// trial.
  GroupOf(const CellWork& work, std::int64_t first, int row, int count,
          std::shared_ptr<ManyTrials::Strategies<Real>> shared)
      : referee_(make_referee<Real, Feedback>(work, first)),
        draws_(work.seed, static_cast<std::uint32_t>(first)),
        shared_(std::move(shared)),
        num_arms_(static_cast<std::size_t>(work.problem.num_arms)),
        num_constraints_(static_cast<std::size_t>(work.problem.num_constraints)),
        row_(static_cast<std::size_t>(row)),
        count_(static_cast<std::size_t>(count)) {}

  void watch(RoundWatcher& watcher) override {
    if constexpr (lanes<Real> == 1)
      referee_ = std::make_unique<WatchedReferee<Real, Feedback>>(std::move(referee_), 0, watcher);
  }

  void draw(std::int64_t t, const DrawRequest& request, double* drawn) const override {
    const Randomness<Real> random(draws_, t);
    const auto columns = static_cast<std::size_t>(request.columns);
    for (std::size_t c = 0; c < columns; ++c) {
      const auto shape = [&](const double* values) {
        return gathered([&](std::size_t row) { return values[row * columns + c]; });
      };
      const DrawName name{request.purpose, static_cast<std::int64_t>(c)};
      const Real number = [&] {
        switch (request.law) {
          case Law::uniform:
            return random.uniform(name);
          case Law::normal:
            return random.normal(name);
          case Law::exponential:
            return random.exponential(name);
          case Law::gamma:
            return random.gamma(name, shape(request.a));
          case Law::beta:
            break;
        }
        return random.beta(name, shape(request.a), shape(request.b));
      }();
      for (std::size_t k = 0; k < count_; ++k) drawn[(row_ + k) * columns + c] = lane(number, static_cast<int>(k));
    }
  }

  void play(std::int64_t t, const double* x, const RoundFeedback& seen) override {
    for (std::size_t a = 0; a < num_arms_; ++a)
      shared_->x[static_cast<Eigen::Index>(a)] = gathered([&](std::size_t row) { return x[row * num_arms_ + a]; });
    shared_->is_zero = false;
    write_feedback(referee_->round(t, shared_->x), seen);
  }

  void play(std::int64_t t, const std::int64_t* arms, const RoundFeedback& seen) override {
    Vector<Real>& x = shared_->x;
    if (!shared_->is_zero) x.setConstant(Real(0.0));
    Index<Real> played;  // not a member: the compiler would reload it after every store to x
    const std::int64_t* group_arms = arms + row_;
    if (is_full()) {
      for (std::size_t k = 0; k < played.size(); ++k) played[k] = static_cast<std::int32_t>(group_arms[k]);
    } else {
      for (std::size_t k = 0; k < played.size(); ++k)
        played[k] = static_cast<std::int32_t>(group_arms[std::min(k, count_ - 1)]);
    }
    scatter(x.data(), played, Real(1.0));
    write_feedback(referee_->round(t, {x, played}), seen);
    scatter(x.data(), played, Real(0.0));
    shared_->is_zero = true;
  }

  std::vector<TrialResult> results() override {
    std::vector<TrialResult> trials = referee_->results();
    trials.resize(count_);
    return trials;
  }

 private:
  /// One value per lane; value_of(row) is the value of the trial in that row.
  Real gathered(const auto& value_of) const {
    return of_lanes<Real>([&](std::size_t k) { return value_of(row_ + std::min(k, count_ - 1)); });
  }
  bool is_full() const { return count_ == static_cast<std::size_t>(lanes<Real>); }
  /// Writes the value of each lane to numbers[row * width + column].
  void write(const Real& value, double* numbers, std::size_t width, std::size_t column) const {
    if constexpr (lanes < Real >> 1) {
      if (width == 1 && is_full()) {
        value.store(numbers + row_);
        return;
      }
    }
    std::array<double, static_cast<std::size_t>(lanes<Real>)> values;
    if constexpr (lanes<Real> == 1)
      values[0] = value;
    else
      value.store(values.data());
    for (std::size_t k = 0; k < count_; ++k) numbers[(row_ + k) * width + column] = values[k];
  }
  void write_feedback(const Feedback& feedback, const RoundFeedback& seen) const {
    const auto K = num_arms_, m = num_constraints_;
    if constexpr (std::same_as<Feedback, FullFeedback<Real>>) {
      for (std::size_t a = 0; a < K; ++a) write(feedback.loss(static_cast<int>(a)), seen.loss, K, a);
    } else {
      std::int64_t* arm = seen.arm + row_;
      for (std::size_t k = 0, count = count_; k < count; ++k) arm[k] = feedback.arm()[k];
      write(feedback.loss(), seen.loss, 1, 0);
    }
    for (std::size_t i = 0; i < m; ++i) {
      if constexpr (std::same_as<Feedback, BanditFeedback<Real>>) {
        write(feedback.violation(static_cast<int>(i)), seen.violation, m, i);
      } else {
        for (std::size_t a = 0; a < K; ++a)
          write(feedback.violation(static_cast<int>(i), static_cast<int>(a)), seen.violation, m * K, i * K + a);
      }
    }
  }

  std::unique_ptr<Referee<Real, Feedback>> referee_;
  Draws<Real> draws_;
  std::shared_ptr<ManyTrials::Strategies<Real>> shared_;
  std::size_t num_arms_, num_constraints_, row_, count_;
};

template <class Real>
std::unique_ptr<ManyTrials::Group> group_of(const CellWork& work, FeedbackModel model, std::int64_t first, int row,
                                            int count, const std::shared_ptr<ManyTrials::Strategies<Real>>& shared) {
  switch (model) {
    case FeedbackModel::full:
      return std::make_unique<GroupOf<Real, FullFeedback<Real>>>(work, first, row, count, shared);
    case FeedbackModel::bandit_losses:
      return std::make_unique<GroupOf<Real, BanditLossFeedback<Real>>>(work, first, row, count, shared);
    case FeedbackModel::bandit:
      break;
  }
  return std::make_unique<GroupOf<Real, BanditFeedback<Real>>>(work, first, row, count, shared);
}

}  // namespace

std::string_view text_of(FeedbackModel model) {
  switch (model) {
    case FeedbackModel::full:
      return "full";
    case FeedbackModel::bandit_losses:
      return "bandit losses";
    case FeedbackModel::bandit:
      break;
  }
  return "bandit";
}

FeedbackBuffer::FeedbackBuffer(const Problem& problem, FeedbackModel model, int count) {
  const auto n = static_cast<std::size_t>(count), K = static_cast<std::size_t>(problem.num_arms),
             m = static_cast<std::size_t>(problem.num_constraints);
  const bool sees_all = model == FeedbackModel::full;
  if (!sees_all) arm_.resize(n);
  loss_.resize(sees_all ? n * K : n);
  violation_.resize(model == FeedbackModel::bandit ? n * m : n * m * K);
}

ManyTrials::ManyTrials(const CellWork& work, FeedbackModel model, std::int64_t first, int count)
    : ManyTrials([&work](std::int64_t) -> const CellWork& { return work; }, model, first, count) {}

ManyTrials::ManyTrials(const WorkOf& work_of, FeedbackModel model, std::int64_t first, int count) : count_(count) {
  const int num_arms = work_of(first).problem.num_arms;
  const auto single_strategies = std::make_shared<Strategies<double>>(num_arms);
  const auto pack_strategies = std::make_shared<Strategies<Pack<pack_trials>>>(num_arms);
  for (int row = 0; row < count;) {
    const CellWork& work = work_of(first + row);
    int size = (first + row) % 2 == 1 ? 1 : std::min(pack_trials, count - row);  // a pack must begin with an even trial
    while (&work_of(first + row + size - 1) != &work) --size;
    const bool is_alone = size == 1;
    groups_.push_back(is_alone ? group_of<double>(work, model, first + row, row, size, single_strategies)
                               : group_of<Pack<pack_trials>>(work, model, first + row, row, size, pack_strategies));
    row += size;
  }
}
ManyTrials::ManyTrials(ManyTrials&&) noexcept = default;
ManyTrials::~ManyTrials() = default;

void ManyTrials::watch(RoundWatcher& watcher) {
  if (count_ != 1) throw std::logic_error("only a single trial can be watched");
  groups_.front()->watch(watcher);
}

void ManyTrials::draw(std::int64_t t, const DrawRequest& request, double* drawn) const {
  for (const auto& group : groups_) group->draw(t, request, drawn);
}

void ManyTrials::play(std::int64_t t, const double* x, const RoundFeedback& seen) {
  for (const auto& group : groups_) group->play(t, x, seen);
}
void ManyTrials::play(std::int64_t t, const std::int64_t* arms, const RoundFeedback& seen) {
  for (const auto& group : groups_) group->play(t, arms, seen);
}

std::vector<TrialResult> ManyTrials::results() {
  std::vector<TrialResult> all;
  for (const auto& group : groups_) std::ranges::move(group->results(), std::back_inserter(all));
  return all;
}

}  // namespace regretta
