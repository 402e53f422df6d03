#include "regretta/engine/evidence/diagnosis/examined.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace regretta {

std::vector<const CellScan*> Examined::where(const std::function<bool(const CellScan&)>& choose) const {
  std::vector<const CellScan*> chosen;
  for (const CellScan& cell : cells)
    if (choose(cell)) chosen.push_back(&cell);
  return chosen;
}

std::string full_number(double x) {
  return std::abs(x) >= 1e4 && std::abs(x) < 1e15 ? fmt::format("{:.0f}", x) : fmt::format("{:.4g}", x);
}

std::string some_cells(const std::vector<std::int64_t>& cells, std::size_t most) {
  const std::size_t named = std::min(cells.size(), most);
  return fmt::format("cell{} {}{}", cells.size() == 1 ? "" : "s",
                     fmt::join(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(named), ", "),
                     named < cells.size() ? fmt::format(" and {} more", cells.size() - named) : "");
}

std::string share_text(const std::vector<const CellScan*>& cells, std::int64_t CellScan::*count) {
  std::int64_t some = 0, all = 0;
  for (const CellScan* cell : cells) {
    some += cell->*count;
    all += cell->seen;
  }
  return fmt::format("{} of {} trial{}", some, all, all == 1 ? "" : "s");
}

void add_finding(std::vector<Finding>& findings, std::string_view kind, Severity severity,
                 const std::vector<const CellScan*>& cells, std::string what, std::string advice) {
  Finding finding{kind, severity, {}, std::move(what), std::move(advice)};
  for (const CellScan* cell : cells) finding.cells.push_back(cell->label->cell);
  findings.push_back(std::move(finding));
}

}  // namespace regretta
