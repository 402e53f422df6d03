#pragma once
/// The projection of the Eigen peer: Newton's method on the dual. The first step needs no pass, because the moments at
/// lambda = 0 come with the weights; the last step is applied as a short series.

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "regretta/bench/peers/newton_projection.hpp"

namespace regretta::peers {

inline constexpr int packet_size = EIGEN_MAX_STATIC_ALIGN_BYTES / sizeof(double);
using Packet = Eigen::Array<double, packet_size, 1>;
using Column = Eigen::Array<double, Eigen::Dynamic, 1>;
using IntColumn = Eigen::Array<std::int32_t, Eigen::Dynamic, 1>;
template <int M>
using Columns = Eigen::Array<double, Eigen::Dynamic, M>;  ///< K x M, constraint by constraint
template <int M>
using PacketRows = Eigen::Array<double, packet_size, M>;  ///< the constraints of some arms
template <int M>
using VectorM = Eigen::Matrix<double, M, 1>;

inline constexpr double short_limit = 0.03;
/// exp(u) for |u| <= short_limit, to rounding.
inline Packet short_exp(const Packet& u) {
  return 1 + u * (1 + u * (1.0 / 2 + u * (1.0 / 6 + u * (1.0 / 24 + u * (1.0 / 120 + u * (1.0 / 720 + u / 5040))))));
}

/// Sums of w, w A_i, w A_i A_j (and w A^3 for one constraint) over the arms.
template <int M>
class PacketMoments {
 public:
  EIGEN_ALWAYS_INLINE void add(const Packet& w, const PacketRows<M>& A) {
    sums_.col(0) += w;
    int k = 1;
    for (int i = 0; i < M; ++i) {
      const Packet p = w * A.col(i);
      sums_.col(k++) += p;
      for (int j = 0; j <= i; ++j) sums_.col(k++) += p * A.col(j);
      if constexpr (M == 1) sums_.col(k) += p * A.col(0) * A.col(0);
    }
  }
  EIGEN_ALWAYS_INLINE void close() {
    zeroth = sums_.col(0).sum();
    int k = 1;
    for (int i = 0; i < M; ++i) {
      first[i] = sums_.col(k++).sum();
      for (int j = 0; j <= i; ++j) second(i, j) = second(j, i) = sums_.col(k++).sum();
    }
    if constexpr (M == 1) third = sums_.col(k).sum();
  }
  /// Adds one more arm, after close().
  template <class Row>
  void add_one(double w, const Row& A) {
    const VectorM<M> row = A.matrix().transpose();
    zeroth += w;
    first += w * row;
    second += w * row * row.transpose();
    if constexpr (M == 1) third += w * row[0] * row[0] * row[0];
  }

  double zeroth = 0;
  VectorM<M> first = VectorM<M>::Zero();
  Eigen::Matrix<double, M, M> second = Eigen::Matrix<double, M, M>::Zero();
  double third = 0;

 private:
  static constexpr int num_sums = 1 + M + M * (M + 1) / 2 + (M == 1 ? 1 : 0);
  PacketRows<num_sums> sums_ = PacketRows<num_sums>::Zero();
};

template <int M>
class EigenProjection {
 public:
  EigenProjection(Eigen::Index padded, int K) : K_(K), y_(Column::Zero(padded)), w_(y_) {}

  Column& y() { return y_; }  ///< the weights to project

  /// x = keep KLP(y, A) + add. size: bound on |A|. moments: of A under y. Returns true if y was outside.
  bool solve(const Columns<M>& A, double size, PacketMoments<M>& moments, double keep, const Column& add, Column& x) {
    if ((moments.first.array() <= 0).all()) {
      x = y_ * (keep / moments.zeroth) + add;
      return false;
    }
    lambda_.setZero();
    const Column* weights = &y_;
    for (int pass = 0; pass < most_passes; ++pass) {
      const VectorM<M> d = step(moments);
      if (d.template lpNorm<1>() * size <= last_step) {
        finish(*weights, A, d, moments, keep, add, x);
        return true;
      }
      lambda_ += d;
      moments = weigh(A, size);
      weights = &w_;
    }
    slowly(A, keep, add, x);
    return true;
  }

