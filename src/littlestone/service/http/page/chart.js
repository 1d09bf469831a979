// The chart of a game: what was paid, what the theorem allows, the best constant answer, the shadows.

import { amount, count, drawn, element, fill, table } from "./parts.js";

const SHADOWS = 4; // colours that there are
const TALL = 3; // a line that is this many times above the others is left above the picture, and said so
const ROWS = 40; // of the table of values

const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// What can be drawn of a history: by unit, the rounds and the lines, in the order in which they are drawn.
export function picturesOf(history) {
  const { theorem } = history;
  const earned = history.counts === "reward";
  const known = theorem.labelled.length > 0;
  const counts = history.counts === theorem.counts;
  const shadows = Object.entries(history.shadows);
  const given = [{ key: "main", label: earned ? "what was done" : "the answers given", values: history.paid, width: 2.5 }];
  if (history.best_constant.some((value) => value !== null)) {
    given.push({ key: "constant", label: earned ? "best single action, by estimates" : "best constant answer", values: history.best_constant, dash: [2, 3], width: 1.5 });
  }
  shadows.forEach(([name, values], place) => {
    given.push({ key: `shadow-${(place % SHADOWS) + 1}`, label: `shadow ${name}`, values, width: 1.5 });
  });
  let rounds = history.labelled;
  if (counts && known) {
    const all = [...new Set([...rounds, ...theorem.labelled])].sort((one, other) => one - other);
    for (const line of given) line.values = spread(all, rounds, line.values);
    given.splice(1, 0, { key: "allowed", label: "allowed by the theorem", values: spread(all, theorem.labelled, theorem.allowed), dash: [6, 4], width: 1.5 });
    rounds = all;
  }
  const pictures = { [history.counts]: { rounds, lines: given } };
  if (!counts && known) {
    pictures[theorem.counts === "regret" ? "regret" : `${theorem.counts} in the theorem`] = { rounds: theorem.labelled, lines: [
      { key: "main", label: `${theorem.counts} that was paid`, values: theorem.paid, width: 2.5 },
      { key: "allowed", label: "allowed by the theorem", values: theorem.allowed, dash: [6, 4], width: 1.5 },
    ] };
  }
  return pictures;
}

// Values at some of the rounds, with nothing in between.
function spread(all, rounds, values) {
  const at = new Map(rounds.map((round, place) => [round, values[place]]));
  return all.map((round) => at.get(round) ?? null);
}

const COLOURS = { main: "--main-line", allowed: "--allowed-line", constant: "--constant-line" };
const colour = (key) => css(COLOURS[key] || `--${key}`);
const last = (values) => values.findLast((value) => value !== null) ?? null;
const largest = (values) => values.reduce((most, value) => (value !== null && value > most ? value : most), 0);

export class Chart {
  constructor() {
    this.unit = null;
    this.pictures = null;
    this.plot = null;
    this.shape = "";
    this.picture = element("div", { class: "chart", role: "img", "aria-label": "The chart comes with the history of the game" });
    this.legend = element("ul", { class: "legend" });
    this.values = element("div", { class: "values" });
    this.title = element("h2", { id: "chart-title" }, "What was paid, and what was allowed");
    this.switch = element("div", { class: "switch", role: "group", "aria-label": "What is counted" });
    this.whole = element("section", { class: "card", "aria-labelledby": "chart-title" },
      element("div", { class: "chart-head" }, this.title, this.switch),
      this.picture,
      this.legend,
      element("details", {}, element("summary", {}, "The values as a table"), this.values));
    this.resized = new ResizeObserver(() => this.plot?.setSize(this.size()));
    this.resized.observe(this.picture);
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.redraw = () => { this.shape = ""; this.draw(); };
    this.dark.addEventListener("change", this.redraw);
  }

  close() {
    this.resized.disconnect();
    this.dark.removeEventListener("change", this.redraw);
    this.plot?.destroy();
  }

  size() {
    const width = Math.max(200, Math.floor(this.picture.clientWidth));
    return { width, height: width < 500 ? 240 : 320 };
  }

