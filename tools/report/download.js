// Every figure as SVG and PNG, and the numbers in it as CSV. Nothing is sent anywhere: the browser writes the files.
const csvField = (value) => {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  const text = /^[=+\-@]/.test(value) ? `'${value}` : value;  // a spreadsheet would execute it
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const csvText = (rows) => rows.map((row) => row.map(csvField).join(",") + "\r\n").join("");

/** A chart with its styles written out, as it looks now. */
const standalone = (chartElement) => {
  const copy = chartElement.cloneNode(true);
  const originals = [chartElement, ...chartElement.querySelectorAll("*")], copies = [copy, ...copy.querySelectorAll("*")];
  const drawn = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "stroke-linejoin",
    "paint-order", "font-size", "font-family"];
  originals.forEach((original, k) => {
    const style = getComputedStyle(original);
    copies[k].setAttribute("style", drawn.map((name) => `${name}: ${style.getPropertyValue(name)}`).join("; "));
    for (const name of ["class", "tabindex", "role", "data-cell", "aria-current"]) copies[k].removeAttribute(name);
  });
  copy.prepend(svg("rect", { width: "100%", height: "100%", fill: themeColour("--page") }));
  return copy;
};

const svgText = (figure) => new XMLSerializer().serializeToString(standalone(figure.querySelector("svg.chart")));

const save = (name, blob) => {
  const link = html("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};

/** Twice the size on the screen. */
const savePng = (name, text) => {
  const picture = new Image();
  picture.onload = () => {
    const canvas = html("canvas", { width: 2 * picture.width, height: 2 * picture.height });
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => save(name, blob));
  };
  picture.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
};

/** Gives every figure that shows numbers its three buttons. */
const offerDownloads = () => {
  for (const figure of document.querySelectorAll("#page figure")) {
    const old = figure.querySelector(".downloads");
    if (!figure.rows || old) continue;
    const name = [figure.closest("section").id, figure.dataset.quantity].filter(Boolean).join("-");
    const button = (kind, write) => html("button", { type: "button", "aria-label": `Download ${name} as ${kind}`, onclick: write }, kind);
    figure.append(html("div", { class: "downloads" },
      button("SVG", () => save(`${name}.svg`, new Blob([svgText(figure)], { type: "image/svg+xml" }))),
      button("PNG", () => savePng(`${name}.png`, svgText(figure))),
      button("CSV", () => save(`${name}.csv`, new Blob([csvText(figure.rows())], { type: "text/csv" })))));
  }
};
