#pragma once
/// Oblivious means. An adversary that fixes its means before round 1 is a finite table of rows, visited in a fixed
/// order. Losses are rows of K numbers in [0, 1]; violations are rows of m x K numbers in [-1, 1], constraint by
/// constraint (entry i * K + a). Environments provide them; the referee and compute_facts read them.

#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace regretta {

/// A table of rows and the order in which rounds visit them. Immutable; shared by all threads.
template <class P>
concept MeanProcess = requires(const P& p, std::int64_t t, std::span<double> out) {
  { p.num_rows() } -> std::convertible_to<std::int64_t>;     // >= 1
  { p.row_at(t) } -> std::convertible_to<std::int64_t>;      // t in 1..T  ->  0..num_rows()-1
  { p.same_until(t) } -> std::convertible_to<std::int64_t>;  // some u >= t (may exceed T): rounds t..u visit one row
  { p.read(t, out) } -> std::same_as<void>;                  // first argument: a row; writes all of its numbers
};

/// Optional, for processes that hold their rows in memory: where a row lies while the process lives. Readers then need
/// no copy.
template <class P>
concept HoldsRows = MeanProcess<P> && requires(const P& p, std::int64_t row) {
  { p.held(row) } -> std::convertible_to<const double*>;  // nullptr: not this one
};

/// Holds any MeanProcess by value; copies share it.
class MeanRows {
 public:
  MeanRows() = default;
  template <MeanProcess P>
  requires(!std::same_as<P, MeanRows>) MeanRows(P process)
      : self_(std::make_shared<const Model<P>>(std::move(process))) {}  // NOLINT: a process is rows

  explicit operator bool() const { return self_ != nullptr; }
  std::int64_t num_rows() const { return self_->num_rows(); }
  std::int64_t row_at(std::int64_t t) const { return self_->row_at(t); }
  std::int64_t same_until(std::int64_t t) const { return self_->same_until(t); }
  void read(std::int64_t row, std::span<double> out) const { self_->read(row, out); }
  const double* held(std::int64_t row) const { return self_->held(row); }

 private:
  struct Concept {
    virtual ~Concept() = default;
    virtual std::int64_t num_rows() const = 0;
    virtual std::int64_t row_at(std::int64_t t) const = 0;
    virtual std::int64_t same_until(std::int64_t t) const = 0;
    virtual void read(std::int64_t row, std::span<double> out) const = 0;
    virtual const double* held(std::int64_t row) const = 0;
  };
  template <class P>
  struct Model final : Concept {
    explicit Model(P p) : process(std::move(p)) {}
    std::int64_t num_rows() const override { return process.num_rows(); }
    std::int64_t row_at(std::int64_t t) const override { return process.row_at(t); }
    std::int64_t same_until(std::int64_t t) const override { return process.same_until(t); }
    void read(std::int64_t row, std::span<double> out) const override { process.read(row, out); }
    const double* held([[maybe_unused]] std::int64_t row) const override {
      if constexpr (HoldsRows<P>) return process.held(row);
      return nullptr;
    }
    P process;
  };
  std::shared_ptr<const Concept> self_;
};

static_assert(HoldsRows<MeanRows>);

/// Reads rows of `width` numbers: in place if they are held, else into a buffer.
class RowValues {
 public:
  RowValues(MeanRows rows, std::size_t width) : rows_(std::move(rows)), width_(width) {}

  /// Valid until the next call.
  std::span<const double> operator()(std::int64_t row) {
    if (const double* held = rows_.held(row)) return {held, width_};
    buffer_.resize(width_);
    rows_.read(row, buffer_);
    return buffer_;
  }
  std::size_t width() const { return width_; }

 private:
  MeanRows rows_;
  std::size_t width_;
  std::vector<double> buffer_;
};

}  // namespace regretta
