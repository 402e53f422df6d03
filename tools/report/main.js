// Tables are drawn first, charts when they come into view.
const page = document.getElementById("page");
if (cells.length === 0) {
  page.replaceChildren(headerView(), html("p", {}, "The study has no cells."));
} else {
  selection.cell = cellOfAddress() ?? cells.find((cell) => cell.trials > cell.failed) ?? cells[0];
  page.replaceChildren(headerView());
  const answer = html("div", { class: "columns answer" }, wordsView());
  if (cells.length > 500) await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  const table = summaryView();
  page.append(answer, chosenBar(), table);
  redraw();
  requestAnimationFrame(() => setTimeout(() => {
    const above = ["frontier", "curves"];
    const figuresOf = (wanted) => data.figures.filter(({ kind }) => kind === wanted).map(figureView);
    answer.append(...figuresOf("frontier"));
    table.before(...figuresOf("curves"));
    page.append(...data.figures.filter(({ kind }) => !above.includes(kind)).map(figureView),
      ...[differencesView, detailsView, ledgerView, diagnosisView, aboutView].map((view) => view()).filter(Boolean));
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
