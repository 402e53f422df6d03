#pragma once
/// Copies lanes between the packs of a round loop and StatePack, for which adversaries and measures are compiled. No
/// bit changes.

#include <algorithm>
#include <array>

#include "regretta/engine/trial/contract/adversary.hpp"

namespace regretta {

template <class Real>
struct Repacking {
  static constexpr std::size_t width = lanes<StatePack>;
  /// As many packs as cover the lanes of Real.
  static constexpr std::size_t packs = (lanes<Real> + width - 1) / width;

  /// The lane of Real that lane k of pack n copies; surplus lanes copy the last one.
  static std::size_t lane_of(std::size_t n, std::size_t k) {
    return std::min(n * width + k, static_cast<std::size_t>(lanes<Real>) - 1);
  }

  static StatePack part(const Real& from, std::size_t n) {
    std::array<double, static_cast<std::size_t>(lanes<Real>)> values;
    from.store(values.data());
    std::array<double, width> own;
    for (std::size_t k = 0; k < width; ++k) own[k] = values[lane_of(n, k)];
    return StatePack::load(own.data());
  }
  /// `to` is resized to the shape of `from`.
  template <class From, class To>
  static void copy_part(const From& from, std::size_t n, To& to) {
    to.resize(from.rows(), from.cols());
    for (Eigen::Index e = 0; e < from.size(); ++e) to.data()[e] = part(from.data()[e], n);
  }
  static Index<StatePack> part_of_arms(const Index<Real>& arm, std::size_t n) {
    Index<StatePack> arms;
    for (std::size_t k = 0; k < arms.size(); ++k) arms[k] = arm[lane_of(n, k)];
    return arms;
  }

  /// value_of(n) is a value of pack n.
  template <class ValueOf>
  static Real joined(ValueOf value_of) {
    std::array<double, packs * width> values;
    for (std::size_t n = 0; n < packs; ++n) value_of(n).store(values.data() + n * width);
    return Real::load(values.data());
  }
};

}  // namespace regretta
