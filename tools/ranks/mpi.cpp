// The ranks of an MPI job.

#include <mpi.h>

#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "regretta/tools/ranks/transport.hpp"

namespace regretta {
namespace {

class Mpi final : public Transport {
 public:
  Mpi() {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED) throw std::runtime_error("this MPI cannot be called from threads");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    MPI_Comm ranks_of_machine = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &ranks_of_machine);
    MPI_Comm_size(ranks_of_machine, &ranks_here_);
    MPI_Comm_free(&ranks_of_machine);
  }
  ~Mpi() override { MPI_Finalize(); }
  Mpi(const Mpi&) = delete;
  Mpi& operator=(const Mpi&) = delete;

  int rank() const override { return rank_; }
  int ranks() const override { return ranks_; }
  int ranks_here() const override { return ranks_here_; }
  int assignments_per_thread() const override { return 2; }  // a thread that finishes a block has the next one

  void send(int rank, int tag, std::span<const std::byte> bytes) override {
    MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, rank, tag, MPI_COMM_WORLD);
  }

  std::optional<Message> next_message() override {
    int has_arrived = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &has_arrived, &status);
    if (!has_arrived) return std::nullopt;
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    Message message{status.MPI_SOURCE, status.MPI_TAG, std::vector<std::byte>(static_cast<std::size_t>(size))};
    MPI_Recv(message.bytes.data(), size, MPI_BYTE, message.rank, message.tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return message;
  }

  [[noreturn]] void abort(int status) override {
    MPI_Abort(MPI_COMM_WORLD, status);
    std::abort();  // MPI_Abort is not declared [[noreturn]]
  }

 private:
  int rank_ = 0, ranks_ = 1, ranks_here_ = 1;
};

}  // namespace

std::unique_ptr<Transport> mpi_transport() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMIX_RANK"})
    if (std::getenv(name) != nullptr) return std::make_unique<Mpi>();
  return nullptr;
}

std::string mpi_text() {
  char library[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  MPI_Get_library_version(library, &length);
  const std::string_view text(library, static_cast<std::size_t>(length));
  return std::string(text.substr(0, text.find(',')));
}

}  // namespace regretta
