// The table of concepts, struck out row by row.
"use strict";

PICTURES.halving = {
  title: "Halving",
  source: "N0, Theorem 3",
  rule: "Say what most of the concepts say that are left. A mistake strikes out every concept that said so: at least half. An even vote is 0.",
  draw: game => [votes(game), conceptTable(game)],
};

/** All concepts, a row each, with their labels of all points. */
function conceptTable(game) {
  const { concepts, points } = game.preset, left = game.world.left(game.state.space), was = game.world.left(before().space);
  const head = make("tr", {}, make("th", { scope: "col" }, "concept"),
    points.map((_, p) => make("th", { scope: "col", class: p === game.chosen ? "chosen" : "" }, pointWords(game, p))));
  const rows = concepts.map((text, c) => make("tr", { class: left[c] ? "" : `struck ${justNow(was[c], left[c])}` },
    make("th", { scope: "row" }, `c${c + 1}`, left[c] ? null : make("span", { class: "unseen" }, " struck out")),
    [...text].map((label, p) => make("td", { class: [label === "1" ? "one" : "zero", p === game.chosen ? "chosen" : ""].join(" ") }, label))));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Concepts" },
    make("table", { class: "concepts" }, make("caption", { class: "unseen" }, "Every concept with its label of every point"), make("thead", {}, head), make("tbody", {}, rows)));
}

/** How the concepts left vote on the chosen point. */
function votes(game) {
  if (game.chosen === null) return make("p", { class: "note" }, `${counted(game.world.size(game.state.space), "concept")} left of ${game.preset.concepts.length}.`);
  const [zero, one] = game.world.split(game.state.space, game.chosen).map(part => part === null ? 0 : game.world.size(part));
  return make("div", { class: "bars" }, bar("say 0", zero / (zero + one), String(zero)), bar("say 1", one / (zero + one), String(one)));
}
