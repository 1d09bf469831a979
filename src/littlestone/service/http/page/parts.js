// Small parts that everything else is made of: elements, numbers in words, and requests.

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "class") made.className = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

const DRAWN = "http://www.w3.org/2000/svg";

export function drawn(tag, attributes = {}, ...children) {
  const made = document.createElementNS(DRAWN, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function count(value) {
  return value === null || value === undefined ? "–" : Math.round(value).toLocaleString("en");
}

export function amount(value, digits = 4) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (typeof value !== "number") return String(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return value.toLocaleString("en");
  if (Math.abs(value) >= 1e6 || Math.abs(value) < 1e-4) return value.toPrecision(digits);
  return value.toLocaleString("en", { maximumSignificantDigits: Math.max(digits, Math.ceil(Math.log10(Math.abs(value)))) });
}

export function share(part, whole) {
  return whole ? `${((100 * part) / whole).toFixed(2)} %` : "–";
}

export function plural(number, one) {
  return `${count(number)} ${one}${number === 1 ? "" : "s"}`;
}

// Shadows that could not take every record, in a sentence; nothing if all could.
export function refusals(shadows) {
  const found = Object.entries(shadows).filter(([, each]) => each.refused);
  return found.map(([name, each]) => ` ${name} could not take ${plural(each.refused, "record")}, which do not count for it.`).join("");
}

export class Refused extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

// Ask the service; a refusal is thrown, with what the service says to do.
export async function ask(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
      credentials: "same-origin",
      cache: "no-store",
    });
  } catch {
    throw new Refused(0, "unreachable", "The service does not answer. Is it running? Try again with the same id.");
  }
  const text = await response.text();
  let said = {};
  try {
    said = text ? JSON.parse(text) : {};
  } catch {
    said = { message: text.slice(0, 200) };
  }
  if (!response.ok) throw new Refused(response.status, said.error || "", said.message || `status ${response.status}`);
  return said;
}

export const read = (path) => ask("GET", path);

export function gamePath(name, ...rest) {
  return ["/v1/games", ...[name, ...rest].map(encodeURIComponent)].join("/");
}

// Replace what is in a place, but leave it alone if it would be the same: a reader's selection and focus stay.
export function fill(place, ...children) {
  const fresh = element("div", {}, ...children);
  const holdsFocus = place.contains(document.activeElement) && document.activeElement !== place;
  if (place.innerHTML === fresh.innerHTML || holdsFocus) return;
  place.replaceChildren(...fresh.childNodes);
}

export function table(heads, rows, options = {}) {
  const numbers = new Set(options.numbers || []);
  const cell = (tag, value, column) =>
    element(tag, { class: numbers.has(column) ? "number" : column === 0 ? "name" : null, scope: tag === "th" ? "col" : null }, value);
  return element(
    "div",
    { class: "wide" },
    element(
      "table",
      { class: options.class },
      options.caption ? element("caption", { class: "unseen" }, options.caption) : null,
      element("thead", {}, element("tr", {}, heads.map((head, column) => cell("th", head, column)))),
      element("tbody", {}, rows.map((row) => element("tr", {}, row.map((value, column) => cell("td", value, column))))),
    ),
  );
}

const CLASSES = { holds: "holds", "broken premise": "broken", open: "open", violated: "violated" };

export function badge(verdict) {
  return element("span", { class: `badge ${CLASSES[verdict] || "open"}` }, verdict);
}
