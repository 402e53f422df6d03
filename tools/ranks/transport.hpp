#pragma once
/// Messages between the processes that share a run. Process 0, the leader, exchanges them with all others; those only
/// with the leader. Only one thread at a time calls a transport, and none blocks in next_message.

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace regretta {

/// The tag of a message that a process never sends: it has ended.
inline constexpr int process_ended = -1;

struct Message {
  int rank = 0;  ///< of the sender
  int tag = 0;
  std::vector<std::byte> bytes;
};

/// Thrown by the leader where another process has ended before its work.
struct ProcessLost : std::runtime_error {
  ProcessLost(int rank, int ranks)
      : std::runtime_error("worker process " + std::to_string(rank) + " of " + std::to_string(ranks - 1) +
                           " has ended before its work; finished trials are saved, the same call goes on") {}
};

class Transport {
 public:
  virtual ~Transport() = default;
  virtual int rank() const = 0;
  virtual int ranks() const = 0;
  virtual int ranks_here() const = 0;  ///< on this machine
  /// How much a thread of another process is given at a time: more than what it plays where the next takes long to
  /// come.
  virtual int held_by_a_thread() const = 0;
  virtual void send(int rank, int tag, std::span<const std::byte> bytes) = 0;
  virtual std::optional<Message> next_message() = 0;  ///< nothing if none has arrived
  /// Ends all processes.
  [[noreturn]] virtual void abort(int status) = 0;
};

/// The MPI job that mpirun started this process for; null without one. Throws std::runtime_error if it has several
/// ranks and this program was built without MPI.
std::unique_ptr<Transport> mpi_transport();

/// Processes on this machine that are connected by stream sockets, as regretta_join (tools/c/regretta.h) says. Takes
/// the sockets over. Where the leader has ended, the others end, too, without a word.
std::unique_ptr<Transport> socket_transport(int rank, std::vector<int> sockets, int ranks);

/// The MPI support of this program, for `regretta version`.
std::string mpi_text();

}  // namespace regretta
