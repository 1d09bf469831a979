// Plays games that are given as JSON on standard input by the rules of the arena, and writes what came of them.
"use strict";
const [code, tables, jobs] = JSON.parse(require("fs").readFileSync(0, "utf8"));
const { Game, transcript, fragment, fromFragment } = new Function(`${code}; return { Game, transcript, fragment, fromFragment };`)();

const plain = value => typeof value === "bigint" ? value.toString() : value;
const known = state => Object.fromEntries(Object.entries(state).map(([name, value]) => [name, plain(value)]));
const number = value => value === null || Number.isFinite(value) ? value : "none";

/** The rounds that the hints play, to the end. */
function byHints(name, preset) {
  const game = new Game(name, tables[name].presets[preset], "adversary"), moves = [];
  for (let best = game.hint(); best.worth > 0; best = game.hint()) {
    moves.push([best.point, best.y]);
    game.play(best.point, best.y);
  }
  return moves;
}

const played = jobs.map(({ name, preset, games, values, texts, hints }) => (hints ? [byHints(name, preset)] : games).map(moves => {
  const game = new Game(name, tables[name].presets[preset], values ? "adversary" : "learner");
  const rounds = moves.map(([point, y]) => {
    const hint = values ? game.hint() : null, still = values ? game.stillForced : null;
    const { guess, act, noise } = game.play(point, y);
    return { guess, act, noise, still, hint, state: known(game.state) };
  });
  const adversary = new Game(name, tables[name].presets[preset], "adversary");
  for (const [point, y] of texts ? moves : []) adversary.play(point, y);
  const link = fragment(adversary), again = fromFragment(link, tables);
  return {
    rounds,
    allowed: number(game.allowed),
    broken: game.broken,
    question: values ? game.nextQuestion() : null,
    text: texts ? transcript(adversary) : null,
    same: texts ? transcript(again) === transcript(adversary) : null,
  };
}));
process.stdout.write(JSON.stringify(played));
