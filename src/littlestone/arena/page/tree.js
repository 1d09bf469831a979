// The mistake tree of what is left: at every node both labels are possible, and below it is as deep on both sides.
"use strict";

PICTURES.soa = {
  title: "Standard optimal algorithm",
  short: "Standard optimal",
  source: "N0, standard optimal algorithm",
  rule: "Say the label whose concepts could still cost more mistakes: if it is wrong, what is left costs less. If both could cost as much, say 1.",
  draw(game) {
    const depth = game.value(game.state.space);
    const words = depth ? `A mistake tree of depth ${depth} for the ${counted(game.world.size(game.state.space), "concept")} left`
      : "Nothing is left to ask: no mistake can be forced any more";
    return [make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Mistake tree" }, treePicture(game, depth, words)),
      make("p", { class: "note" }, `${words}.`), sides(game)];
  },
};

/** What either label of the chosen point would leave. */
function sides(game) {
  if (game.chosen === null) return "";
  const [zero, one] = game.world.split(game.state.space, game.chosen).map(part => part === null ? "no concept" : `Ldim ${game.value(part)}`);
  return make("p", { class: "note" }, `Label 0 leaves ${zero}, label 1 leaves ${one}.`);
}

const WIDE = 50, HIGH = 58;

/** The rounds walked, one below the other, and below them the tree of what is left. */
function treePicture(game, depth, words) {
  const width = Math.max(320, 2 ** depth * WIDE), above = game.rounds.length;
  const path = game.rounds.map((round, t) => walkedNode(game, round, t, width / 2));
  const tree = branch(game, game.state.space, { left: 0, width, level: above, depth });
  const walk = game.rounds.map(r => `${pointWords(game, r.point)} is ${labelWords(game, r.y)}`).join(", ");
  return picture(width, 48 + (above + depth) * HIGH, `${walk ? `Walked: ${walk}. ` : ""}${words}; the numbers at the leaves say how many concepts are left there`, path, tree);
}

/** A round walked: its point, and the label that led on; a mistake is marked. */
function walkedNode(game, round, level, x) {
  const y = 24 + level * HIGH, words = `${labelWords(game, round.y)}${round.wrong ? ", mistake" : ""}`;
  return [draw("line", { x1: x, y1: y, x2: x, y2: y + HIGH, class: round.wrong ? "edge wrong" : "edge" }),
    node(x, y, pointWords(game, round.point), round.wrong ? "walked wrong" : "walked"),
    draw("text", { x: x + 12, y: y + HIGH / 2 + 9, class: round.wrong ? "led wrong" : "led" }, words)];
}

/** The tree of a space: both labels of a point, and below them trees that are one less deep. */
function branch(game, space, { left, width, level, depth }) {
  const x = left + width / 2, y = 24 + level * HIGH;
  if (depth === 0) {
    return [draw("g", { class: "leaf" }, draw("rect", { x: x - 15, y: y - 13, width: 30, height: 26, rx: 4 }), draw("text", { x, y: y + 5 }, String(game.world.size(space))))];
  }
  const point = deepPoint(game, space, depth), asked = space === game.state.space && point === game.chosen;
  const below = game.world.split(space, point).flatMap((part, side) => {
    const half = { left: left + side * width / 2, width: width / 2, level: level + 1, depth: depth - 1 }, to = half.left + width / 4;
    return [draw("line", { x1: x, y1: y, x2: to, y2: y + HIGH, class: "edge" }),
      draw("text", { x: (x + to) / 2 + (side ? 10 : -10), y: y + HIGH / 2, class: "side" }, String(side)), ...branch(game, part, half)];
  });
  return [...below, node(x, y, pointWords(game, point), asked ? "asked" : "")];
}

const node = (x, y, name, kind) => draw("g", { class: `node ${kind}` }, draw("circle", { cx: x, cy: y, r: 18 }), draw("text", { x, y: y + 5 }, name));

/** A point that leaves a tree of depth - 1 on both sides; the chosen one if it does. */
function deepPoint(game, space, depth) {
  const deep = p => game.world.split(space, p).every(part => part !== null && game.value(part) >= depth - 1);
  if (space === game.state.space && game.chosen !== null && deep(game.chosen)) return game.chosen;
  const best = minimaxPoint(game.world, game.preset, game.value, space);
  return game.value(space) === depth ? best : game.preset.points.findIndex((_, p) => deep(p));
}
