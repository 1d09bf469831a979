// Winnow (N3): double the weights of the variables that are on when a positive was missed, halve them when a negative was not.
// The threshold is the number of variables; on it the answer is -1.
"use strict";

const weightsOf = exponents => exponents.map(e => 2 ** e);

RULES.winnow = {
  begin: preset => ({ exponents: preset.columns.map(() => 0), promotions: 0, demotions: 0 }),
  guess: (state, x) => dot(x, weightsOf(state.exponents)) - x.length,
  act: guess => guess > 0 ? 1 : -1,
  learn(state, x, y, guess) {
    if ((guess > 0 ? 1 : -1) === y) return state;
    return {
      exponents: state.exponents.map((e, i) => x[i] ? e + y : e),
      promotions: state.promotions + (y > 0 ? 1 : 0),
      demotions: state.demotions + (y < 0 ? 1 : 0),
    };
  },
  key: state => state.exponents.join(),
  words: (state, columns) => columns.map((name, i) => `${name}=${general(2 ** state.exponents[i])}`).join(" "),
  updates: round => round.wrong,
  theorem: "M \u2264 1 + 3k(1 + \u230alog\u2082 N\u230b)",
  size: game => `k = ${fittingVariables(game.mistaken(), game.columns.length)} fits`,
  /** For the k variables of a disjunction that fits the mistakes, found greedily. */
  allowed(game) {
    const n = game.columns.length, k = fittingVariables(game.mistaken(), n);
    return k === Infinity ? k : 1 + 3 * k * (1 + Math.floor(Math.log2(n) + 1e-9));
  },
};

/** The sum of the weights, and what the proof says it is at most: N + N m+ - (N/2) m-. */
function potentialOf(state) {
  const n = state.exponents.length;
  return [weightsOf(state.exponents).reduce((a, b) => a + b, 0), n + n * state.promotions - n / 2 * state.demotions];
}

/** How many variables the greedy choice takes to cover all positives without touching a negative. */
function fittingVariables(examples, n) {
  const good = Array.from({ length: n }, (_, i) => examples.every(e => e.y > 0 || !e.x[i]));
  let left = examples.filter(e => e.y > 0), chosen = 0;
  while (left.length) {
    const counts = good.map((is, i) => is ? left.filter(e => e.x[i]).length : 0), most = Math.max(...counts);
    if (most === 0) return Infinity;
    const best = counts.indexOf(most);
    left = left.filter(e => !e.x[best]);
    chosen += 1;
  }
  return chosen;
}
