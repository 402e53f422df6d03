/// Changes a baseline and recomputes its checksum. With random changes alone, nearly all inputs would fail the
/// checksum.

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "regretta/engine/study/blocks/block.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  constexpr std::string_view seal = "\"checksum\": \"";
  constexpr std::size_t room = 64;  // for the seal
  if (seed % 8 == 0 || max_size < 2 * room) return LLVMFuzzerMutate(data, size, max_size);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t body = std::min({text.rfind(seal), size, max_size - room});
  const std::size_t mutated = LLVMFuzzerMutate(data, body, max_size - room);
  std::string sealed(reinterpret_cast<const char*>(data), mutated);
  sealed += std::string(seal) + regretta::text_checksum(sealed) + "\"}\n";
  if (sealed.size() > max_size) return mutated;
  std::memcpy(data, sealed.data(), sealed.size());
  return sealed.size();
}
