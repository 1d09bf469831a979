// The plane in which the line turns: examples, the weight vector, and the side on which the learner says +1.
"use strict";

const SIDE = 320;

PICTURES.perceptron = {
  title: "Perceptron",
  source: "N0, Theorem 4",
  rule: "On a mistake, move the weights towards the truth by the example itself: w \u2190 w + y x. A guess of 0 is +1.",
  draw(game) {
    const { w } = game.state, words = `w = (${w.map(general).join(", ").replaceAll("-", "\u2212")})`;
    return [planePicture(game, words), make("p", { class: "note" }, `${words}${game.preset.settings.bias === undefined ? "" : "; the last is the weight of the constant 1"}. The arrow points to the side of +1.`)];
  },
};

/** From the plane to the picture. */
function scaleOf(game) {
  const all = game.preset.points, most = Math.max(...all.flat().map(Math.abs)), least = Math.min(...all.flat());
  const low = least < 0 ? -most : least, middle = (most + low) / 2, unit = SIDE / (most - low) / 1.7;
  return { unit, to: ([x, y]) => [SIDE / 2 + (x - middle) * unit, SIDE / 2 - (y - middle) * unit] };
}

function planePicture(game, words) {
  const { unit, to } = scaleOf(game), [ox, oy] = to([0, 0]), known = new Map(game.rounds.map(r => [r.point, r.y]));
  const spots = game.preset.points.map((x, p) => spot(game, p, to(x), known.get(p), unit));
  const svg = picture(SIDE, SIDE, `The plane: ${words}; ${counted(game.preset.points.length, "example")}, ${known.size} with labels`,
    draw("defs", {}, draw("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 6, markerHeight: 6, orient: "auto" },
      draw("path", { d: "M0 0 L8 4 L0 8 z", class: "tip" })), draw("clipPath", { id: "frame" }, draw("rect", { width: SIDE, height: SIDE, rx: 8 }))),
    draw("g", { "clip-path": "url(#frame)" }, half(game, to),
      draw("line", { x1: 0, y1: oy, x2: SIDE, y2: oy, class: "axis" }), draw("line", { x1: ox, y1: 0, x2: ox, y2: SIDE, class: "axis" }),
      arrow(game, to), spots));
  svg.classList.add("plane", "drawing");
  return svg;
}

/** The two sides of the line; without a line there is one side. */
function half(game, to) {
  const [wx, wy, b = 0] = game.state.w, length = Math.hypot(wx, wy);
  if (!length) return draw("rect", { width: SIDE, height: SIDE, class: b >= 0 ? "side-plus" : "side-minus" });
  const shift = -b / length, [x, y] = to([shift * wx / length, shift * wy / length]);
  const angle = nearest(Math.atan2(-wy, wx) * 180 / Math.PI), transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) rotate(${angle.toFixed(2)}deg)`;
  const side = draw("g", { style: `transform: ${transform}` },
    draw("rect", { x: 0, y: -3 * SIDE, width: 6 * SIDE, height: 6 * SIDE, class: "side-plus" }), draw("line", { x1: 0, y1: -3 * SIDE, x2: 0, y2: 3 * SIDE, class: "border" }));
  if (PICTURES.perceptron.last && PICTURES.perceptron.last !== transform) animate(side, [{ transform: PICTURES.perceptron.last }, { transform }]);
  PICTURES.perceptron.last = transform;
  return [draw("rect", { width: SIDE, height: SIDE, class: "side-minus" }), side];
}

/** The weight vector, cut short if it is long. */
function arrow(game, to) {
  const [wx, wy] = game.state.w, length = Math.hypot(wx, wy);
  if (!length) return null;
  const cut = Math.min(1, 1.3 / length), [x1, y1] = to([0, 0]), [x2, y2] = to([wx * cut, wy * cut]);
  return draw("line", { x1, y1, x2, y2, class: "arrow", "marker-end": "url(#tip)" });
}

/** An example, with its last label; a click chooses it. */
function spot(game, p, [cx, cy], y, unit) {
  const classes = ["spot", p === game.chosen ? "chosen" : "", y === undefined ? "" : y > 0 ? "plus" : "minus"].join(" ");
  const made = draw("g", { class: classes }, draw("circle", { cx, cy, r: Math.min(24, unit / 2.1), class: "target" }),
    draw("circle", { cx, cy, r: 10 }), draw("text", { x: cx, y: cy + 5 }, y === undefined ? "" : y > 0 ? "+" : "\u2212"));
  made.addEventListener("click", () => choose(p));
  return made;
}

/** The angle, by whole turns nearest to the last one: a line turns the short way. */
function nearest(angle) {
  const last = PICTURES.perceptron.angle ?? angle;
  PICTURES.perceptron.angle = angle + 360 * Math.round((last - angle) / 360);
  return PICTURES.perceptron.angle;
}