 private:
  static constexpr int most_passes = 8;
  static constexpr double last_step = M == 1 ? 2e-5 : 2e-7;  ///< leaves an error of third, second order

  VectorM<M> step(const PacketMoments<M>& s) const {
    if constexpr (M == 1) {
      const double newton = s.first[0] / s.second(0, 0);
      return VectorM<M>(newton * (1 + 0.5 * newton * s.third / s.second(0, 0)));
    } else {
      const VectorM<M> mean = s.first / s.zeroth;
      const Eigen::Matrix<double, M, M> covariance = s.second / s.zeroth - mean * mean.transpose();
      // Newton's direction on the free coordinates. Coordinates that it would take below zero stop there, and the
      // direction is recomputed.
      VectorM<M> d = VectorM<M>::Zero();
      Eigen::Array<bool, M, 1> fixed;
      for (int i = 0; i < M; ++i) fixed[i] = lambda_[i] <= 0 && mean[i] <= 0;
      for (bool again = true; again;) {
        Eigen::Matrix<double, M, M> H = covariance;
        VectorM<M> right = mean;
        for (int i = 0; i < M; ++i) {
          if (!fixed[i]) continue;
          right -= covariance.col(i) * d[i];
          H.row(i).setZero();
          H.col(i).setZero();
          H(i, i) = 1;
        }
        for (int i = 0; i < M; ++i)
          if (fixed[i]) right[i] = d[i];
        d = H.llt().solve(right);
        again = false;
        for (int i = 0; i < M; ++i) {
          if (fixed[i] || lambda_[i] + d[i] >= 0) continue;
          again = fixed[i] = true;
          d[i] = -lambda_[i];
        }
      }
      return d;
    }
  }

  /// Computes w = y exp(-lambda'A) and its moments.
  PacketMoments<M> weigh(const Columns<M>& A, double size) {
    const bool small = lambda_.template lpNorm<1>() * size <= short_limit;
    return small ? weigh_by(A, [](const Packet& u) { return short_exp(u); })
                 : weigh_by(A, [](const Packet& u) { return Packet(u.exp()); });
  }
  template <class Exp>
  PacketMoments<M> weigh_by(const Columns<M>& A, Exp exp) {
    PacketMoments<M> moments;
    for (Eigen::Index b = 0; b < y_.size(); b += packet_size) {
      PacketRows<M> rows;
      Packet u = Packet::Zero();
      for (int i = 0; i < M; ++i) {
        rows.col(i) = A.col(i).template segment<packet_size>(b);
        u -= lambda_[i] * rows.col(i);
      }
      const Packet w = y_.template segment<packet_size>(b) * exp(u);
      w_.template segment<packet_size>(b) = w;
      moments.add(w, rows);
    }
    moments.close();
    return moments;
  }

  void finish(const Column& w, const Columns<M>& A, const VectorM<M>& d, const PacketMoments<M>& s, double keep,
              const Column& add, Column& x) const {
    const double sum = s.zeroth - d.dot(s.first) + 0.5 * d.dot(s.second * d);
    const double scale = keep / sum;
    for (Eigen::Index b = 0; b < w.size(); b += packet_size) {
      Packet u = Packet::Zero();
      for (int i = 0; i < M; ++i) u -= d[i] * A.col(i).template segment<packet_size>(b);
      const Packet factor = scale * (1 + u * (1 + u * (0.5 + u * (1.0 / 6))));
      x.template segment<packet_size>(b) =
          w.template segment<packet_size>(b) * factor + add.template segment<packet_size>(b);
    }
  }

  /// For the rare projection that moves far.
  [[gnu::cold, gnu::noinline]] void slowly(const Columns<M>& A, double keep, const Column& add, Column& x) {
    std::vector<double> rows, projected;
    for (int i = 0; i < M; ++i) rows.insert(rows.end(), A.col(i).data(), A.col(i).data() + K_);
    NewtonProjection{}({y_.data(), y_.data() + K_}, rows, projected);
    x.head(K_) = keep * Eigen::Map<Column>(projected.data(), K_) + add.head(K_);
  }

  int K_;
  VectorM<M> lambda_ = VectorM<M>::Zero();
  Column y_, w_;
};

}  // namespace regretta::peers
