// The mistake tree of what is left: at every node both labels are possible, and below it is as deep on both sides.
"use strict";

PICTURES.soa = {
  title: "Standard optimal algorithm",
  rule: "Say the label whose concepts could still cost more mistakes: if it is wrong, what is left costs less. If both could cost as much, say 1.",
  draw(game) {
    const depth = game.value(game.state.space);
    const words = depth ? `A mistake tree of depth ${depth} for the ${counted(game.world.size(game.state.space), "concept")} left`
      : "Nothing is left to ask: no mistake can be forced any more";
    return [walked(game), make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Mistake tree" }, treePicture(game, depth, words)),
      make("p", { class: "note" }, `${words}.`), sides(game)];
  },
};

/** The path so far. */
function walked(game) {
  if (!game.rounds.length) return make("p", { class: "walked" }, "The walk begins at the root.");
  return make("p", { class: "walked" }, "Walked: ", game.rounds.map((r, t) => [t ? ` ${THEN} ` : "",
    make("span", { class: r.wrong ? "wrong" : "" }, `${pointWords(game, r.point)} is ${labelWords(game, r.y)}`)]).flat());
}

/** What either label of the chosen point would leave. */
function sides(game) {
  if (game.chosen === null) return "";
  const [zero, one] = game.world.split(game.state.space, game.chosen).map(part => part === null ? "no concept" : `Ldim ${game.value(part)}`);
  return make("p", { class: "note" }, `Label 0 leaves ${zero}, label 1 leaves ${one}.`);
}

/** The tree as nodes with places: leaves side by side, a node above the middle of its two. */
function treePicture(game, depth, words) {
  const wide = 44, high = 56, leaves = 2 ** depth, width = Math.max(220, leaves * wide), parts = [];
  const place = (space, left, level) => {
    const span = width / 2 ** level, x = left + span / 2, y = 24 + level * high;
    const point = level === depth ? null : deepPoint(game, space, depth - level);
    if (point !== null) {
      game.world.split(space, point).forEach((part, side) => {
        const below = left + side * span / 2 + span / 4;
        parts.unshift(draw("line", { x1: x, y1: y, x2: below, y2: y + high, class: "edge" }),
          draw("text", { x: (x + below) / 2 + (side ? 9 : -9), y: y + high / 2, class: "side" }, String(side)));
        place(part, left + side * span / 2, level + 1);
      });
    }
    const asked = point !== null && point === game.chosen && level === 0;
    const name = point === null ? `${game.world.size(space)}` : pointWords(game, point);
    parts.push(draw("g", { class: point === null ? "leaf" : asked ? "node asked" : "node" },
      point === null ? draw("rect", { x: x - 14, y: y - 12, width: 28, height: 24, rx: 4 }) : draw("circle", { cx: x, cy: y, r: 17 }),
      draw("text", { x, y: y + 5 }, name)));
  };
  place(game.state.space, 0, 0);
  return picture(width, 48 + depth * high, `${words}; the numbers at the leaves say how many concepts are left there`, parts);
}

/** A point that leaves a tree of depth - 1 on both sides; the chosen one if it does. */
function deepPoint(game, space, depth) {
  const deep = p => game.world.split(space, p).every(part => part !== null && game.value(part) >= depth - 1);
  if (space === game.state.space && game.chosen !== null && deep(game.chosen)) return game.chosen;
  const best = minimaxPoint(game.world, game.preset, game.value, space);
  return game.value(space) === depth ? best : game.preset.points.findIndex((_, p) => deep(p));
}
