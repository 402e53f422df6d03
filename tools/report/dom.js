// Elements. Text is inserted as text, never as markup, so that no text of a study can become an element.
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

/** A section of the page with a heading and its contents. */
const section = (id, title, ...children) =>
  html("section", { id, "aria-labelledby": `${id}-title` }, html("h2", { id: `${id}-title` }, title), ...children);

/** A labelled select list: `options` are [value, text]; calls `changed` with the value. */
const picker = (label, options, chosen, changed) => {
  const select = html("select", { onchange: () => changed(select.value) },
    options.map(([value, text]) => html("option", { value, selected: value === chosen }, text)));
  return html("label", { class: "control" }, label, " ", select);
};
const checkbox = (label, checked, changed) => {
  const box = html("input", { type: "checkbox", checked, onchange: () => changed(box.checked) });
  return html("label", { class: "control" }, box, " ", label);
};

/** Roving tabindex: of many selectable elements one is in the tab order; arrow keys move from it. */
const rove = (elements) => {
  const enter = (element) => {
    for (const other of elements) other.setAttribute("tabindex", other === element ? "0" : "-1");
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
