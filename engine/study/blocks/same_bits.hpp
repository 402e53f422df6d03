#pragma once
#include <optional>
#include <string>

#include "regretta/engine/study/blocks/block.hpp"

namespace regretta {

/// "0x1.8p+3 (12)"; different numbers, different texts.
std::string exact_text(double x);

/// Where two canonical results of the same trials first differ, such as "trial 9: regret was 0x1.8p+3 (12) and is now
/// 0x1.9p+3 (12.5)"; empty if no bit does. Times do not count.
std::optional<std::string> difference_in_bits(const BlockResult& stored, const BlockResult& now);

}  // namespace regretta
