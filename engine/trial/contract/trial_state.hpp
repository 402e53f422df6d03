#pragma once
/// Saves trials while they are being played, and restores them, so that stopping a run loses little of a long trial.
///
/// A learner, and an adaptive adversary, lists the members that change during a trial (nothing that its constructor
/// computes from its arguments):
///
///   template <class Archive>
///   void state(Archive& archive) {
///     archive(t_, x_, mirror_);
///   }
///
/// A member may be a number, an enum, a Real, an Eigen array of them, a vector, array, string, optional or variant of
/// members, or a class that has `state` itself. Masks are not allowed, since every instruction set stores them in its
/// own way. The bytes do not depend on the instruction set.

#include <array>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "regretta/engine/real/real.hpp"

namespace regretta {

/// Thrown by StateReader for bytes that the object cannot have written.
struct WrongState : std::runtime_error {
  WrongState() : std::runtime_error("the saved state is of another program") {}
};

namespace detail {

template <class T>
inline constexpr bool is_pack = false;
template <int W, class Isa>
inline constexpr bool is_pack<BasicPack<W, Isa>> = true;

/// Visits members. `Self` has bytes(void*, size) and size(size now), which returns the size to have.
template <class Self>
class StateArchive {
 public:
  template <class... Members>
  void operator()(Members&... members) {
    (visit(members), ...);
  }

 private:
  Self& self() { return static_cast<Self&>(*this); }

  template <class T>
  void visit(T& value) {
    if constexpr (requires { value.state(self()); }) {
      value.state(self());
    } else {
      static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T> || is_pack<T>,
                    "give this class a member template state(archive), see engine/trial/contract/trial_state.hpp");
      self().bytes(&value, sizeof value);
    }
  }
  template <class Real, int rows, int columns, int options, int most_rows, int most_columns>
  void visit(Eigen::Array<Real, rows, columns, options, most_rows, most_columns>& array) {
    const auto size = static_cast<std::size_t>(array.size());
    if (self().size(size) != size) throw WrongState();
    self().bytes(array.data(), size * sizeof(Real));
  }
  template <class T>
  void visit(std::vector<T>& values) {
    const std::size_t size = self().size(values.size());
    if constexpr (std::default_initializable<T>) values.resize(size);
    if (values.size() != size) throw WrongState();
    for (T& value : values) visit(value);
  }
  template <class T, std::size_t n>
  void visit(std::array<T, n>& values) {
    for (T& value : values) visit(value);
  }
  void visit(std::string& text) {
    text.resize(self().size(text.size()));
    self().bytes(text.data(), text.size());
  }
  template <class T>
  void visit(std::optional<T>& value) {
    if (self().size(value ? 1 : 0) == 0) {
      value.reset();
      return;
    }
    if (!value) value.emplace();
    visit(*value);
  }
  template <class... T>
  void visit(std::variant<T...>& value) {  // the alternative is chosen by the constructor
    if (self().size(value.index()) != value.index()) throw WrongState();
    std::visit([this](auto& alternative) { this->visit(alternative); }, value);
  }
};

}  // namespace detail

/// Writes members to bytes.
class StateWriter : public detail::StateArchive<StateWriter> {
 public:
  std::string take() { return std::move(bytes_); }

  void bytes(const void* data, std::size_t size) { bytes_.append(static_cast<const char*>(data), size); }
  std::size_t size(std::size_t now) {
    const std::uint64_t stored = now;
    bytes(&stored, sizeof stored);
    return now;
  }

 private:
  std::string bytes_;
};

/// Reads members from the bytes of an object that was constructed with the same arguments. Throws WrongState if they do
/// not fit.
class StateReader : public detail::StateArchive<StateReader> {
 public:
  explicit StateReader(std::string_view bytes) : left_(bytes) {}
  bool at_end() const { return left_.empty(); }

  void bytes(void* data, std::size_t size) {
    if (size > left_.size()) throw WrongState();
    if (size > 0) std::memcpy(data, left_.data(), size);
    left_.remove_prefix(size);
  }
  std::size_t size(std::size_t /*now*/) {
    std::uint64_t stored = 0;
    bytes(&stored, sizeof stored);
    if (stored > left_.size()) throw WrongState();  // every element has a byte at least
    return static_cast<std::size_t>(stored);
  }

 private:
  std::string_view left_;
};

/// Optional, for learners, adversaries and measures: a member template state(archive) that lists the members that
/// change. A long trial can then be resumed where a run was stopped, instead of from its first round.
template <class T>
concept HasState = requires(T& object, StateWriter& writer, StateReader& reader) {
  object.state(writer);
  object.state(reader);
};

/// What has a state behind an interface: referees, adversaries and measures.
class Savable {
 public:
  virtual ~Savable() = default;
  virtual bool can_be_saved() const { return false; }
  virtual void save(StateWriter&) {}
  virtual void restore(StateReader&) {}
};

/// Trials first .. first + lanes - 1 of a cell after some of their rounds.
struct TrialState {
  std::int64_t first = 0;
  int lanes = 1;            ///< of the Real that they were played with
  std::int64_t rounds = 0;  ///< played so far
  std::string bytes{};
};

/// Keeps the states of the trials that one thread plays.
class StateKeeper {
 public:
  virtual ~StateKeeper() = default;
  /// The state that an earlier run kept of these trials; null if there is none.
  virtual const TrialState* find(std::int64_t first, int lanes) = 0;
  /// Whether keep() should be called now. stopping: the trials are about to be abandoned.
  virtual bool wants_state(bool stopping) = 0;
  virtual void keep(TrialState state) = 0;
};

}  // namespace regretta
