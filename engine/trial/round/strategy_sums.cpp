#include "regretta/engine/trial/round/strategy_sums.hpp"

#include <charconv>
#include <cmath>
#include <iterator>

namespace regretta {
namespace {

/// The number as std::to_chars writes it, but without leading zeros in the exponent (3.0e-8), and NaN as "NaN".
template <class... Form>
std::string number_text(double value, Form... form) {
  if (std::isnan(value)) return "NaN";
  char digits[32];
  std::string text(digits, std::to_chars(std::begin(digits), std::end(digits), value, form...).ptr);
  if (const auto exponent = text.find('e'); exponent != text.npos && text[exponent + 2] == '0')
    text.erase(exponent + 2, 1);
  return text;
}

/// A sum as text. If it is near 1, its distance from 1 is shown: "1 + 3.0e-8".
std::string sum_text(double sum) {
  constexpr double near = 0.01;
  if (!(std::abs(sum - 1) < near)) return number_text(sum, std::chars_format::general, 6);
  return std::string(sum < 1 ? "1 - " : "1 + ") + number_text(std::abs(sum - 1), std::chars_format::scientific, 1);
}

}  // namespace

std::string strategy_fault(double sum, double least, double allowed) {
  std::string faults;
  if (!(std::abs(sum - 1) <= allowed))
    faults = "sum is " + sum_text(sum) + (allowed > 0 ? ", allowed " + number_text(allowed) : ", expected 1");
  if (least < 0)
    faults += (faults.empty() ? "" : "; ") + ("least entry is " + number_text(least)) + ", expected no negative entry";
  return "strategy left the simplex (" + faults + ")";
}

}  // namespace regretta
