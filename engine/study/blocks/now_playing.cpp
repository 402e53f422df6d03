#include "regretta/engine/study/blocks/now_playing.hpp"

#include <csignal>
#include <memory>

namespace regretta {
namespace {

thread_local const NowPlaying* playing = nullptr;

/// Of a thread that has no other stack for handlers.
class HandlerStack {
 public:
  HandlerStack() {
    stack_t found{};
    if (::sigaltstack(nullptr, &found) != 0 || (found.ss_flags & SS_DISABLE) == 0) return;
    bytes_ = std::make_unique<char[]>(size);
    const stack_t ours{.ss_sp = bytes_.get(), .ss_flags = 0, .ss_size = size};
    ::sigaltstack(&ours, nullptr);
  }
  HandlerStack(const HandlerStack&) = delete;
  HandlerStack& operator=(const HandlerStack&) = delete;
  ~HandlerStack() {
    const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
    if (bytes_) ::sigaltstack(&none, nullptr);
  }

 private:
  static constexpr std::size_t size = 1 << 16;
  std::unique_ptr<char[]> bytes_;
};

}  // namespace

NowPlaying::NowPlaying(const Cell& played, const BlockRange& trials) : cell(played), range(trials) {
  static thread_local const HandlerStack stack;
  playing = this;
}

NowPlaying::~NowPlaying() { playing = nullptr; }

const NowPlaying* NowPlaying::here() { return playing; }

}  // namespace regretta
