#pragma once
/// Messages between the processes that share a run. Process 0, the leader, exchanges messages with all others, and
/// they only with the leader. Only one thread at a time may call a transport. next_message does not block.

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace regretta {

/// The tag of the message by which a transport reports that a process has ended.
inline constexpr int process_ended = -1;

struct Message {
  int rank = 0;  ///< rank of the sender
  int tag = 0;
  std::vector<std::byte> bytes;
};

/// Thrown by the leader if another process ends before its work is complete.
struct ProcessLost : std::runtime_error {
  ProcessLost(int rank, int ranks)
      : std::runtime_error("worker process " + std::to_string(rank) + " of " + std::to_string(ranks - 1) +
                           " has ended early; finished trials are saved, and the same call resumes") {}
};

class Transport {
 public:
  virtual ~Transport() = default;
  virtual int rank() const = 0;
  virtual int ranks() const = 0;
  virtual int ranks_here() const = 0;  ///< number of ranks on this machine
  /// Number of blocks that the leader assigns to each thread of another process at a time: 2 if messages are so slow
  /// that the thread would have to wait for its next block, else 1.
  virtual int assignments_per_thread() const = 0;
  virtual void send(int rank, int tag, std::span<const std::byte> bytes) = 0;
  virtual std::optional<Message> next_message() = 0;  ///< std::nullopt if none has arrived
  /// Ends this process with this exit status, and all others.
  [[noreturn]] virtual void abort(int status) = 0;
};

/// The MPI job for which mpirun started this process; null if there is none. Throws std::runtime_error if this
/// program was built without MPI and the job has several ranks (under PMIx: in ranks above 0).
std::unique_ptr<Transport> mpi_transport();

/// A job of processes on this machine, connected by stream sockets as regretta_join describes (tools/c/regretta.h).
/// Takes ownership of the sockets. If the leader ends, the others end without a message.
std::unique_ptr<Transport> socket_transport(int rank, std::vector<int> sockets, int ranks);

/// The MPI library of this program, or "none (...)", for `regretta version`.
std::string mpi_text();

}  // namespace regretta
