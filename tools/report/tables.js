// Makes the tables of the page sortable, the first one searchable, and lets their rows choose cells.
const numberOf = (text) => {
  const number = Number.parseFloat(text.replaceAll(",", ""));
  return Number.isNaN(number) ? null : number;
};

const makeSortable = (table) => {
  const body = table.tBodies[0], headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, k) => {
    const sort = () => {
      const down = heading.getAttribute("aria-sort") === "ascending";
      for (const sorted of headings) sorted.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const isNumber = heading.classList.contains("number");
      const keyed = [...body.rows].map((row) => [isNumber ? numberOf(row.cells[k].textContent) : row.cells[k].textContent, row]);
      keyed.sort(([a], [b]) => (a === null) - (b === null) || (down ? -1 : 1) * (a < b ? -1 : a > b ? 1 : 0));  // missing ones are last
      body.append(...keyed.map(([, row]) => row));
    };
    heading.replaceChildren(html("button", { type: "button", onclick: sort }, heading.textContent));
  });
};

for (const table of document.querySelectorAll("table")) {
  const rows = [...table.querySelectorAll("tr[data-cell]")];
  for (const row of rows) chooses(row, cells[row.dataset.cell]).setAttribute("tabindex", "-1");
  makeRoving(rows);
  if (table.id !== "best-table") makeSortable(table);
}
for (const button of document.querySelectorAll("#diagnosis [data-cell]")) chooses(button, cells[button.dataset.cell]);

/** Adds a filter: only rows with all of its words are shown. */
const makeFilter = (table) => {
  const count = html("span", { role: "status" }), words = html("input", { type: "search", oninput: () => apply() });
  const apply = () => {
    const parts = words.value.toLowerCase().split(/\s+/).filter(Boolean), rows = [...table.tBodies[0].rows];
    for (const row of rows) row.hidden = !parts.every((part) => row.textContent.toLowerCase().includes(part));
    count.textContent = ` ${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
  };
  document.getElementById("filter").append(html("label", {}, "Rows with the words ", words), count);
  apply();
};
makeFilter(document.getElementById("cells-table"));
