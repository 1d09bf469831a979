// Conjunctions (N4): begin with the and of all literals; strike out those that are false in a missed positive.
"use strict";

RULES.conjunction = {
  begin: preset => ({ plain: preset.columns.map(() => 1), negated: preset.columns.map(() => 1) }),
  guess: (state, x) => x.every((on, i) => on ? !state.negated[i] : !state.plain[i]) ? 1 : -1,
  act: guess => guess,
  learn: (state, x, y, guess) => guess < 0 && y > 0
    ? { plain: state.plain.map((left, i) => x[i] ? left : 0), negated: state.negated.map((left, i) => x[i] ? 0 : left) }
    : state,
  key: state => state.plain.join("") + state.negated.join(""),
  words: (state, columns) => columns
    .flatMap((name, i) => [state.plain[i] ? name : "", state.negated[i] ? NOT + name : ""])
    .filter(Boolean).join(` ${AND} `) || "1",
  updates: round => round.wrong && round.y > 0,
  theorem: "M \u2264 n + 1 \u2212 k",
  size: game => `k = ${[...game.state.plain, ...game.state.negated].filter(Boolean).length} still fit`,
  /** n + 1 - k, for the largest conjunction that fits; 0 as long as it contradicts itself. */
  allowed(game) {
    const n = game.columns.length, k = [...game.state.plain, ...game.state.negated].filter(Boolean).length;
    return k > n ? 0 : n + 1 - k;
  },
};
