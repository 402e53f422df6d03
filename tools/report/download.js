// Every figure as SVG and PNG, and the numbers in it as CSV. Nothing is sent anywhere: the browser writes the files.
const csvField = (value) => {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  const text = /^[=+\-@]/.test(value) ? `'${value}` : value;  // a spreadsheet would execute it
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const csvText = (rows) => rows.map((row) => row.map(csvField).join(",") + "\r\n").join("");

/** A figure that knows its numbers: `rows`, the first of which has the names of the columns. */
const figureOf = (quantity, element, rows) => {
  const figure = html("figure", { "data-quantity": quantity }, element);
  figure.rows = () => rows;
  return figure;
};

/** A chart with its styles written out, as it looks now. */
const standalone = (chartElement) => {
  const copy = chartElement.cloneNode(true);
  const originals = [chartElement, ...chartElement.querySelectorAll("*")], copies = [copy, ...copy.querySelectorAll("*")];
  const drawn = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "stroke-linejoin", "paint-order", "font-size", "font-family"];
  originals.forEach((original, k) => {
    const style = getComputedStyle(original);
    copies[k].setAttribute("style", drawn.map((name) => `${name}: ${style.getPropertyValue(name)}`).join("; "));
    for (const name of ["class", "tabindex", "role", "data-cell", "aria-current"]) copies[k].removeAttribute(name);
  });
  copy.prepend(svg("rect", { width: "100%", height: "100%", fill: themeColour("--page") }));
  return copy;
};

/** The chart of uPlot drawn again as SVG: its lines, bands and axes at the same places. */
const plotAsSvg = ({ plot, lines }) => {
  const { width, height } = plot, scale = devicePixelRatio;
  const [left, top, wide, tall] = ["left", "top", "width", "height"].map((side) => plot.bbox[side] / scale);
  const ink = (name) => themeColour(name), font = { "font-size": 12, "font-family": "system-ui, sans-serif", fill: ink("--soft") };
  const drawing = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}` }, svg("rect", { width, height, fill: ink("--page") }));
  const at = (value, name) => plot.valToPos(value, name, true) / scale;
  plot.axes.forEach((axis, k) => axis._splits?.forEach((split, j) => {
    const text = axis._values[j];
    if (split === null || text === null || text === "") return;
    const place = at(split, k === 0 ? "x" : "y");
    drawing.append(k === 0 ? svg("line", { x1: place, x2: place, y1: top, y2: top + tall, stroke: ink("--rule") }) : svg("line", { x1: left, x2: left + wide, y1: place, y2: place, stroke: ink("--rule") }),
      svg("text", { ...font, x: k === 0 ? place : left - 7, y: k === 0 ? top + tall + 16 : place + 4, "text-anchor": k === 0 ? "middle" : "end" }, text));
  }));
  const path = (values) => values.reduce(([text, pen], y, k) => (isNumber(y) ? [`${text}${pen ? "L" : "M"}${at(plot.data[0][k], "x").toFixed(2)} ${at(y, "y").toFixed(2)}`, true] : [text, false]), ["", false])[0];
  const ends = [];
  for (const line of lines) {
    const values = plot.data[line.place];
    drawing.append(svg("path", { d: path(values), fill: "none", stroke: line.colour, "stroke-width": line.width, "stroke-dasharray": line.dash.join(" ") }));
    if (line.band) for (const side of [1, 2])
      drawing.append(svg("path", { d: path(plot.data[line.place + side]), fill: "none", stroke: line.colour, "stroke-opacity": 0.3 }));
    if (isNumber(values.at(-1)) && line.cell && !lookOf(line.cell).grey) ends.push({ text: directLabel(line.cell), y: at(values.at(-1), "y") });
  }
  (ends.length > mostNamed ? [] : spread(ends.map(({ y }) => y), 13, top, top + tall)).forEach((y, k) =>
    drawing.append(svg("text", { ...font, "font-size": 11, x: left + wide + 8, y: y + 4 }, cut(ends[k].text, Math.max(40, width - left - wide - 10)))));
  drawing.append(svg("text", { ...font, x: left + wide / 2, y: height - 6, "text-anchor": "middle" }, plot.axes[0].label),
    svg("text", { ...font, "text-anchor": "middle", transform: `translate(14 ${top + tall / 2}) rotate(-90)` }, plot.axes[1].label));
  return drawing;
};

const svgText = (figure) => new XMLSerializer().serializeToString(figure.plot ? plotAsSvg(figure) : standalone(figure.querySelector("svg.chart")));

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
    const empty = !figure.rows || !(figure.plot || figure.querySelector("svg.chart"));
    if (empty) old?.remove();
    if (empty || old) continue;
    const name = [figure.closest("section").id, figure.dataset.quantity].filter(Boolean).join("-");
    const button = (kind, write) => html("button", { type: "button", "aria-label": `Download ${name} as ${kind}`, onclick: write }, kind);
    figure.append(html("div", { class: "downloads" },
      button("SVG", () => save(`${name}.svg`, new Blob([svgText(figure)], { type: "image/svg+xml" }))),
      button("PNG", () => savePng(`${name}.png`, svgText(figure))),
      button("CSV", () => save(`${name}.csv`, new Blob([csvText(figure.rows())], { type: "text/csv" })))));
  }
};
