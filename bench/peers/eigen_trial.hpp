#pragma once
/// One trial at a time, as fast as we can make it with Eigen: arms in packets, the number of constraints as a
/// compile-time constant, random words in bulk, integer thresholds, no allocation in the loop, and one pass over the
/// arms per round besides the projection's.

#include <Eigen/Core>

#include "regretta/bench/peers/eigen_projection.hpp"
#include "regretta/bench/peers/eigen_words.hpp"
#include "regretta/bench/peers/game.hpp"

namespace regretta::peers {

template <Learner learner, int M, class Words>
class EigenTrial {
  static constexpr bool full = learner == Learner::conomd_fs, bandit = learner == Learner::expopt_conomd;
  using Moments = PacketMoments<M>;
  using Index = Eigen::Index;

 public:
  EigenTrial(const Game& game, Words words)
      : game_(game),
        words_(std::move(words)),
        K_(game.cell.num_arms),
        padded_((K_ + packet_size - 1) / packet_size * packet_size),
        x_(pad(1.0 / K_)),
        share_(pad(game.share / K_)),
        mean_loss_(pad(0)),
        loss_threshold_(IntColumn::Zero(padded_)),
        pulls_(pad(0)),
        mean_violation_(Columns<M>::Zero(padded_, M)),
        g_hat_(mean_violation_),
        A_(mean_violation_),
        violation_threshold_(Eigen::Array<std::int32_t, Eigen::Dynamic, M>::Zero(padded_, M)),
        projection_(padded_, K_),
        books_(M) {
    for (Index a = 0; a < K_; ++a) {
      mean_loss_[a] = game.cell.loss[static_cast<std::size_t>(a)];
      loss_threshold_[a] = threshold(mean_loss_[a]);
      for (Index i = 0; i < M; ++i) {
        mean_violation_(a, i) = game.cell.violation[static_cast<std::size_t>(i * K_ + a)];
        violation_threshold_(a, i) = threshold(0.5 + 0.5 * mean_violation_(a, i));
      }
    }
  }

  Outcome play() {
    std::int64_t t = 1;
    for (; t <= K_ * game_.pulls; ++t) explore(game_.explored(t));
    for (; t <= game_.cell.horizon; ++t) play_round(static_cast<double>(t));
    return {books_, {x_.data(), x_.data() + K_}};
  }

 private:
  Column pad(double value) const {
    Column column = Column::Zero(padded_);
    column.head(K_) = value;
    return column;
  }

  void explore(Index arm) {
    words_.unit();  // the draw for a point mass
    books_.add_loss(draw_loss(arm), mean_loss_[arm]);
    const VectorM<M> g = observe_played(arm);
    for (int i = 0; i < M; ++i) books_.add_violation(static_cast<std::size_t>(i), mean_violation_(arm, i), g[i]);
  }

  void play_round(double t) {
    const Index arm = draw_arm();
    double paid = 0;
    VectorM<M> g = VectorM<M>::Zero();
    const std::int32_t* loss_words = nullptr;
    if constexpr (full) {
      loss_words = words_.take(static_cast<std::size_t>(K_));
      paid = loss_words[arm] < loss_threshold_[arm] ? 1 : 0;
    } else {
      paid = draw_loss(arm);
    }
    double size = largest_bandit_entry_;
    double expected_loss = 0;
    VectorM<M> expected;
    Moments moments;
    if constexpr (bandit) {
      g = observe_played(arm);
      one_pass(
          expected_loss, expected, moments, [](Index, Packet x) { return x; }, [](Index, auto&) {});
    } else {
      const double xi = game_.width / std::sqrt(t), weight = 1 / t;
      size = 1 + xi;
      if constexpr (full) {
        bernoulli(loss_words, loss_threshold_.data(), 0, loss_);  // before the next words are drawn
      }
      for (int i = 0; i < M; ++i) {
        const std::int32_t* words = words_.take(static_cast<std::size_t>(K_));
        g[i] = words[arm] < violation_threshold_(arm, i) ? 1 : -1;
        bernoulli(words, &violation_threshold_(0, i), -1, violation_);
        g_hat_.col(i) += (violation_ - g_hat_.col(i)) * weight;
      }
      const auto descend = [&](Index b, Packet x) {
        if constexpr (full) {
          return Packet(x * short_exp(-game_.eta * loss_.template segment<packet_size>(b)));
        } else {
          return x;
        }
      };
      one_pass(expected_loss, expected, moments, descend, [&](Index b, auto& A) {
        for (int i = 0; i < M; ++i) {
          A.col(i) = g_hat_.col(i).template segment<packet_size>(b) - xi;
          A_.col(i).template segment<packet_size>(b) = A.col(i);
        }
      });
    }
    if constexpr (!full) {  // the played arm's weight, and the moments with it
      double& y = projection_.y()[arm];
      const double change = std::max(y * std::exp(-game_.eta * paid / (y + game_.gamma)), 1e-300) - y;
      y += change;
      moments.add_one(change, A_.row(arm));
    }
    books_.add_loss(paid, expected_loss);
    for (int i = 0; i < M; ++i) books_.add_violation(static_cast<std::size_t>(i), expected[i], g[i]);
    books_.active += projection_.solve(A_, size, moments, 1 - game_.share, share_, x_) ? 1 : 0;
  }

