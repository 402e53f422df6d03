// Ranks over MPI. Only one thread at a time calls MPI, and none blocks inside it, so that a rank waiting for work
// leaves its processor to the others.

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <vector>

#include <tbb/concurrent_queue.h>
#include <tbb/info.h>

#include "regretta/engine/study/blocks/block_bytes.hpp"
#include "regretta/engine/study/blocks/crew.hpp"
#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/engine/study/blocks/workers.hpp"
#include "regretta/engine/study/text/canonical.hpp"
#include "regretta/tools/mpi/block_message.hpp"
#include "regretta/tools/mpi/ranks.hpp"
#include "regretta/tools/terminal/exit_status.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/terminal/stop_signals.hpp"

namespace regretta {
namespace {

constexpr int leader = 0;

/// Message tags.
enum Tag : int {
  call_to_work,  // leader to crew: the plan's checksum
  threads_here,  // crew to leader, in answer: int
  assignment,    // leader to crew: Assignment
  block_done,    // crew to leader: a block message
  go_home,       // leader to crew: no more of this work; to a rank that waits for a call: no more calls
  gone_home,     // crew to leader: the last message before it waits for a call, or leaves
};

struct Message {
  int rank = 0;
  int tag = 0;
  std::vector<std::byte> bytes;
};

void send(int rank, Tag tag, const void* bytes, std::size_t size) {
  MPI_Send(bytes, static_cast<int>(size), MPI_BYTE, rank, tag, MPI_COMM_WORLD);
}
void send(int rank, Tag tag) { send(rank, tag, nullptr, 0); }

std::optional<Message> next_message() {
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
  if (!there) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  Message message{status.MPI_SOURCE, status.MPI_TAG, std::vector<std::byte>(static_cast<std::size_t>(size))};
  MPI_Recv(message.bytes.data(), size, MPI_BYTE, message.rank, message.tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return message;
}

void pause() { std::this_thread::sleep_for(std::chrono::microseconds(200)); }

Message wait_for_message() {
  for (;;) {
    if (auto message = next_message()) return std::move(*message);
    pause();
  }
}

std::string checksum(const Plan& plan) { return text_checksum(canonical_text(plan.study)); }

std::string_view text_of(const Message& message) {
  return {reinterpret_cast<const char*>(message.bytes.data()), message.bytes.size()};
}

bool started_by_mpirun() {
  return std::getenv("OMPI_COMM_WORLD_SIZE") || std::getenv("PMI_RANK") || std::getenv("PMIX_RANK");
}

}  // namespace

class Ranks::Job final : public Crew {
 public:
  Job() {
    int given = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &given);
    if (given < MPI_THREAD_SERIALIZED) throw std::runtime_error("this MPI cannot be called from threads");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    MPI_Comm machine = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &ranks_here_);
    MPI_Comm_free(&machine);
    if (rank_ == leader) others_.resize(static_cast<std::size_t>(ranks_ - 1));
  }
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;
  ~Job() override {
    if (rank_ == leader) {
      send_home([](std::size_t, BlockResult) {});
    } else {
      while (!home_) home_ = wait_for_message().tag == go_home;
      send(leader, gone_home);
    }
    MPI_Finalize();
  }

  int rank() const { return rank_; }
  int ranks() const { return ranks_; }
  int ranks_here() const { return ranks_here_; }

  void call(const Plan& plan) {
    plan_checksum_ = checksum(plan);
    for (int k = 0; k < crew_size(); ++k) send(rank_of(k), call_to_work, plan_checksum_.data(), plan_checksum_.size());
    for (int k = 0; k < crew_size(); ++k) {
      const Message answer = wait_for_message();
      other(answer.rank) = {.threads = *reinterpret_cast<const int*>(answer.bytes.data()), .holds = 0};
    }
  }

  /// False if sent home.
  bool wait_for_call() {
    const Message message = wait_for_message();
    plan_checksum_ = text_of(message);
    home_ = message.tag == go_home;
    return !home_;
  }
  const std::string& plan_checksum() const { return plan_checksum_; }

  int workers() const override {
    int sum = 0;
    for (const Other& one : others_) sum += one.threads;
    return sum;
  }

