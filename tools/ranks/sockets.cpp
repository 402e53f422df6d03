// Processes of one machine, connected by sockets.

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include <fmt/format.h>

#include "regretta/tools/ranks/transport.hpp"
#include "regretta/tools/terminal/exit_status.hpp"

namespace regretta {
namespace {

/// The beginning of a message on a socket; `size` bytes follow.
struct FrameHead {
  int tag = 0;
  std::size_t size = 0;
};

class Sockets final : public Transport {
 public:
  Sockets(int rank, std::vector<int> sockets, int ranks) : rank_(rank), ranks_(ranks), sockets_(std::move(sockets)) {}
  ~Sockets() override {
    for (const int socket : sockets_)
      if (socket >= 0) ::close(socket);
  }
  Sockets(const Sockets&) = delete;
  Sockets& operator=(const Sockets&) = delete;

  int rank() const override { return rank_; }
  int ranks() const override { return ranks_; }
  int ranks_here() const override { return ranks_; }
  int assignments_per_thread() const override { return 1; }

  void send(int rank, int tag, std::span<const std::byte> bytes) override {
    const FrameHead head{tag, bytes.size()};
    write_all(rank, std::as_bytes(std::span(&head, 1)));
    write_all(rank, bytes);
  }

  std::optional<Message> next_message() override {
    std::vector<pollfd> waiting;
    for (const int socket : sockets_) waiting.push_back({socket, POLLIN, 0});  // poll ignores closed ones, which are -1
    if (::poll(waiting.data(), waiting.size(), 0) <= 0) return std::nullopt;
    for (std::size_t k = 0; k < waiting.size(); ++k) {
      if (waiting[(last_ + 1 + k) % waiting.size()].revents == 0) continue;
      last_ = (last_ + 1 + k) % waiting.size();  // in turn, so that every process is served
      const int from = rank_ == 0 ? static_cast<int>(last_) + 1 : 0;
      FrameHead head;
      char first = 0;
      if (::recv(sockets_[last_], &first, 1, MSG_PEEK) == 0 && rank_ == 0) {
        ::close(std::exchange(sockets_[last_], -1));
        return Message{from, process_ended, {}};
      }
      read_all(from, std::as_writable_bytes(std::span(&head, 1)));
      Message message{from, head.tag, std::vector<std::byte>(head.size)};
      read_all(from, message.bytes);
      return message;
    }
    return std::nullopt;
  }

  [[noreturn]] void abort(int status) override { ::_exit(status); }  // the others see the end of their sockets

 private:
  int socket_of(int rank) const { return sockets_[rank_ == 0 ? static_cast<std::size_t>(rank - 1) : 0]; }
  /// For a process whose peer has ended: ends with it, or, as leader, throws.
  [[noreturn]] void report_lost(int rank) const {
    if (rank_ != 0) ::_exit(exit_status::interrupted);
    throw ProcessLost(rank, ranks_);
  }
  void write_all(int rank, std::span<const std::byte> bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = ::send(socket_of(rank), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) report_lost(rank);
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
  }
  void read_all(int rank, std::span<std::byte> bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = ::recv(socket_of(rank), bytes.data(), bytes.size(), 0);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) report_lost(rank);
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
  }

  int rank_, ranks_;
  std::vector<int> sockets_;
  std::size_t last_ = 0;  ///< index of the socket from which the last message was read
};

}  // namespace

std::unique_ptr<Transport> socket_transport(int rank, std::vector<int> sockets, int ranks) {
  return std::make_unique<Sockets>(rank, std::move(sockets), ranks);
}

}  // namespace regretta
