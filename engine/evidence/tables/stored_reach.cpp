#include "regretta/engine/evidence/tables/stored_reach.hpp"

#include <algorithm>
#include <cmath>

#include "regretta/engine/evidence/tables/stored_checksum.hpp"

namespace regretta {
namespace {

void insert(Statement& row, std::int64_t cell, Quantity quantity, std::int64_t t, const ValueRange& reach) {
  if (!std::isfinite(reach.least) || !std::isfinite(reach.most)) return;
  row.run(cell, quantity_name(quantity), t, reach.least, reach.most);
}

}  // namespace

void store_reach(const Database& database, const std::vector<CellLabel>& cells,
                 const std::function<Cell(const CellLabel&)>& cell_of) {
  if (database.has_table("reach")) return;
  Transaction transaction(database);
  database.run("CREATE TABLE reach (cell INTEGER, quantity TEXT, t INTEGER, least REAL, most REAL)");
  Statement row = database.prepare("INSERT INTO reach VALUES (?, ?, ?, ?, ?)");
  std::shared_ptr<const SharedWork> last;
  CellRanges ranges;
  for (const CellLabel& label : cells) {
    const Cell cell = cell_of(label);
    if (cell.work != last) ranges = compute_ranges(*cell.prepared().adversary, *cell.prepared().facts);
    last = cell.work;
    for (std::size_t k = 0; k < ranges.curve.size(); ++k)
      if (label.checkpoints[k] != label.horizon)
        for (const Quantity quantity : curve_quantities)
          insert(row, label.cell, quantity, label.checkpoints[k], ranges.curve[k][curve_index(quantity)]);
    for (const QuantityInfo& info : quantity_infos)
      insert(row, label.cell, info.quantity, label.horizon, ranges.whole[index_of(info.quantity)]);
  }
  database.run("CREATE INDEX reach_of_cell ON reach (cell)");
  store_checksum(database, "reach");
  transaction.commit();
}

}  // namespace regretta
