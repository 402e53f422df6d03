// Exactly one cell is selected at any time. When it changes, views are redrawn and everything that shows it is marked.
const selection = { cell: null, views: [] };

/** Calls `draw(cell)` now or later, and whenever the selection changes. */
const onChoice = (draw) => selection.views.push(draw);

const markChosen = () => {
  for (const element of document.querySelectorAll("[data-cell]")) {
    const chosen = element.getAttribute("data-cell") === String(selection.cell.cell);
    element.classList.toggle("chosen", chosen);
    if (chosen) element.setAttribute("aria-current", "true");
    else element.removeAttribute("aria-current");
  }
  offerDownloads();
};

/** The cell that an address ends with: "#cell=12", or the anchor of its row, "#cell-12". */
const cellOfAddress = () => {
  const found = /^#cell[=-](\d+)$/.exec(location.hash);
  return found ? cells[Number(found[1])] : undefined;
};
addEventListener("hashchange", () => {
  const cell = cellOfAddress();
  if (cell) choose(cell);
});

const redraw = () => {
  for (const draw of selection.views) draw(selection.cell);
  markChosen();
};

const choose = (cell) => {
  if (cell === selection.cell) return;
  const focused = document.activeElement;
  const view = focused?.closest("section");
  selection.cell = cell;
  if (cellOfAddress() !== cell) history.replaceState(null, "", `#cell=${cell.cell}`);
  redraw();
  // The focused element may have been redrawn: move the focus to the same cell in the same view.
  if (focused && !focused.isConnected && view)
    view.querySelector(`[data-cell="${cell.cell}"]:not(tr)`)?.focus({ preventScroll: true });
};

/** Makes `element` select `cell` on click, Enter and space. */
const chooses = (element, cell) => {
  element.setAttribute("data-cell", cell.cell);
  element.addEventListener("click", () => choose(cell));
  if (element.localName !== "button")
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choose(cell);
    });
  return element;
};