  void serve(const std::function<std::optional<Assignment>()>& take,
             const std::function<void(std::size_t, BlockResult)>& put, const std::atomic<bool>& stop) override {
    bool more = true;
    const auto hand_out = [&](int k) {
      Other& one = others_[static_cast<std::size_t>(k)];
      while (more && one.holds < 2 * one.threads) {
        const auto work = take();
        more = work.has_value();
        if (!more) return;
        send(rank_of(k), assignment, &*work, sizeof *work);
        ++one.holds;
      }
    };
    for (int k = 0; k < crew_size(); ++k) hand_out(k);
    while (!stop && std::ranges::any_of(others_, [](const Other& one) { return one.holds > 0; })) {
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
    int holds = 0;  ///< assignments not yet returned
  };
  static int rank_of(int k) { return k + 1; }
  int crew_size() const { return static_cast<int>(others_.size()); }
  Other& other(int rank) { return others_[static_cast<std::size_t>(rank - 1)]; }

  template <class Put>
  void hand_in(const Message& message, const Put& put) {
    auto [part, block] = read_block_message(message.bytes);
    --other(message.rank).holds;
    put(part, std::move(block));
  }

  /// Sends the crew home. Results that are still on their way count.
  template <class Put>
  void send_home(const Put& put) {
    for (int k = 0; k < crew_size(); ++k) send(rank_of(k), go_home);
    for (int left = crew_size(); left > 0;) {
      const Message message = wait_for_message();
      if (message.tag == gone_home) --left;
      if (message.tag == block_done) hand_in(message, put);
    }
  }

  int rank_ = 0;
  int ranks_ = 1;
  int ranks_here_ = 1;
  bool home_ = false;  ///< no more work will come, though the leader does not yet know that this rank has been told
  std::vector<Other> others_;
  std::string plan_checksum_;
};

Ranks::Ranks() {
  if (started_by_mpirun()) job_ = std::make_unique<Job>();
}
Ranks::~Ranks() = default;

bool Ranks::leads() const { return !job_ || job_->rank() == leader; }

int Ranks::size() const { return job_ ? job_->ranks() : 1; }

int Ranks::threads_each() const {
  return std::max(tbb::info::default_concurrency() / (job_ ? job_->ranks_here() : 1), 1);
}

Crew* Ranks::call(const Plan& plan) {
  if (!job_ || job_->ranks() == 1) return nullptr;
  job_->call(plan);
  return job_.get();
}

bool Ranks::wait_for_call() const { return job_->wait_for_call(); }

void Ranks::work(const Plan& plan, int threads) const {
  if (checksum(plan) != job_->plan_checksum())
    throw std::runtime_error("the study, or a trace it names, is not the one that rank 0 reads");
  send(leader, threads_here, &threads, sizeof threads);

  RunProgress progress(threads);
  const StopSignals signals(progress.stop);
  tbb::concurrent_bounded_queue<std::optional<Assignment>> todo;
  tbb::concurrent_queue<std::vector<std::byte>> done;
  std::thread workers = start_thread([&] {
    run_workers(threads, [&](int worker) {
      const RunControl control{&progress.stop, &progress.rounds.of(worker)};
      std::optional<Assignment> mine;
      try {
        for (todo.pop(mine); mine; todo.pop(mine)) {
          const Cell& cell = plan.cells[static_cast<std::size_t>(mine->range.cell)];
          BlockResult block = advance_block(cell, mine->range, control);
          done.push(block_message(mine->part, block, cell.work->without_facts().shape()));
        }
      } catch (const Interrupted&) {
        return;
      }
    });
  });
  std::vector<std::byte> block;
  for (bool at_work = true; at_work;) {
    auto message = next_message();
    if (message && message->tag == assignment) todo.push(*reinterpret_cast<const Assignment*>(message->bytes.data()));
    if (message && message->tag == go_home) at_work = false;
    const bool has_block = done.try_pop(block);
    if (has_block) send(leader, block_done, block.data(), block.size());
    if (!message && !has_block) pause();
  }
  progress.stop = true;
  for (int k = 0; k < threads; ++k) todo.push(std::nullopt);
  workers.join();
  while (done.try_pop(block)) send(leader, block_done, block.data(), block.size());
  send(leader, gone_home);
}

void Ranks::abort(std::string_view message) const {
  print_message("rank {}: {}", job_->rank(), message);
  MPI_Abort(MPI_COMM_WORLD, exit_status::bad_input);
  std::abort();
}

std::string mpi_text() {
  char library[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  MPI_Get_library_version(library, &length);
  const std::string_view text(library, static_cast<std::size_t>(length));
  return std::string(text.substr(0, text.find(',')));
}

}  // namespace regretta
