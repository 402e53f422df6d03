// The bar that names the chosen cell; and the page's address, where "#cell=12" chooses a cell, and "#SECTION" opens a section.
const showAddress = () => {
  choose(cellOfAddress());
  document.querySelector(/^#[a-z]+$/.test(location.hash) ? `${location.hash} > details` : "nothing")?.setAttribute("open", "");
};
if (cells.length > 0) {
  chosen.cell = cellOfAddress() ?? cells[0];
  const text = html("span", { id: "chosen" });
  const step = (offset) => choose(cells[(chosen.cell.cell + offset + cells.length) % cells.length]);
  document.getElementById("bar").append(text, html("span", {},
    html("button", { type: "button", id: "previous", onclick: () => step(-1) }, "Previous"),
    html("button", { type: "button", id: "next", onclick: () => step(1) }, "Next")));
  chosen.views.push((cell) => text.replaceChildren(html("b", {}, cell.label), ` in ${data.settings[cell.setting]}`));
  data.figures.forEach(showFigures);
  redraw();
  addEventListener("hashchange", showAddress);
  showAddress();
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((section) => section.setAttribute("open", "")));
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth !== width) redraw();
    width = innerWidth;
  });
}
document.documentElement.dataset.ready = "";
