#include "regretta/environments/kinds/beta_law.hpp"

#include <map>

namespace regretta {
namespace {

/// ln Gamma(x), x > 0, to about 1e-13, by Stirling's series at x + n >= 10.
double log_gamma(double x) {
  double shift = 0;
  for (; x < 10; x += 1) shift += log(x);
  const double z = 1 / (x * x);
  const double series = (1.0 / 12 - z * (1.0 / 360 - z * (1.0 / 1260 - z * (1.0 / 1680 - z / 1188)))) / x;
  return (x - 0.5) * log(x) - x + 0.91893853320467274178 + series - shift;  // ln(2 pi) / 2
}

/// Continued fraction of the regularised incomplete beta function, by Lentz's algorithm. It converges fast for
/// x < (a + 1) / (a + b + 2).
double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300;
  const auto guard = [](double value) { return abs(value) < tiny ? tiny : value; };
  double c = 1;
  double d = 1 / guard(1 - (a + b) * x / (a + 1));
  double h = d;
  for (int k = 1; k < 500; ++k) {
    const double even = k * (b - k) * x / ((a + 2 * k - 1) * (a + 2 * k));
    d = 1 / guard(1 + even * d);
    c = guard(1 + even / c);
    h *= d * c;
    const double odd = -(a + k) * (a + b + k) * x / ((a + 2 * k) * (a + 2 * k + 1));
    d = 1 / guard(1 + odd * d);
    c = guard(1 + odd / c);
    h *= d * c;
    if (abs(d * c - 1) < 1e-14) break;
  }
  return h;
}

/// Distribution function of Beta(a, b) at x in (0, 1). log_beta: ln B(a, b).
double beta_cdf(double a, double b, double log_beta, double x) {
  const double front = exp(a * log(x) + b * log(1 - x) - log_beta);
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

/// The table of this concentration, from a cache of at most 64 tables.
std::shared_ptr<const BetaTable> beta_table(double concentration) {
  static std::mutex lock;
  static std::map<double, std::shared_ptr<const BetaTable>> cache;
  {
    const std::lock_guard guard(lock);
    if (const auto found = cache.find(concentration); found != cache.end()) return found->second;
  }
  auto table = std::make_shared<const BetaTable>(concentration);
  const std::lock_guard guard(lock);
  if (cache.size() >= 64) cache.clear();  // 64 tables take 9 MB
  return cache.try_emplace(concentration, std::move(table)).first->second;
}

}  // namespace

BetaTable::BetaTable(double concentration) : table_(static_cast<std::size_t>((mean_cells + 1) * stride)) {
  for (int row = 0; row <= mean_cells; ++row) {
    double* q = &table_[static_cast<std::size_t>(row * stride)];
    const double mean = static_cast<double>(row) / mean_cells;
    if (row == 0 || row == mean_cells) {
      std::fill(q, q + stride, mean);  // the only distribution on [0, 1] with this mean
      continue;
    }
    const double a = mean * concentration;
    const double b = (1 - mean) * concentration;
    const double log_beta = log_gamma(a) + log_gamma(b) - log_gamma(a + b);
    q[0] = 0;
    q[quantile_cells] = 1;
    for (int k = 1; k < quantile_cells; ++k) {
      double low = q[k - 1];
      double high = 1;
      for (int step = 0; step < 44; ++step) {  // bisects to 2^-44 = 6e-14
        const double middle = 0.5 * (low + high);
        (beta_cdf(a, b, log_beta, middle) < static_cast<double>(k) / quantile_cells ? low : high) = middle;
      }
      q[k] = 0.5 * (low + high);
    }
    // The mean of the interpolated distribution is the trapezoid sum. If it is too large, scales the quantiles towards
    // 0, else towards 1.
    double sum = 0;
    for (int k = 0; k < quantile_cells; ++k) sum += 0.5 * (q[k] + q[k + 1]);
    const double actual = sum / quantile_cells;
    for (int k = 0; k < stride; ++k)
      q[k] = actual > mean ? q[k] * (mean / actual) : 1 - (1 - q[k]) * ((1 - mean) / (1 - actual));
  }
}

const BetaTable& BetaLaw::Shared::build() {
  const std::lock_guard guard(build_mutex_);
  if (!table_) table_ = beta_table(concentration_);
  ready_.store(table_.get(), std::memory_order_release);
  return *table_;
}

}  // namespace regretta
