// In each process, a single thread calls the transport. To wait for messages, it polls and sleeps (pause()): MPI itself
// would wait actively, so that a waiting rank would occupy a processor that other ranks need.
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

/// The header of a block message; the bytes of the block follow.
struct BlockHeader {
  BlockRange range;
  TrialShape shape;
  double seconds = 0;
  double processor_seconds = 0;
};

/// The message to the leader with a finished block. Makes `block` canonical, the form in which blocks are stored.
std::vector<std::byte> block_message(BlockResult& block, const TrialShape& shape) {
  make_canonical(block, shape);
  const BlockHeader header{block.range, shape, block.seconds, block.processor_seconds};
  const std::span<const std::byte> header_bytes = std::as_bytes(std::span(&header, 1));
  std::vector<std::byte> message = block_bytes(block);
  message.insert(message.begin(), header_bytes.begin(), header_bytes.end());
  return message;
}

/// Throws std::invalid_argument if the bytes are not a block message.
BlockResult read_block_message(std::span<const std::byte> bytes) {
  BlockHeader header;
  if (bytes.size() < sizeof header) throw std::invalid_argument("a message between ranks is truncated");
  std::memcpy(&header, bytes.data(), sizeof header);
  BlockResult block{header.range, {}, header.seconds, header.processor_seconds};
  if (!read_block_bytes(bytes.subspan(sizeof header), header.shape, block))
    throw std::invalid_argument("a message between ranks cannot be read");
  return block;
}

constexpr int leader = 0;

/// Message tags.
enum Tag : int {
  call_to_work,     // leader to others: the text of a study
  num_threads,      // others to leader, the answer to call_to_work: int
  assignment,       // leader to others: BlockRange
  block_done,       // others to leader: a block message
  release,          // leader to others: this work is complete; to a rank that waits for a call: leave the job
  last_of_results,  // others to leader, the answer to release: all blocks have been sent, or the rank leaves the job
};

/// Sleeps before the next poll for messages: 0.2 ms, which is short beside the time that a block takes.
void pause() { std::this_thread::sleep_for(std::chrono::microseconds(200)); }