  /// Expectations of the means under x, y = descend(x), and the moments of A under y.
  template <class Descend, class Update>
  void one_pass(double& expected_loss, VectorM<M>& expected, Moments& moments, Descend descend, Update update) {
    Packet loss = Packet::Zero();
    PacketRows<M> violation = PacketRows<M>::Zero(), A;
    for (Index b = 0; b < padded_; b += packet_size) {
      const Packet x = x_.template segment<packet_size>(b);
      loss += x * mean_loss_.template segment<packet_size>(b);
      for (int i = 0; i < M; ++i) {
        violation.col(i) += x * mean_violation_.col(i).template segment<packet_size>(b);
        if constexpr (bandit) A.col(i) = A_.col(i).template segment<packet_size>(b);
      }
      update(b, A);
      const Packet y = descend(b, x);
      projection_.y().template segment<packet_size>(b) = y;
      moments.add(y, A);
    }
    expected_loss = loss.sum();
    for (int i = 0; i < M; ++i) expected[i] = violation.col(i).sum();
    moments.close();
  }

  /// values = 1 if a word is below its threshold, else low. A loop, because Eigen does not vectorise comparisons.
  static void bernoulli(const std::int32_t* words, const std::int32_t* thresholds, double low, Column& values) {
    double* out = values.data();
    for (Index a = 0, end = values.size(); a < end; ++a) out[a] = words[a] < thresholds[a] ? 1.0 : low;
  }
  double draw_loss(Index arm) { return *words_.take(1) < loss_threshold_[arm] ? 1 : 0; }

  Index draw_arm() {
    double rest = words_.unit();
    for (Index b = 0; b < padded_; b += packet_size) {
      const double sum = x_.template segment<packet_size>(b).sum();
      if (rest < sum || b + packet_size == padded_) {
        const Index end = std::min(b + packet_size, Index{K_});
        while (b + 1 < end && rest >= x_[b]) rest -= x_[b++];
        return b;
      }
      rest -= sum;
    }
    return K_ - 1;
  }

  VectorM<M> observe_played(Index arm) {
    const std::int32_t* words = words_.take(M);
    VectorM<M> g;
    const double n = ++pulls_[arm], xi = game_.width / std::sqrt(n);
    for (int i = 0; i < M; ++i) {
      g[i] = words[i] < violation_threshold_(arm, i) ? 1 : -1;
      g_hat_(arm, i) += (g[i] - g_hat_(arm, i)) / n;
      A_(arm, i) = g_hat_(arm, i) - xi;
    }
    return g;
  }

  Game game_;
  Words words_;
  int K_;
  Index padded_;  ///< K, rounded up to whole packets: the extra arms have no weight
  Column x_, share_, mean_loss_;
  Column loss_ = Column::Zero(padded_), violation_ = loss_;
  IntColumn loss_threshold_;
  Column pulls_;
  Columns<M> mean_violation_, g_hat_, A_;
  Eigen::Array<std::int32_t, Eigen::Dynamic, M> violation_threshold_;
  double largest_bandit_entry_ = 1 + game_.width / std::sqrt(std::max(1.0, static_cast<double>(game_.pulls)));
  EigenProjection<M> projection_;
  Books books_;
};

}  // namespace regretta::peers
