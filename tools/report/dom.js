// Functions that make HTML and SVG elements, and the state of the page: the chosen cell. Text is inserted as text, never as markup.
const data = JSON.parse(document.getElementById("study").textContent);
/** Sets attributes, or listeners for names such as "onclick", and appends children. Returns the element. */
const filled = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
};
const html = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);
const svg = (tag, attributes = {}, ...children) =>
  filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

/** Cells: {cell: its number, learner: key of its learner in data.styles, setting: index into data.settings, label: name of its learner}. */
const cells = data.cells.map(([learner, setting], cell) => ({ cell, learner, setting, label: data.styles[learner]?.label ?? "" }));
const chosen = { cell: null, views: [] };  // views: functions that draw a part of the page for a cell

/** The cell named at the end of the page's address, such as "#cell=12"; undefined without one. */
const cellOfAddress = () => cells[Number(/^#cell=(\d+)$/.exec(location.hash)?.[1])];

const redraw = () => {
  for (const draw of chosen.views) draw(chosen.cell);
  for (const element of document.querySelectorAll("[data-cell]")) {
    const isChosen = element.getAttribute("data-cell") === String(chosen.cell.cell);
    element.classList.toggle("chosen", isChosen);
    if (isChosen) element.setAttribute("aria-current", "true");
    else element.removeAttribute("aria-current");
  }
};

const choose = (cell) => {
  if (!cell || cell === chosen.cell) return;
  const focused = document.activeElement, view = focused?.closest("section");
  chosen.cell = cell;
  if (cellOfAddress() !== cell) history.replaceState(null, "", `#cell=${cell.cell}`);
  redraw();
  // The focused element may have been redrawn: move the focus to the same cell in the same view.
  if (focused && !focused.isConnected && view)
    view.querySelector(`[data-cell="${cell.cell}"]:not(tr)`)?.focus({ preventScroll: true });
};

/** Clicking the element, or pressing Enter or space on it, chooses the cell. Returns the element. */
const makeChooser = (element, cell) => {
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

/** Roving tabindex: only one of the elements can be reached with Tab; arrow keys move from it to the others. */
const makeRoving = (elements) => {
  const enter = (element) => {
    for (const candidate of elements) candidate.setAttribute("tabindex", candidate === element ? "0" : "-1");
  };
  elements.forEach((element, k) => {
    element.addEventListener("focus", () => enter(element));
    element.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      elements[Math.min(Math.max(k + step, 0), elements.length - 1)].focus();
    });
  });
  if (elements.length > 0) enter(elements.find((element) => element.classList.contains("chosen")) ?? elements[0]);
};
