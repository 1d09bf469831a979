// A game as text, in the form of the package's game texts, and as the part of a link behind the #.
"use strict";

/** The game as text: `littlestone duel --replay FILE` plays it again and grades it. */
function transcript(game) {
  return game.role === "adversary" ? adversaryText(game) : learnerText(game);
}

/** The reader was the adversary: the learner's answers stand under the commands. */
function adversaryText(game) {
  const { columns, preset } = game, again = new Game(game.name, preset, "learner");
  const lines = [
    `# Played in the arena: ${game.name}, ${preset.title}. You were the adversary.`,
    `> world ${preset.world}`, `${preset.points.length} points`, `> learner ${preset.text}`, preset.repr,
  ];
  game.rounds.forEach(({ point, x, y }, t) => {
    const round = again.play(point, y);
    lines.push(`> predict ${columns.map((name, i) => `${name}=${x[i]}`).join(" ")}`);
    lines.push(`round ${t + 1}: guess ${general(round.guess)}, act ${signed(round.act)}`);
    lines.push(`> label ${t + 1} ${signed(y)}`);
    const learned = round.learned ? `, learned: ${again.rule.words(again.state, columns, again)}` : "";
    lines.push((round.wrong ? "wrong" : "right") + learned);
  });
  return `${lines.join("\n")}\n`;
}

/** The reader was the learner: what was asked, guessed and answered. */
function learnerText(game) {
  const lines = [`# Played in the arena: ${game.preset.title}. You were the learner, in the place of ${game.name}.`,
    `> world ${game.preset.world}`, `${game.preset.points.length} points`];
  game.rounds.forEach(({ x, y, said }, t) => {
    lines.push(`> guess ${signed(said)} ${game.columns.map((name, i) => `${name}=${x[i]}`).join(" ")}`);
    lines.push(`round ${t + 1}: label ${signed(y)}, ${said === y ? "right" : "wrong"}`);
  });
  return `${lines.join("\n")}\n`;
}

/** The game as the end of a link: learner, world, role, and a piece for every round. */
function fragment(game) {
  const rounds = game.rounds.map(r => `${r.point}${r.y > 0 ? "p" : "n"}${r.said === null ? "" : r.said > 0 ? "p" : "n"}`);
  return `#${game.name}/${game.preset.world}/${game.role}/${rounds.join(".")}`;
}

/** The game of such an end of a link; null if it is none. */
function fromFragment(text, games) {
  const [name, world, role, rounds = ""] = text.replace(/^#/, "").split("/");
  const preset = games[name]?.presets.find(each => each.world === world);
  if (!preset || !["adversary", "learner"].includes(role)) return null;
  const moves = rounds.split(".").filter(Boolean).map(piece => /^(\d+)([pn])([pn]?)$/.exec(piece));
  if (moves.some(m => m === null || Number(m[1]) >= preset.points.length || (role === "learner") !== Boolean(m[3]))) return null;
  const game = new Game(name, preset, role), sign = letter => letter === "p" ? 1 : -1;
  for (const [, point, y, said] of moves) game.play(Number(point), sign(y), said ? sign(said) : null);
  return game;
}
