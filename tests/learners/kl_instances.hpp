#pragma once
/// Random instances of the KL projection, from easy to difficult.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "regretta/tests/reference/naive_minimax.hpp"

namespace regretta {

struct KlInstance {
  std::vector<double> y;               ///< K weights, sum near 1
  std::vector<std::vector<double>> A;  ///< m rows of K
};

/// The kinds of rows A. The spread of the weights y is chosen separately.
enum class RowKind {
  shifted,     ///< uniform entries, shifted so that most sets are non-empty
  signs,       ///< one round of Bernoulli noise: +-1 minus a width
  duplicates,  ///< every row twice
  dependent,   ///< all rows are mixtures of two rows
  mixing,      ///< no single arm is feasible, but a mixture of arms is
  empty,       ///< all rows positive, or contradictory
  thin,        ///< |v| <= 1e-9, where v = min_x max_i (A x)_i
  tiny,        ///< entries of 1e-6 and below, as for long-run means near the boundary
  near,        ///< the weights nearly satisfy the constraints, as in most rounds of a learner
};
inline constexpr int num_row_kinds = 9;

class KlInstances {
 public:
  explicit KlInstances(std::uint64_t seed) : random_(seed) {}

  /// The next instance. spread: ln of the largest ratio of weights, before all are raised to at least 2^-1000.
  KlInstance next(RowKind kind, double spread, int K, int m) {
    KlInstance instance;
    std::vector<double> depth;
    for (int a = 0; a < K; ++a) depth.push_back(spread * uniform());
    const double least = *std::min_element(depth.begin(), depth.end());
    double sum = 0;
    for (const double d : depth) sum += instance.y.emplace_back(std::exp(least - d));
    for (double& weight : instance.y) weight = std::max(weight / sum, 0x1p-1000);
    for (int i = 0; i < m; ++i) instance.A.push_back(row(K, -1, 1));
    if (kind == RowKind::near) {
      for (auto& entries : instance.A) centre(instance.y, entries);
    } else {
      transform(kind, instance.A, K, m);
    }
    return instance;
  }

  double uniform() { return static_cast<double>(random_() >> 11) * 0x1p-53; }
  int integer(int low, int high) { return low + static_cast<int>(uniform() * (high - low + 1)); }

 private:
  std::vector<double> row(int K, double low, double high) {
    std::vector<double> entries;
    for (int a = 0; a < K; ++a) entries.push_back(low + (high - low) * uniform());
    return entries;
  }
  /// Shifts the entries so that their average under y is within 0.004 of zero.
  void centre(const std::vector<double>& y, std::vector<double>& entries) {
    double average = 0, sum = 0;
    for (std::size_t a = 0; a < y.size(); ++a) {
      average += y[a] * entries[a];
      sum += y[a];
    }
    const double wanted = 0.008 * uniform() - 0.004;
    for (double& entry : entries) entry += wanted - average / sum;
  }
  static double minimax_value(const std::vector<std::vector<double>>& A) {
    naive::Table table;
    for (const auto& entries : A) table.emplace_back(entries.begin(), entries.end());
    return static_cast<double>(naive::minimax(table));
  }
  static void add_to_all(std::vector<std::vector<double>>& A, double amount) {
    for (auto& entries : A)
      for (double& entry : entries) entry += amount;
  }
  void transform(RowKind kind, std::vector<std::vector<double>>& A, int K, int m) {
    const auto rows = static_cast<std::size_t>(m);
    switch (kind) {
      case RowKind::shifted:
        add_to_all(A, -0.3 * uniform());
        break;
      case RowKind::signs:
        for (auto& entries : A)
          for (double& entry : entries) entry = entry > 0 ? 1 : -1;
        add_to_all(A, -uniform());
        break;
      case RowKind::duplicates:
        for (std::size_t i = 1; i < rows; i += 2) A[i] = A[i - 1];
        add_to_all(A, -0.2 * uniform());
        break;
      case RowKind::dependent:
        for (std::size_t i = 2; i < rows; ++i) {
          const double share = uniform();
          for (std::size_t a = 0; a < A[i].size(); ++a) A[i][a] = share * A[0][a] + (1 - share) * A[1][a];
        }
        add_to_all(A, -0.2 * uniform());
        break;
      case RowKind::mixing:
        for (int a = 0; a < K; ++a) {  // each arm violates one constraint and satisfies the others
          const auto arm = static_cast<std::size_t>(a);
          for (std::size_t i = 0; i < rows; ++i)
            A[i][arm] = i == arm % rows ? 0.05 + 0.5 * uniform() : -0.5 - 0.5 * uniform();
        }
        break;
      case RowKind::empty:
        if (integer(0, 1) == 0) {
          for (auto& entries : A) entries = row(K, 0.01, 1);
        } else {
          add_to_all(A, -minimax_value(A) + std::pow(10.0, -8.5 + 8 * uniform()));
        }
        break;
      case RowKind::thin: {
        constexpr double depths[] = {0, 1e-10, -1e-10, 5e-10, -5e-10, 9e-10, -9e-10};
        add_to_all(A, -minimax_value(A) + depths[integer(0, 6)]);
        break;
      }
      case RowKind::near:
        break;
      case RowKind::tiny: {
        const double scale = std::pow(10.0, -6 * uniform());
        add_to_all(A, -0.3 * uniform());
        for (auto& entries : A)
          for (double& entry : entries) entry *= scale;
        break;
      }
    }
  }

  std::mt19937_64 random_;
};

}  // namespace regretta
