// Weighted majority (N1): say what the weight of the experts says; a mistake leaves an expert the part alpha of its weight.
"use strict";

/** The weights, of which only the ratios matter: the best expert has 1. */
function expertWeights(totals, alpha) {
  const best = Math.min(...totals);
  return totals.map(count => alpha ** (count - best));
}

RULES.wma = {
  begin: preset => ({ totals: preset.columns.map(() => 0) }),
  guess(state, x, { preset }) {
    const w = expertWeights(state.totals, preset.settings.alpha);
    return dot(w, x) / w.reduce((a, b) => a + b, 0);
  },
  /** An even vote is -1. */
  act: guess => guess > 1e-12 ? 1 : -1,
  learn: (state, x, y) => ({ totals: state.totals.map((count, i) => count + (x[i] !== y ? 1 : 0)) }),
  key: state => state.totals.join(),
  words(state, columns, game) {
    const w = expertWeights(state.totals, game.preset.settings.alpha), sum = w.reduce((a, b) => a + b, 0);
    return columns.map((name, i) => `${name}=${general(w[i] / sum)}`).join(" ");
  },
  updates: () => true,
  theorem: "M \u2264 2.41 m + 3.48 ln n",
  size: game => `m = ${Math.min(...game.state.totals)}`,
  /** (m ln(1/a) + ln n)/ln(2/(1+a)), with the mistakes m of the best expert so far. */
  allowed(game) {
    const { alpha } = game.preset.settings, m = Math.min(...game.state.totals), n = game.columns.length;
    return (m * Math.log(1 / alpha) + Math.log(n)) / Math.log(2 / (1 + alpha));
  },
};
