// Halving (N0): say what most of the concepts say that are left; on a mistake strike out those that said so.
"use strict";

RULES.halving = {
  begin: (preset, world) => ({ space: world.full }),
  guess(state, x, { world, point }) {
    const [against, inFavour] = world.split(state.space, point).map(part => part === null ? 0 : world.size(part));
    return (inFavour - against) / (inFavour + against);
  },
  /** An even vote is -1. */
  act: guess => guess > 0 ? 1 : -1,
  learn(state, x, y, guess, { world, point }) {
    return (guess > 0 ? 1 : -1) === y ? state : narrowed(state, y, world, point);
  },
  key: state => state.space,
  words: (state, columns, game) => spaceWords(state.space, game),
  updates: round => round.changed,
  theorem: "M \u2264 \u230alog\u2082 |C|\u230b",
  allowed: game => Math.floor(Math.log2(game.preset.concepts.length) + 1e-9),
};

/** The concepts that agree with the label; all of them if none does. */
function narrowed(state, y, world, point) {
  const part = world.split(state.space, point)[y > 0 ? 1 : 0];
  return part === null ? state : { space: part };
}

/** The version space in words; the concept itself if only one is left. */
function spaceWords(space, game) {
  const { concepts } = game.preset, left = game.world.left(space), count = left.filter(Boolean).length;
  if (count > 1) return `one of ${count} concepts left of ${concepts.length}`;
  return `concept ${left.indexOf(true)}: ${concepts[left.indexOf(true)]}`;
}
