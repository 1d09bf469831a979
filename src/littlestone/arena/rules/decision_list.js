// Decision lists (N4): every rule "if this literal, then that label" begins on level one; those that err fall by a level.
// The rules, in order: x1=0 -> 0, x1=0 -> 1, x1=1 -> 0, x1=1 -> 1, x2=0 -> 0, ..., and the two defaults.
"use strict";

/** The rules that fire, in order: two for each variable, and the two defaults. */
const firing = x => [...x, 0].flatMap((on, i) => on ? [4 * i + 2, 4 * i + 3] : [4 * i, 4 * i + 1]);

/** The first rule that fires on the lowest level where any does. */
function deciding(levels, x) {
  let first = 0;
  for (const [k, r] of firing(x).entries()) if (k === 0 || levels[r] < levels[first]) first = r;
  return first;
}

RULES["decision-list"] = {
  begin: preset => ({ levels: new Array(4 * preset.columns.length + 2).fill(1) }),
  /** What the first rule says that fires on the lowest level. */
  guess: ({ levels }, x) => deciding(levels, x) % 2 ? 1 : -1,
  act: guess => guess,
  learn({ levels }, x, y, guess) {
    if (guess === y) return { levels };
    const lowest = levels[deciding(levels, x)], fallen = [...levels];
    for (const r of firing(x)) if (r % 2 === (y < 0 ? 1 : 0) && levels[r] === lowest) fallen[r] += 1;
    return { levels: fallen };
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
