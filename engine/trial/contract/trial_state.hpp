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
/// A member may be a number, an enum, a Real, an Eigen array of them, a vector, array, optional or variant of members,
/// or a class that has `state` itself. Masks are not allowed, since every instruction set stores them in its own way.
/// The bytes do not depend on the instruction set.
///
/// Bytes may come from anywhere, and none is believed: what they restore has the sizes of a newly constructed object,
/// and whatever else a member may not be its owner declares, as in archive(ArmIndex(best_, num_arms), Growing(rows_,
/// most)).

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

/// Names one of `count` arms, or for each lane one; from 0. Any other number that is used as an index is declared so,
/// too.
template <class T>
struct ArmIndex {
  ArmIndex(T& value, std::int64_t n) : arm(value), count(n) {}
  T& arm;  ///< an integer, or an Index<Real>
  std::int64_t count;
};

/// A vector or string that grows during a trial, up to `most` elements.
template <class T>
struct Growing {
  Growing(T& grown, std::size_t n) : values(grown), most(n) {}
  T& values;
  std::size_t most;
};

namespace detail {

template <class T>
inline constexpr bool is_pack = false;
template <int W, class Isa>
inline constexpr bool is_pack<BasicPack<W, Isa>> = true;

/// Visits members. `Self` has bytes(void*, size) and size(now, most), which returns the size to have, at most `most`.
template <class Self>
class StateArchive {
 public:
  template <class... Members>
  void operator()(Members&&... members) {
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
  void visit(bool& value) { value = self().size(value ? 1 : 0, 1) == 1; }
  template <class Real, int rows, int columns, int options, int most_rows, int most_columns>
  void visit(Eigen::Array<Real, rows, columns, options, most_rows, most_columns>& array) {
    expect(static_cast<std::size_t>(array.size()));
    self().bytes(array.data(), static_cast<std::size_t>(array.size()) * sizeof(Real));
  }
  template <class T>
  void visit(std::vector<T>& values) {
    expect(values.size());
    for (T& value : values) visit(value);
  }
  template <class T, std::size_t n>
  void visit(std::array<T, n>& values) {
    static_assert(!std::is_same_v<T, std::int32_t>, "arms are archived as ArmIndex(arms, their number)");
    for (T& value : values) visit(value);
  }
  template <class T>
  void visit(Growing<T>& grown) {
    grown.values.resize(self().size(grown.values.size(), grown.most));
    for (auto& value : grown.values) visit(value);
  }
  template <class T>
  void visit(ArmIndex<T>& index) {
    self().bytes(&index.arm, sizeof index.arm);
    const auto check = [&](std::int64_t arm) {
      if (arm < 0 || arm >= index.count) throw WrongState();
    };
    if constexpr (std::is_integral_v<T>) {
      check(index.arm);
    } else {
      for (const std::int32_t arm : index.arm) check(arm);
    }
  }
  template <class T>
  void visit(std::optional<T>& value) {
    if (self().size(value ? 1 : 0, 1) == 0) {
      value.reset();
      return;
    }
    if (!value) value.emplace();
    visit(*value);
  }
  template <class... T>
  void visit(std::variant<T...>& value) {  // the alternative is chosen by the constructor
    expect(value.index());
    std::visit([this](auto& alternative) { this->visit(alternative); }, value);
  }
  void expect(std::size_t size) {
    if (self().size(size, size) != size) throw WrongState();
  }
};

}  // namespace detail

/// Writes members to bytes.
class StateWriter : public detail::StateArchive<StateWriter> {
 public:
  std::string take() { return std::move(bytes_); }

  void bytes(const void* data, std::size_t size) { bytes_.append(static_cast<const char*>(data), size); }
  std::size_t size(std::size_t now, std::size_t /*most*/) {
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
  /// rounds: after which the object was saved.
  StateReader(std::string_view bytes, std::int64_t rounds) : left_(bytes), rounds_(rounds) {}
  bool at_end() const { return left_.empty(); }
  std::int64_t rounds() const { return rounds_; }

  void bytes(void* data, std::size_t size) {
    if (size > left_.size()) throw WrongState();
    if (size > 0) std::memcpy(data, left_.data(), size);
    left_.remove_prefix(size);
  }
  std::size_t size(std::size_t /*now*/, std::size_t most) {
    std::uint64_t stored = 0;
    bytes(&stored, sizeof stored);
    if (stored > most) throw WrongState();
    return static_cast<std::size_t>(stored);
  }

 private:
  std::string_view left_;
  std::int64_t rounds_;
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
