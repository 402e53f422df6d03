#pragma once
/// The best strategy of three arms, by trying every vertex.

#include <Eigen/Dense>
#include <cmath>
#include <vector>

namespace regretta::tests::measured {

using Row = std::vector<double>;
inline double dot(const Row& a, const double* b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

/// argmin costs'x over the simplex of three arms subject to rows x <= 0, by trying every vertex; NaN if there is none.
inline Eigen::Vector3d naive_best(const Row& costs, const std::vector<Row>& rows) {
  std::vector<Eigen::Vector3d> planes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const Row& row : rows) planes.emplace_back(row[0], row[1], row[2]);
  Eigen::Vector3d best = Eigen::Vector3d::Constant(std::nan(""));
  for (std::size_t i = 0; i < planes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      Eigen::Matrix3d system;
      system << planes[i].transpose(), planes[j].transpose(), Eigen::RowVector3d::Ones();
      if (std::abs(system.determinant()) < 1e-12) continue;
      const Eigen::Vector3d x = system.inverse() * Eigen::Vector3d(0, 0, 1);
      bool feasible = x.minCoeff() >= -1e-11;
      for (const Row& row : rows) feasible = feasible && dot(row, x.data()) <= 1e-10;
      if (feasible && !(dot(costs, x.data()) >= dot(costs, best.data()))) best = x;
    }
  return best;
}
inline double naive_optimum(const Row& costs, const std::vector<Row>& rows) {
  return dot(costs, naive_best(costs, rows).data());
}

}  // namespace regretta::tests::measured
