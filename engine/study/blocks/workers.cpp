#include "regretta/engine/study/blocks/workers.hpp"

#include <csignal>
#include <latch>
#include <new>
#include <stdexcept>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

namespace regretta {
namespace {

thread_local const NowPlaying* playing = nullptr;

}  // namespace

HandlerStack::HandlerStack() {
  stack_t current_stack{};
  if (::sigaltstack(nullptr, &current_stack) != 0 || (current_stack.ss_flags & SS_DISABLE) == 0) return;
  bytes_.reset(new (std::nothrow) char[size]);
  if (!bytes_) return;
  const stack_t handler_stack{.ss_sp = bytes_.get(), .ss_flags = 0, .ss_size = size};
  ::sigaltstack(&handler_stack, nullptr);
}

HandlerStack::~HandlerStack() {
  const stack_t no_stack{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
  if (bytes_) ::sigaltstack(&no_stack, nullptr);
}

NowPlaying::NowPlaying(const Cell& played, const BlockRange& trials) : cell(played), range(trials) { playing = this; }

NowPlaying::~NowPlaying() { playing = nullptr; }

const NowPlaying* NowPlaying::current() { return playing; }

std::thread start_thread(std::function<void()> work) {
  try {
    return std::thread(std::move(work));
  } catch (const std::system_error& error) {
    throw std::runtime_error(
        fmt::format("cannot start a thread ({}); raise the limit on processes (ulimit -u, pids.max) or memory "
                    "(ulimit -v)",
                    error.code().message()));
  }
}

int startable_threads(int wanted) {
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(wanted));
  std::latch all_started(1);
  try {
    for (int k = 1; k < wanted; ++k) threads.emplace_back([&all_started] { all_started.wait(); });
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    // use the threads that could be started
  }
  all_started.count_down();
  for (std::thread& thread : threads) thread.join();
  return 1 + static_cast<int>(threads.size());
}

void run_workers(int threads, const std::function<void(int worker)>& work) {
  const int num_threads = startable_threads(threads);
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(num_threads));
  tbb::task_arena arena(num_threads);
  arena.execute([&] {
    tbb::task_group workers;
    for (int k = 0; k < threads; ++k)
      workers.run([&work, k] {
        const HandlerStack stack;
        work(k);
      });
    workers.wait();
  });
}

}  // namespace regretta
