// Decision lists (N4): every rule "if this literal, then that label" begins on level one; those that err fall by a level.
// The rules, in order: x1=0 -> 0, x1=0 -> 1, x1=1 -> 0, x1=1 -> 1, x2=0 -> 0, ..., and the two defaults.
"use strict";

/** The first of the two rules that fire for each variable, and for the default. */
const firing = x => [...x.map((on, i) => 4 * i + (on ? 2 : 0)), 4 * x.length];

/** The lowest level on which a rule fires. */
const lowestLevel = (levels, x) => Math.min(...firing(x).flatMap(r => [levels[r], levels[r + 1]]));

RULES["decision-list"] = {
  begin: preset => ({ levels: new Array(4 * preset.columns.length + 2).fill(1) }),
  /** What the first rule says that fires on the lowest level. */
  guess({ levels }, x) {
    const lowest = lowestLevel(levels, x);
    const first = firing(x).flatMap(r => [r, r + 1]).find(r => levels[r] === lowest);
    return first % 2 ? 1 : -1;
  },
  act: guess => guess,
  learn({ levels }, x, y, guess) {
    if (guess === y) return { levels };
    const lowest = lowestLevel(levels, x), wrong = firing(x).map(r => r + (y < 0 ? 1 : 0));
    return { levels: levels.map((level, r) => level === lowest && wrong.includes(r) ? level + 1 : level) };
  },
  key: state => state.levels.join(),
  /** The levels that decide: below the first default no rule is ever asked. */
  words: ({ levels }, columns) => levelSets(levels, columns, Math.min(...levels.slice(-2)))
    .filter(rules => rules.length).map(rules => `{${rules.join(", ")}}`).join(", else "),
  updates: round => round.wrong,
  theorem: "M \u2264 (4n + 2)L \u2212 L(L + 1)/2",
  size: game => `L = ${fittingList(game.mistaken())} fits`,
  /** For the length L of a list that fits the mistakes, found as Rivest does. */
  allowed(game) {
    const n = game.columns.length, L = Math.min(fittingList(game.mistaken()), n + 1);
    return (4 * n + 2) * L - L * (L + 1) / 2;
  },
};

/** Rule number r as text. */
function ruleWords(r, columns) {
  const i = Math.floor(r / 4), left = i >= columns.length ? "1" : (r % 4 < 2 ? NOT : "") + columns[i];
  return `${left} ${THEN} ${r % 2}`;
}

/** The rules of every level, down to the last. */
function levelSets(levels, columns, last = Math.max(...levels)) {
  return Array.from({ length: last }, (_, k) =>
    levels.map((level, r) => level === k + 1 ? ruleWords(r, columns) : "").filter(Boolean));
}

/** The length of a list that fits, the default counted: the literal that alone decides most goes next (Rivest 1987). */
function fittingList(examples) {
  let left = examples, length = 1;
  while (left.some(e => e.y > 0) && left.some(e => e.y < 0)) {
    let best = null, most = 0;
    for (const value of [0, 1])
      for (let i = 0; i < left[0].x.length; i += 1) {
        const here = left.filter(e => e.x[i] === value);
        if (here.every(e => e.y === here[0].y) && here.length > most) { most = here.length; best = [i, value]; }
      }
    if (best === null) return Infinity;
    left = left.filter(e => e.x[best[0]] !== best[1]);
    length += 1;
  }
  return length;
}
