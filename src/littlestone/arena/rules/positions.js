// All positions of a game in the order in which the package found them: the table has a character for each, how many
// mistakes can still be forced. From each the points are taken in order, of each first the label -1, then +1.
"use strict";

/** Walk through the positions; the result tells the value of a position, or undefined where there is none. */
function knownPositions(preset, rule, world, value) {
  const numbers = new Map(), queue = [];
  const number = (state, space) => numbers.get(rule.key(state))?.get(world.key(space));
  const find = (state, space) => {
    if (number(state, space) !== undefined) return;
    if (!numbers.has(rule.key(state))) numbers.set(rule.key(state), new Map());
    numbers.get(rule.key(state)).set(world.key(space), queue.length);
    queue.push([state, space]);
  };
  find(rule.begin(preset, world), world.full);
  for (let at = 0; at < queue.length; at += 1) {
    const [state, space] = queue[at];
    preset.points.forEach((x, point) => {
      const about = { preset, world, value, point }, guess = rule.guess(state, x, about);
      world.split(space, point).forEach((part, side) => {
        if (part !== null) find(rule.learn(state, x, side ? 1 : -1, guess, about), part);
      });
    });
  }
  if (queue.length !== preset.values.length) throw new Error(`${queue.length} positions, and a table of ${preset.values.length}`);
  return (state, space) => {
    const found = number(state, space);
    return found === undefined ? undefined : parseInt(preset.values[found], 36);
  };
}
