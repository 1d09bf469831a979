// Elimination (N0): begin with the or of all variables; strike out those that are on in a negative taken for a positive.
"use strict";

RULES.elimination = {
  begin: preset => ({ plain: preset.columns.map(() => 1) }),
  guess: (state, x) => x.some((on, i) => on && state.plain[i]) ? 1 : -1,
  act: guess => guess,
  learn: (state, x, y, guess) => guess > 0 && y < 0 ? { plain: state.plain.map((left, i) => x[i] ? 0 : left) } : state,
  key: state => state.plain.join(""),
  words: (state, columns) => columns.filter((_, i) => state.plain[i]).join(` ${OR} `) || "0",
  updates: round => round.wrong && round.y < 0,
  theorem: "M \u2264 n \u2212 k",
  size: game => `k = ${game.state.plain.filter(Boolean).length} still fit`,
  /** n - k, for the largest disjunction that fits: all that is left. */
  allowed: game => game.columns.length - game.state.plain.filter(Boolean).length,
};
