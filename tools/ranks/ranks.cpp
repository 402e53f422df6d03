// Only one thread at a time calls the transport, and none blocks inside it, so that a rank waiting for work leaves its
// processor to the others.
#include "regretta/tools/ranks/ranks.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <span>
#include <stdexcept>
#include <thread>
#include <vector>

#include <tbb/concurrent_queue.h>
#include <tbb/info.h>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/engine/study/blocks/workers.hpp"
#include "regretta/engine/study/text/canonical.hpp"
#include "regretta/tools/terminal/exit_status.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/terminal/stop_signals.hpp"

namespace regretta {
namespace {

struct Head {
  BlockRange range;
  TrialShape shape;
  double seconds = 0;
  double processor_seconds = 0;
};

/// The bytes of a block for a message. Makes the block canonical, as it is stored.
std::vector<std::byte> block_message(BlockResult& block, const TrialShape& shape) {
  make_canonical(block, shape);
  const Head head{block.range, shape, block.seconds, block.processor_seconds};
  const std::span<const std::byte> bytes = std::as_bytes(std::span(&head, 1));
  std::vector<std::byte> message = block_bytes(block);
  message.insert(message.begin(), bytes.begin(), bytes.end());
  return message;
}

/// Throws std::invalid_argument if the bytes are not a block message.
BlockResult read_block_message(std::span<const std::byte> bytes) {
  Head head;
  if (bytes.size() < sizeof head) throw std::invalid_argument("a message between ranks is cut short");
  std::memcpy(&head, bytes.data(), sizeof head);
  BlockResult block{head.range, {}, head.seconds, head.processor_seconds};
  if (!read_block_bytes(bytes.subspan(sizeof head), head.shape, block))
    throw std::invalid_argument("a message between ranks cannot be read");
  return block;
}

constexpr int leader = 0;

/// Message tags.
enum Tag : int {
  call_to_work,  // leader to others: the study, as text
  threads_here,  // others to leader, in answer: int
  assignment,    // leader to others: BlockRange
  block_done,    // others to leader: a block message
  go_home,       // leader to others: no more of this work; to a rank that waits for a call: no more calls
  gone_home,     // others to leader: the last message before it waits for a call, or leaves
};

void pause() { std::this_thread::sleep_for(std::chrono::microseconds(200)); }

template <class T>
std::span<const std::byte> bytes_of(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

/// The text of the study without its stop rule, which only the leader applies.
std::string text_of(const Plan& plan) {
  Study study = plan.study;
  study.stop.reset();
  return canonical_text(study);
}

std::string_view text_of(const Message& message) {
  return {reinterpret_cast<const char*>(message.bytes.data()), message.bytes.size()};
}

}  // namespace

class Ranks::Job final : public OtherProcesses {
 public:
  explicit Job(std::unique_ptr<Transport> transport) : transport_(std::move(transport)) {
    if (leads()) others_.resize(static_cast<std::size_t>(transport_->ranks() - 1));
  }
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;
  ~Job() override {
    if (leads()) {
      send_home([](BlockResult) {});
    } else {
      while (!home_) home_ = wait_for_message().tag == go_home;
      transport_->send(leader, gone_home, {});
    }
  }

  Transport& transport() { return *transport_; }
  bool leads() const { return transport_->rank() == leader; }

  void call(const Plan& plan) {
    const std::string study = text_of(plan);
    for (int k = 0; k < num_others(); ++k) transport_->send(rank_of(k), call_to_work, std::as_bytes(std::span(study)));
    for (int k = 0; k < num_others(); ++k) {
      const Message answer = wait_for_message();
      other(answer.rank) = {.threads = *reinterpret_cast<const int*>(answer.bytes.data())};
    }
  }

  /// The text of the next study; nothing if sent home.
  std::optional<std::string> wait_for_call() {
    const Message message = wait_for_message();
    home_ = message.tag == go_home;
    if (home_) return std::nullopt;
    return std::string(text_of(message));
  }

  int workers() const override {
    int sum = 0;
    for (const Other& rank : others_) sum += rank.threads;
    return sum;
  }

  void serve(const std::function<std::optional<BlockRange>()>& take, const std::function<void(BlockResult)>& put,
             const std::atomic<bool>& stop) override {
    bool more = true;
    const auto hand_out = [&](int k) {
      Other& rank = others_[static_cast<std::size_t>(k)];
      while (more && rank.holds < transport_->blocks_per_thread() * rank.threads) {
        const auto work = take();
        more = work.has_value();
        if (!more) return;
        transport_->send(rank_of(k), assignment, bytes_of(*work));
        ++rank.holds;
      }
    };
    for (int k = 0; k < num_others(); ++k) hand_out(k);
    while (!stop && std::ranges::any_of(others_, [](const Other& rank) { return rank.holds > 0; })) {
      if (auto message = next_message()) {
        hand_in(*message, put);
        hand_out(message->rank - 1);
      } else {
        pause();
      }
    }
    send_home(put);
  }

