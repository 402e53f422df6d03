#include "regretta/engine/study/blocks/now_playing.hpp"

#include <csignal>
#include <new>

namespace regretta {
namespace {

thread_local const NowPlaying* playing = nullptr;

}  // namespace

HandlerStack::HandlerStack() {
  stack_t found{};
  if (::sigaltstack(nullptr, &found) != 0 || (found.ss_flags & SS_DISABLE) == 0) return;
  bytes_.reset(new (std::nothrow) char[size]);
  if (!bytes_) return;
  const stack_t ours{.ss_sp = bytes_.get(), .ss_flags = 0, .ss_size = size};
  ::sigaltstack(&ours, nullptr);
}

HandlerStack::~HandlerStack() {
  const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
  if (bytes_) ::sigaltstack(&none, nullptr);
}

NowPlaying::NowPlaying(const Cell& played, const BlockRange& trials) : cell(played), range(trials) { playing = this; }

NowPlaying::~NowPlaying() { playing = nullptr; }

const NowPlaying* NowPlaying::here() { return playing; }

}  // namespace regretta
