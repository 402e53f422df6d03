#pragma once
/// Bitwise comparison of results, for `regretta verify`, `replay` and `compare`.

#include <optional>
#include <string>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/trial/books/quantity_list.hpp"

namespace regretta {

/// Such as "0x1.8p+3", as printf writes with %a in the C locale, in any locale; "inf" or "nan" if it is not finite.
std::string hex_text(double x);
/// Such as "0x1.8p+3 (12)". Different numbers give different texts.
std::string exact_text(double x);

/// The first difference between two canonical results of the same trials, such as "trial 9: regret was 0x1.8p+3 (12)
/// and is now 0x1.9p+3 (12.5)"; empty if all bits agree. Times are not compared.
std::optional<std::string> difference_in_bits(const QuantityList& quantities, const BlockResult& stored,
                                              const BlockResult& now);

}  // namespace regretta