 private:
  /// The state of another rank, kept by the leader.
  struct Other {
    int threads = 0;
    int holds = 0;         ///< assignments not yet returned
    bool is_home = false;  ///< whether it waits for a call, or has left
  };
  static int rank_of(int k) { return k + 1; }
  int num_others() const { return static_cast<int>(others_.size()); }
  Other& other(int rank) { return others_[static_cast<std::size_t>(rank - 1)]; }

  /// The next message, if there is one. Throws ProcessLost if a process has ended during its work.
  std::optional<Message> next_message() {
    auto message = transport_->next_message();
    if (!message || message->tag != process_ended) return message;
    if (!other(message->rank).is_home) throw ProcessLost(message->rank, transport_->ranks());
    return std::nullopt;
  }
  Message wait_for_message() {
    for (;;) {
      if (auto message = next_message()) return std::move(*message);
      pause();
    }
  }

  template <class Put>
  void hand_in(const Message& message, const Put& put) {
    BlockResult block = read_block_message(message.bytes);
    --other(message.rank).holds;
    put(std::move(block));
  }

  /// Sends the others home. Results that arrive meanwhile are kept.
  template <class Put>
  void send_home(const Put& put) {
    for (int k = 0; k < num_others(); ++k) transport_->send(rank_of(k), go_home, {});
    for (int left = num_others(); left > 0;) {
      const Message message = wait_for_message();
      if (message.tag == gone_home) {
        --left;
        other(message.rank).is_home = true;
      }
      if (message.tag == block_done) hand_in(message, put);
    }
  }

  std::unique_ptr<Transport> transport_;
  bool home_ = false;  ///< whether go_home was received and not yet answered
  std::vector<Other> others_;
};

Ranks::Ranks(std::unique_ptr<Transport> job) {
  if (job == nullptr) job = mpi_transport();
  if (job != nullptr) job_ = std::make_unique<Job>(std::move(job));
}
Ranks::~Ranks() = default;

bool Ranks::leads() const { return !job_ || job_->leads(); }

int Ranks::size() const { return job_ ? job_->transport().ranks() : 1; }

int Ranks::threads_each() const {
  return std::max(tbb::info::default_concurrency() / (job_ ? job_->transport().ranks_here() : 1), 1);
}

OtherProcesses* Ranks::call(const Plan& plan) {
  if (size() == 1) return nullptr;
  job_->call(plan);
  return job_.get();
}

void Ranks::work_for_leader(const Catalogue& catalogue, const std::string& folder, int threads) const {
  if (threads == 0) threads = threads_each();
  try {
    std::string planned;
    Plan plan;
    while (const auto called = job_->wait_for_call()) {
      if (*called != planned) {
        Study study = parse_canonical(*called, "the study of rank 0");
        study.folder = folder;
        plan = make_plan(study, catalogue);
        planned = *called;
      }
      work(plan, threads);
    }
  } catch (const std::exception& error) {
    print_message("rank {}: {}", job_->transport().rank(), error.what());
    job_->transport().abort(exit_status::bad_input);
  }
}

void Ranks::work(const Plan& plan, int threads) const {
  Transport& transport = job_->transport();
  transport.send(leader, threads_here, bytes_of(threads));

  RunProgress progress(threads);
  const StopSignals signals(progress.stop);
  tbb::concurrent_bounded_queue<std::optional<BlockRange>> todo;
  tbb::concurrent_queue<std::vector<std::byte>> done;
  std::thread workers = start_thread([&] {
    run_workers(threads, [&](int worker) {
      const RunControl control{&progress.stop, &progress.rounds.of_worker(worker)};
      std::optional<BlockRange> mine;
      try {
        for (todo.pop(mine); mine; todo.pop(mine)) {
          const Cell& cell = plan.cells[static_cast<std::size_t>(mine->cell)];
          BlockResult block = advance_block(cell, *mine, control);
          done.push(block_message(block, cell.work->without_facts().shape()));
        }
      } catch (const Interrupted&) {
        return;
      }
    });
  });
  std::vector<std::byte> block;
  for (bool at_work = true; at_work;) {
    auto message = transport.next_message();
    if (message && message->tag == assignment) todo.push(*reinterpret_cast<const BlockRange*>(message->bytes.data()));
    if (message && message->tag == go_home) at_work = false;
    const bool has_block = done.try_pop(block);
    if (has_block) transport.send(leader, block_done, block);
    if (!message && !has_block) pause();
  }
  progress.stop = true;
  for (int k = 0; k < threads; ++k) todo.push(std::nullopt);
  workers.join();
  while (done.try_pop(block)) transport.send(leader, block_done, block);
  transport.send(leader, gone_home, {});
}

}  // namespace regretta
