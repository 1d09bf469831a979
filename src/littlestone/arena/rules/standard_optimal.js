// The standard optimal algorithm (N0): say the label whose concepts could still cost more mistakes.
"use strict";

RULES.soa = {
  begin: (preset, world) => ({ space: world.full }),
  guess(state, x, { world, point, value }) {
    const [zero, one] = world.split(state.space, point);
    if (zero === null || one === null) return one === null ? -1 : 1;
    return Math.max(-1, Math.min(1, value(one) - value(zero)));
  },
  /** If both could cost as much, +1. */
  act: guess => guess >= 0 ? 1 : -1,
  learn: (state, x, y, guess, { world, point }) => narrowed(state, y, world, point),
  key: state => state.space,
  words: (state, columns, game) => spaceWords(state.space, game),
  updates: round => round.changed,
  theorem: "M \u2264 Ldim(C)",
  allowed: game => game.value(game.world.full),
};
