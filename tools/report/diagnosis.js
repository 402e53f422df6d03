// Reasons to distrust the study, and what to do about them.
const diagnosisView = () => {
  const most = 12;  // buttons per finding; further cells are only counted
  const about = (finding) => {
    if (finding.cells.length === 0) return null;
    const buttons = finding.cells.slice(0, most).map((k) => chooses(html("button", { type: "button", class: "entry" }, `${k}`), cells[k]));
    rove(buttons);
    const { length } = finding.cells, more = length - buttons.length;
    return html("div", { class: "legend" }, length === 1 ? "cell" : "cells", ...buttons, more > 0 ? `and ${grouped(more)} more` : "");
  };
  /** Text in which `...` is code. */
  const withCode = (text) => text.split("`").map((part, k) => (k % 2 === 1 ? html("code", {}, part) : part));
  const findings = data.diagnosis.map((finding) => html("li", { "data-kind": finding.kind },
    html("p", {}, html("strong", {}, `${finding.severity}, ${finding.kind}`), ": ", withCode(finding.what), "."), about(finding),
    html("p", { class: "note" }, "To do: ", withCode(finding.advice), ".")));
  return section("diagnosis", "Diagnosis", findings.length > 0 ? html("ol", {}, findings)
    : html("p", {}, "No findings: all trials are there and finite, and there are no other reasons to distrust the results."));
};
