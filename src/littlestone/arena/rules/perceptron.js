// The Perceptron (N0): on a mistake, move the weights towards the truth by the example itself. 0 stands for +1.
"use strict";

/** The example with its constant feature, if there is a bias. */
const embedded = (x, preset) => preset.settings.bias === undefined ? x : [...x, preset.settings.bias];

RULES.perceptron = {
  begin: preset => ({ w: embedded(preset.columns.map(() => 0), { settings: preset.settings.bias === undefined ? {} : { bias: 0 } }) }),
  guess: (state, x, { preset }) => dot(embedded(x, preset), state.w),
  act: guess => guess >= 0 ? 1 : -1,
  learn: (state, x, y, guess, { preset }) => (guess >= 0 ? 1 : -1) === y
    ? state
    : { w: embedded(x, preset).map((value, i) => state.w[i] + y * value) },
  key: state => state.w.join(),
  words: (state, columns) => columns.map((name, i) => `${name}=${general(state.w[i])}`).join(" "),
  updates: round => round.wrong,
  theorem: "M \u2264 (R/\u03b3)\u00b2",
  /** (R/gamma)^2 with the largest margin of the mistakes, the distance of the hull of the y x from the origin. */
  allowed(game) {
    const signedRows = distinct(game.mistaken().map(e => embedded(e.x, game.preset).map(value => e.y * value)));
    if (!signedRows.length) return 0;
    const nearest = leastNorm(signedRows);
    return nearest > 1e-12 ? Math.max(...signedRows.map(row => dot(row, row))) / nearest : Infinity;
  },
};

/** The rows without repetitions. */
const distinct = rows => [...new Map(rows.map(row => [row.join(), row])).values()];

/** The squared distance of the convex hull of some points from the origin: that of its nearest face.
 *  Up to three points make a face in the plane and in space; where its nearest point lies inside it, it counts. */
function leastNorm(points) {
  let best = Math.min(...points.map(p => dot(p, p)));
  const minus = (a, b) => a.map((value, i) => value - b[i]);
  for (let i = 0; i < points.length; i += 1)
    for (let j = i + 1; j < points.length; j += 1) {
      const a = points[i], d = minus(points[j], a), dd = dot(d, d), s = -dot(a, d) / dd;
      if (s > 0 && s < 1) best = Math.min(best, Math.max(0, dot(a, a) - dot(a, d) ** 2 / dd));
      if (a.length < 3) continue;
      for (let k = j + 1; k < points.length; k += 1) {
        const e = minus(points[k], a), ee = dot(e, e), de = dot(d, e), whole = dd * ee - de * de;
        if (whole < 1e-12) continue;
        const s1 = (-dot(a, d) * ee + dot(a, e) * de) / whole, s2 = (-dot(a, e) * dd + dot(a, d) * de) / whole;
        if (s1 <= 0 || s2 <= 0 || s1 + s2 >= 1) continue;
        const foot = a.map((value, c) => value + s1 * d[c] + s2 * e[c]);
        best = Math.min(best, dot(foot, foot));
      }
    }
  return inHull(points) ? 0 : best;
}

/** Does no half-space through the origin hold all points strictly? Tried are the normals of all faces of the cone. */
function inHull(points) {
  const strict = u => points.every(p => dot(u, p) > 1e-12);
  const sum = points.reduce((a, b) => a.map((value, i) => value + b[i]));
  if (strict(sum)) return false;
  let w = sum.map(() => 0);  // the Perceptron itself finds a separator if there is one: its theorem
  for (let step = 0; step < 20000; step += 1) {
    const wrong = points.find(p => dot(w, p) <= 0);
    if (!wrong) return false;
    w = w.map((value, i) => value + wrong[i]);
  }
  return true;
}