  show(history) {
    this.pictures = picturesOf(history);
    if (history.counts === "reward") this.title.textContent = "What was earned";
    const units = Object.keys(this.pictures);
    if (!units.includes(this.unit)) this.unit = units[0];
    this.draw();
  }

  draw() {
    if (!this.pictures) return;
    const { rounds, lines } = this.pictures[this.unit];
    const units = Object.keys(this.pictures);
    fill(this.switch, units.length < 2 ? [] : units.map((unit) => element("button",
      { type: "button", "aria-pressed": String(unit === this.unit) }, unit)));
    for (const button of this.switch.children) {
      button.onclick = () => { this.unit = button.textContent; button.blur(); this.draw(); };
    }
    const usual = Math.max(0, ...lines.filter((line) => line.key !== "allowed").map((line) => largest(line.values)));
    const allowed = lines.find((line) => line.key === "allowed");
    const above = Boolean(allowed) && usual > 0 && last(allowed.values) > TALL * usual;
    this.top = above ? usual * 1.08 : null;
    this.paint(rounds, lines);
    this.tell(rounds, lines, above);
  }

  paint(rounds, lines) {
    const shape = this.unit + lines.map((line) => line.key).join();
    const data = [rounds, ...lines.map((line) => line.values)];
    if (this.plot && shape === this.shape) return this.plot.setData(data);
    this.plot?.destroy();
    this.shape = shape;
    const axis = { stroke: css("--soft"), grid: { stroke: css("--grid"), width: 1 }, ticks: { stroke: css("--grid"), width: 1 }, font: "12px system-ui, sans-serif" };
    const numbers = (self, splits) => splits.map((value) => (value >= 1e6 ? value.toExponential(1).replace("e+", "e") : amount(value)));
    this.plot = new uPlot({
      ...this.size(),
      scales: { x: { time: false }, y: { range: (self, low, high) => [0, this.top ?? Math.max(high * 1.05, 1)] } },
      axes: [{ ...axis, values: numbers, space: 70, size: 34 }, { ...axis, values: numbers, size: 58 }],
      cursor: { y: false, points: { size: 7 } },
      legend: { show: false },
      hooks: { setCursor: [(plot) => this.point(plot.cursor.idx)] },
      series: [{}, ...lines.map((line) => ({
        label: line.label, stroke: colour(line.key), width: line.width, dash: line.dash, spanGaps: true,
        points: { show: line.values.filter((value) => value !== null).length < 3, size: 7 },
      }))],
    }, data, this.picture);
  }

  // Say in words what the picture shows, under it and for those who do not see it.
  tell(rounds, lines, above) {
    const at = rounds.length ? rounds[rounds.length - 1] : 0;
    const said = lines.map((line) => `${line.label} ${amount(last(line.values))}`).join(", ");
    this.picture.setAttribute("aria-label", `${this.unit} after ${count(at)} labelled rounds: ${said}`);
    this.lines = lines;
    this.above = above;
    this.point(null);
    const step = Math.max(1, Math.ceil(rounds.length / ROWS));
    const kept = rounds.map((_, row) => row).filter((row) => (rounds.length - 1 - row) % step === 0).reverse();
    fill(this.values, table(["labelled", ...lines.map((line) => line.label)],
      kept.map((row) => [count(rounds[row]), ...lines.map((line) => amount(line.values[row]))]),
      { numbers: [0, ...lines.map((_, place) => place + 1)], caption: `${this.unit} by labelled rounds` }));
  }

  // The legend, with the values under the cursor, or the last ones.
  point(row) {
    if (!this.lines) return;
    const entries = this.lines.map((line) => {
      const value = row === null || row === undefined ? last(line.values) : line.values[row];
      const note = line.key === "allowed" && this.above ? " (above the picture)" : "";
      const mark = drawn("svg", { width: 22, height: 8, "aria-hidden": "true" },
        drawn("line", { x1: 0, y1: 4, x2: 22, y2: 4, class: `line-${line.key}`, "stroke-width": 2.5 }));
      return element("li", {}, mark, `${line.label}${note} `, element("b", {}, amount(value)));
    });
    fill(this.legend, entries);
  }
}
