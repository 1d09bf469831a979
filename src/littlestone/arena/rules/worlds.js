// Which labels something still explains: a class of concepts, or experts of whom the best errs seldom.
// A space is what is left of the explanations; split(space, point) gives what the labels -1 and +1 leave, null if nothing.
"use strict";

/** The world of a preset. */
function makeWorld(preset) {
  return preset.concepts ? classWorld(preset) : adviceWorld(preset);
}

/** Concepts as bits of a BigInt: bit c stands for concept c. */
function classWorld({ concepts, points }) {
  const ones = points.map((_, p) => concepts.reduce((bits, text, c) => text[p] === "1" ? bits | 1n << BigInt(c) : bits, 0n));
  return {
    full: (1n << BigInt(concepts.length)) - 1n,
    split: (space, p) => { const one = space & ones[p], zero = space ^ one; return [zero || null, one || null]; },
    key: space => space,
    size: countBits,
    left: space => concepts.map((_, c) => (space >> BigInt(c) & 1n) === 1n),
  };
}

/** The mistakes of every expert; the best makes at most m, and none more than `most`. */
function adviceWorld({ points, m, most }) {
  const after = (space, p, y) => space.map((count, i) => count + (points[p][i] !== y ? 1 : 0));
  const fits = counts => Math.min(...counts) <= m && Math.max(...counts) <= most ? counts : null;
  return {
    full: points[0].map(() => 0),
    split: (space, p) => [fits(after(space, p, -1)), fits(after(space, p, 1))],
    key: space => space.join(),
    size: space => space.filter(count => count <= m).length,
  };
}

/** How many bits are set. */
function countBits(bits) {
  let count = 0;
  for (let rest = bits; rest; rest &= rest - 1n) count += 1;
  return count;
}

/** The spaces in the order in which the package found them, with what the best learner must suffer from each on. */
function knownSpaces(world, preset) {
  const numbers = new Map([[world.key(world.full), 0]]), queue = [world.full];
  for (let at = 0; at < queue.length; at += 1)
    for (let p = 0; p < preset.points.length; p += 1)
      for (const part of world.split(queue[at], p))
        if (part !== null && !numbers.has(world.key(part))) {
          numbers.set(world.key(part), queue.length);
          queue.push(part);
        }
  if (queue.length !== preset.spaces.length) throw new Error(`${queue.length} spaces, and a table of ${preset.spaces.length}`);
  return space => space === null ? -1 : parseInt(preset.spaces[numbers.get(world.key(space))], 36);
}

/** The minimax adversary's point: both labels leave one less; of such the first that splits most evenly. Null at the end. */
function minimaxPoint(world, preset, value, space) {
  const wanted = value(space) - 1;
  let best = null, even = -1;
  if (wanted < 0) return null;
  for (let p = 0; p < preset.points.length; p += 1) {
    const [minus, plus] = world.split(space, p);
    if (minus === null || plus === null || Math.min(value(minus), value(plus)) < wanted) continue;
    const size = Math.min(world.size(minus), world.size(plus));
    if (size > even) { even = size; best = p; }
  }
  return best;
}

/** The earlier rounds that exclude this label: leave out one after the other whatever is not needed. */
function excludedBy(world, rounds, point, y) {
  const explains = some => some.concat([{ point, y }])
    .reduce((space, r) => space === null ? null : world.split(space, r.point)[r.y > 0 ? 1 : 0], world.full) !== null;
  let needed = rounds.filter(r => !r.noise);
  for (const round of [...needed]) {
    const fewer = needed.filter(r => r !== round);
    if (!explains(fewer)) needed = fewer;
  }
  return needed;
}
