// All positions of a game in the order in which the package found them: the table has a character for each, how many
// mistakes can still be forced. From each the points are taken in order, of each first the label -1, then +1.
"use strict";

/** Walk through the positions; the result tells the value of a position, or undefined where there is none. */
function knownPositions(preset, rule, world, value) {
  const keyOf = (state, space) => `${rule.key(state, world)}|${world.key(space)}`;
  const begin = [rule.begin(preset, world), world.full], numbers = new Map([[keyOf(...begin), 0]]), queue = [begin];
  for (let at = 0; at < queue.length; at += 1) {
    const [state, space] = queue[at];
    preset.points.forEach((x, point) => {
      const about = { preset, world, value, point }, guess = rule.guess(state, x, about);
      world.split(space, point).forEach((part, side) => {
        if (part === null) return;
        const next = [rule.learn(state, x, side ? 1 : -1, guess, about), part], key = keyOf(...next);
        if (!numbers.has(key)) { numbers.set(key, queue.length); queue.push(next); }
      });
    });
  }
  if (queue.length !== preset.values.length) throw new Error(`${queue.length} positions, and a table of ${preset.values.length}`);
  return (state, space) => {
    const number = numbers.get(keyOf(state, space));
    return number === undefined ? undefined : parseInt(preset.values[number], 36);
  };
}
