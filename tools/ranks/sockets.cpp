// Processes of one machine, connected by sockets.

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <utility>


#include "regretta/tools/ranks/transport.hpp"
#include "regretta/tools/terminal/exit_status.hpp"

namespace regretta {
namespace {

/// The header of a message on a socket; `size` bytes follow.
struct FrameHeader {
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
    const FrameHeader header{tag, bytes.size()};
    write_all(rank, std::as_bytes(std::span(&header, 1)));
    write_all(rank, bytes);
  }

  std::optional<Message> next_message() override {
    std::vector<pollfd> polled;
    for (const int socket : sockets_) polled.push_back({socket, POLLIN, 0});  // closed: -1, which poll skips
    if (::poll(polled.data(), polled.size(), 0) <= 0) return std::nullopt;
    for (std::size_t k = 0; k < polled.size(); ++k) {
      if (polled[(last_ + 1 + k) % polled.size()].revents == 0) continue;
      last_ = (last_ + 1 + k) % polled.size();  // the next search begins after it, so that every process is served
      const int sender = rank_ == 0 ? static_cast<int>(last_) + 1 : 0;
      FrameHeader header;
      char first_byte = 0;
      if (::recv(sockets_[last_], &first_byte, 1, MSG_PEEK) == 0 && rank_ == 0) {
        ::close(std::exchange(sockets_[last_], -1));
        return Message{sender, process_ended, {}};
      }
      read_all(sender, std::as_writable_bytes(std::span(&header, 1)));
      Message message{sender, header.tag, std::vector<std::byte>(header.size)};
      read_all(sender, message.bytes);
      return message;
    }
    return std::nullopt;
  }

  [[noreturn]] void abort(int status) override { ::_exit(status); }  // the others see that their sockets are closed

 private:
  int socket_of(int rank) const { return sockets_[rank_ == 0 ? static_cast<std::size_t>(rank - 1) : 0]; }
  /// Called when the process at the other end has ended. The leader throws; any other process ends, too.
  [[noreturn]] void report_lost(int rank) const {
    if (rank_ != 0) ::_exit(exit_status::interrupted);
    throw ProcessLost(rank, ranks_);
  }
  void write_all(int rank, std::span<const std::byte> bytes) const {
    while (!bytes.empty()) {
      const ssize_t written = ::send(socket_of(rank), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) report_lost(rank);
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }
  void read_all(int rank, std::span<std::byte> bytes) const {
    while (!bytes.empty()) {
      const ssize_t received = ::recv(socket_of(rank), bytes.data(), bytes.size(), 0);
      if (received < 0 && errno == EINTR) continue;
      if (received <= 0) report_lost(rank);
      bytes = bytes.subspan(static_cast<std::size_t>(received));
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
