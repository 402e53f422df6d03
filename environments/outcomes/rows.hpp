#pragma once
/// `outcomes.kind = "rows"`: in every round one row of a file, drawn uniformly, has the outcomes of all arms.

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/trial/contract/joint_outcomes.hpp"
#include "regretta/environments/traces/trace.hpp"

namespace regretta {

struct RowsParams : FileColumns {
  std::string file;  ///< required

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit(
        "file", p.file,
        "outcomes, .csv or .csv.gz with the columns of a trace, one joint outcome of all arms a line; a relative path "
        "starts at the study file");
    FileColumns::fields(p, visit);
  }
};

class RowOutcomes final : public JointOutcomes {
 public:
  explicit RowOutcomes(std::shared_ptr<const Trace> rows) : rows_(std::move(rows)) {}

  bool one_draw_for_all_arms() const override { return true; }
  double value(int value, double u, const Index<double>& arm) const override { return realised(value, u, arm); }
  StatePack value(int value, const StatePack& u, const Index<StatePack>& arm) const override {
    return realised(value, u, arm);
  }

  /// Averages of the rows: value 0 of each arm, then value 1, ...
  std::vector<double> means() const {
    const auto n = static_cast<std::size_t>(rows_->num_rows());
    const std::size_t K = rows_->losses.size() / n, width = rows_->violations.size() / n;
    std::vector<double> means(K + width);
    for (std::size_t row = 0; row < n; ++row) {
      for (std::size_t a = 0; a < K; ++a) means[a] += rows_->losses[row * K + a];
      for (std::size_t e = 0; e < width; ++e) means[K + e] += rows_->violations[row * width + e];
    }
    for (double& mean : means) mean /= static_cast<double>(n);
    return means;
  }

 private:
  template <class Real>
  Real realised(int value, const Real& u, const Index<Real>& arm) const {
    const auto n = static_cast<double>(rows_->num_rows());
    const int K = rows_->num_arms, width = value == 0 ? K : rows_->num_constraints * K;
    Index<Real> at = to_index(min(u * Real(n), Real(n - 1)));
    for (std::size_t k = 0; k < at.size(); ++k) at[k] = at[k] * width + arm[k];
    return gather<Real>(value == 0 ? rows_->losses.data() : rows_->violations.data() + (value - 1) * K, at);
  }

  std::shared_ptr<const Trace> rows_;
};

}  // namespace regretta
