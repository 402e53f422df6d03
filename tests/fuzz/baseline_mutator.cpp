/// Changes a baseline and recomputes its checksum. Without that, nearly all changed inputs would fail the checksum.

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "regretta/engine/study/blocks/block.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  constexpr std::string_view checksum_key = "\"checksum\": \"";
  constexpr std::size_t reserved = 64;  // bytes for the line of the checksum
  if (seed % 8 == 0 || max_size < 2 * reserved) return LLVMFuzzerMutate(data, size, max_size);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t body = std::min({text.rfind(checksum_key), size, max_size - reserved});
  const std::size_t mutated = LLVMFuzzerMutate(data, body, max_size - reserved);
  std::string sealed(reinterpret_cast<const char*>(data), mutated);
  sealed += std::string(checksum_key) + regretta::text_checksum(sealed) + "\"}\n";
  if (sealed.size() > max_size) return mutated;
  std::memcpy(data, sealed.data(), sealed.size());
  return sealed.size();
}
