// Makes the program's tables sortable and filterable; clicking a row chooses its cell.
const numberOf = (text) => {
  const number = Number.parseFloat(text.replaceAll(",", ""));
  return Number.isNaN(number) ? null : number;
};

const makeSortable = (table) => {
  const body = table.tBodies[0], headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, k) => {
    const sort = () => {
      const isDescending = heading.getAttribute("aria-sort") === "ascending";
      for (const sibling of headings) sibling.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
      const isNumber = heading.classList.contains("number");
      const keyed = [...body.rows].map((row) => [isNumber ? numberOf(row.cells[k].textContent) : row.cells[k].textContent, row]);
      keyed.sort(([a], [b]) => (a === null) - (b === null) || (isDescending ? -1 : 1) * (a < b ? -1 : a > b ? 1 : 0));  // null is last
      body.append(...keyed.map(([, row]) => row));
    };
    heading.replaceChildren(html("button", { type: "button", onclick: sort }, heading.textContent));
  });
};

for (const table of document.querySelectorAll("table")) {
  const rows = [...table.querySelectorAll("tr[data-cell]")];
  for (const row of rows) makeChooser(row, cells[row.dataset.cell]).setAttribute("tabindex", "-1");
  makeRoving(rows);
  if (table.id !== "best-table") makeSortable(table);
}
for (const button of document.querySelectorAll("#diagnosis [data-cell]")) makeChooser(button, cells[button.dataset.cell]);

/** Adds a search field that hides rows which lack one of the typed words. */
const makeFilter = (table) => {
  const count = html("span", { role: "status" }), field = html("input", { type: "search", oninput: () => apply() });
  const apply = () => {
    const typed = field.value.toLowerCase().split(/\s+/).filter(Boolean), rows = [...table.tBodies[0].rows];
    for (const row of rows) row.hidden = !typed.every((word) => row.textContent.toLowerCase().includes(word));
    count.textContent = ` ${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
  };
  document.getElementById("filter").append(html("label", {}, "Rows with the words ", field), count);
  apply();
};
makeFilter(document.getElementById("cells-table"));
