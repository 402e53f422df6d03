// What the study is, where its numbers come from, and how to reproduce them.
const facts = () => {
  const study = data.study;
  const whole = study.saved === study.planned;
  const list = [
    ["digest", html("code", {}, study.digest)],
    ["cells", grouped(cells.length)],
    ["trials", `${grouped(study.saved)}${whole ? "" : ` of ${grouped(study.planned)}`} in all, `
      + `${study.may_stop ? "at most " : ""}${grouped(study.trials)} per cell`],
    ["rounds", grouped(study.rounds)],
    ["computing time", study.pace && `${study.time} summed over workers, ${study.pace} per worker`],
    ["seed", study.seed],
    ["delta", study.delta],
    ["shard", study.shard],
    ["computed by", `regretta ${study.version}, ${study.build}`],
  ];
  return html("dl", { class: "facts" },
    list.filter(([, value]) => value).map(([name, value]) => html("div", {}, html("dt", {}, name), html("dd", {}, value))));
};

/** Follows the system's theme until the button is pressed. */
const themeButton = () => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  let asked = false;
  const button = html("button", { type: "button", id: "theme", onclick: () => {
    asked = true;
    wear(root.dataset.theme === "dark" ? "light" : "dark");
    redraw();
  } });
  const wear = (theme) => {
    root.dataset.theme = theme;
    button.textContent = theme === "dark" ? "Light" : "Dark";
  };
  wear(system.matches ? "dark" : "light");
  system.addEventListener("change", () => {
    if (asked) return;
    wear(system.matches ? "dark" : "light");
    redraw();
  });
  return button;
};

/** A link to the diagnosis, if it has more than remarks. */
const warnings = () => {
  const count = (severity) => data.diagnosis.filter((finding) => finding.severity === severity).length;
  const texts = ["problem", "warning"].filter(count).map((severity) => counted(count(severity), severity));
  return texts.length ? html("p", { class: "warning" }, html("a", { href: "#diagnosis" }, texts.join(", ")), ": read this first.") : null;
};

const headerView = () => {
  return html("header", {},
    html("h1", {}, data.study.name),
    data.study.shard ? html("p", { class: "warning" },
      `Shard ${data.study.shard} of a study: the page shows its share of the trials alone; regretta merge combines the shards.`) : null,
    data.study.finished ? null : html("p", { class: "warning" }, "This study is not finished: the page shows what was saved."),
    warnings());
};

/** Where the numbers come from. */
const aboutView = () => {
  const traces = data.study.script.includes('kind = "trace"');
  return section("about", "About this study",
    facts(),
    html("details", { id: "reproduce" }, html("summary", {}, "The commands that reproduce it"),
      html("p", {}, `With regretta ${data.study.version}${traces ? ", in the folder that the study's paths start from" : ""}${
      data.study.headers.length > 0 ? ` and the same ${listed(data.study.headers)}` : ""}; the digest comes out the same on any machine.`),
      html("pre", {}, data.study.script)),
    data.trials === null ? null : html("p", {}, html("button", { type: "button", id: "save-trials",
      onclick: () => save("trials.csv", new Blob([data.trials], { type: "text/csv" })) }, "Download every trial (CSV)")));
};

/** Always visible: the selected cell, with buttons for the previous and the next one. */
const chosenBar = () => {
  const text = html("span", { id: "chosen" });
  const step = (by) => choose(cells[(cells.indexOf(selection.cell) + by + cells.length) % cells.length]);
  onChoice((cell) => text.replaceChildren(html("b", {}, `Cell ${cell.cell}`), ` ${cell.learnerLabel} in ${cell.setting}`));
  return html("nav", { class: "bar", "aria-label": "Chosen cell" }, text, html("span", { class: "buttons" },
    html("button", { type: "button", id: "previous", onclick: () => step(-1) }, "Previous"),
    html("button", { type: "button", id: "next", onclick: () => step(1) }, "Next"), themeButton()));
};