template <class T>
std::span<const std::byte> bytes_of(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

/// The study without its stop rule: only the leader decides what is played next.
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
    if (leads()) rank_states_.resize(static_cast<std::size_t>(transport_->ranks() - 1));
  }
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;
  ~Job() override {
    if (leads()) {
      release_others([](BlockResult) {});
    } else {
      while (!released_) released_ = wait_for_message().tag == release;
      transport_->send(leader, last_of_results, {});
    }
  }

  Transport& transport() { return *transport_; }
  bool leads() const { return transport_->rank() == leader; }

  void call(const Plan& plan) {
    const std::string study = text_of(plan);
    for (int k = 0; k < num_others(); ++k) transport_->send(rank_of(k), call_to_work, std::as_bytes(std::span(study)));
    for (int k = 0; k < num_others(); ++k) {
      const Message answer = wait_for_message();
      state_of(answer.rank) = {.threads = *reinterpret_cast<const int*>(answer.bytes.data())};
    }
  }

  /// The text of the next study; std::nullopt if there are no more calls.
  std::optional<std::string> wait_for_call() {
    const Message message = wait_for_message();
    released_ = message.tag == release;
    if (released_) return std::nullopt;
    return std::string(text_of(message));
  }

  int workers() const override {
    int sum = 0;
    for (const RankState& state : rank_states_) sum += state.threads;
    return sum;
  }

  void serve(const std::function<std::optional<BlockRange>()>& take, const std::function<void(BlockResult)>& put,
             const std::atomic<bool>& stop) override {
    bool has_work = true;
    const auto hand_out = [&](int k) {
      RankState& state = rank_states_[static_cast<std::size_t>(k)];
      while (has_work && state.assignments < transport_->assignments_per_thread() * state.threads) {
        const auto work = take();
        has_work = work.has_value();
        if (!has_work) return;
        transport_->send(rank_of(k), assignment, bytes_of(*work));
        ++state.assignments;
      }
    };
    for (int k = 0; k < num_others(); ++k) hand_out(k);
    while (!stop && std::ranges::any_of(rank_states_, [](const RankState& state) { return state.assignments > 0; })) {
      if (auto message = next_message()) {
        receive_block(*message, put);
        hand_out(message->rank - 1);
      } else {
        pause();
      }
    }
    release_others(put);
  }

 private:
  /// The state of another rank, kept by the leader.
  struct RankState {
    int threads = 0;
    int assignments = 0;       ///< number of assigned blocks that have not come back
    bool is_released = false;  ///< whether the rank waits for a call, or has left the job
  };
  static int rank_of(int k) { return k + 1; }
  int num_others() const { return static_cast<int>(rank_states_.size()); }
  RankState& state_of(int rank) { return rank_states_[static_cast<std::size_t>(rank - 1)]; }

  /// Throws ProcessLost if a process has ended before it was released.
  std::optional<Message> next_message() {
    auto message = transport_->next_message();
    if (!message || message->tag != process_ended) return message;
    if (!state_of(message->rank).is_released) throw ProcessLost(message->rank, transport_->ranks());
    return std::nullopt;
  }
  Message wait_for_message() {
    for (;;) {
      if (auto message = next_message()) return std::move(*message);
      pause();
    }
  }

  template <class Put>
  void receive_block(const Message& message, const Put& put) {
    BlockResult block = read_block_message(message.bytes);
    --state_of(message.rank).assignments;
    put(std::move(block));
  }

  /// Releases the other ranks, and waits for the answer of each. Passes blocks that arrive meanwhile to `put`.
  template <class Put>
  void release_others(const Put& put) {
    for (int k = 0; k < num_others(); ++k) transport_->send(rank_of(k), release, {});
    for (int missing = num_others(); missing > 0;) {
      const Message message = wait_for_message();
      if (message.tag == last_of_results) {
        --missing;
        state_of(message.rank).is_released = true;
      }
      if (message.tag == block_done) receive_block(message, put);
    }
  }

  std::unique_ptr<Transport> transport_;
  bool released_ = false;  ///< whether the leader has told this rank to leave the job
  std::vector<RankState> rank_states_;
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
    std::string planned_text;
    Plan plan;
    while (const auto study_text = job_->wait_for_call()) {
      if (*study_text != planned_text) {
        Study study = parse_canonical(*study_text, "the study of rank 0");
        study.folder = folder;
        plan = make_plan(study, catalogue);
        planned_text = *study_text;
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
  transport.send(leader, num_threads, bytes_of(threads));

  RunProgress progress(threads);
  const StopSignals signals(progress.stop);
  tbb::concurrent_bounded_queue<std::optional<BlockRange>> todo;
  tbb::concurrent_queue<std::vector<std::byte>> done;
  std::thread workers = start_thread([&] {
    run_workers(threads, [&](int worker) {
      const RunControl control{&progress.stop, &progress.rounds.of_worker(worker)};
      std::optional<BlockRange> range;
      try {
        for (todo.pop(range); range; todo.pop(range)) {
          const Cell& cell = plan.cells[static_cast<std::size_t>(range->cell)];
          BlockResult block = advance_block(cell, *range, control);
          done.push(block_message(block, cell.work->without_facts().shape()));
        }
      } catch (const Interrupted&) {
        return;
      }
    });
  });
  std::vector<std::byte> block;
  for (bool is_released = false; !is_released;) {
    auto message = transport.next_message();
    if (message && message->tag == assignment) todo.push(*reinterpret_cast<const BlockRange*>(message->bytes.data()));
    if (message && message->tag == release) is_released = true;
    const bool has_block = done.try_pop(block);
    if (has_block) transport.send(leader, block_done, block);
    if (!message && !has_block) pause();
  }
  progress.stop = true;
  for (int k = 0; k < threads; ++k) todo.push(std::nullopt);  // each ends one worker
  workers.join();
  while (done.try_pop(block)) transport.send(leader, block_done, block);
  transport.send(leader, last_of_results, {});
}

}  // namespace regretta
