#include "regretta/tools/ranks/block_message.hpp"

#include <cstring>
#include <stdexcept>

#include "regretta/engine/study/blocks/block.hpp"

namespace regretta {
namespace {

struct Head {
  BlockRange range;
  TrialShape shape;
  double seconds = 0;
  double processor_seconds = 0;
};

}  // namespace

std::vector<std::byte> block_message(BlockResult& block, const TrialShape& shape) {
  make_canonical(block, shape);
  const Head head{block.range, shape, block.seconds, block.processor_seconds};
  const std::span<const std::byte> bytes = std::as_bytes(std::span(&head, 1));
  std::vector<std::byte> message = block_bytes(block);
  message.insert(message.begin(), bytes.begin(), bytes.end());
  return message;
}

BlockResult read_block_message(std::span<const std::byte> bytes) {
  Head head;
  if (bytes.size() < sizeof head) throw std::invalid_argument("a message between ranks is cut short");
  std::memcpy(&head, bytes.data(), sizeof head);
  BlockResult block{head.range, {}, head.seconds, head.processor_seconds};
  if (!read_block_bytes(bytes.subspan(sizeof head), head.shape, block))
    throw std::invalid_argument("a message between ranks cannot be read");
  return block;
}

}  // namespace regretta
