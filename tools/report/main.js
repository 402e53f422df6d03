// Tables are drawn first, charts when they come into view.
const page = document.getElementById("page");
if (cells.length === 0) {
  page.replaceChildren(headerView(), html("p", {}, "The study has no cells."));
} else {
  selection.cell = cellOfAddress() ?? cells.find((cell) => cell.trials > cell.failed) ?? cells[0];
  page.replaceChildren(headerView());
  if (cells.length > 500) await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  page.append(wordsView(), chosenBar(), summaryView());
  redraw();
  requestAnimationFrame(() => setTimeout(() => {
    page.append(...data.figures.map(figureView), ...[differencesView, detailsView, ledgerView, diagnosisView].map((view) => view()).filter(Boolean));
    document.getElementById("summary").append(contents());
    redraw();
    page.dataset.ready = "";
    let waiting, width = contentWidth();
    addEventListener("resize", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        if (contentWidth() === width || isPrinting()) return;
        width = contentWidth();
        redraw();
      }, 80);
    });
    for (const [event, printing] of [["beforeprint", true], ["afterprint", false]])
      addEventListener(event, () => { document.documentElement.classList.toggle("printing", printing); redraw(); });
  }));
}
