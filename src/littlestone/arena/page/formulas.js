// The learners of formulas: literals that are struck out, rules that fall from level to level.
"use strict";

/** The literals, those struck out with a line through them. */
function literalChips(game, literals, sign) {
  const x = game.chosen === null ? null : game.preset.points[game.chosen];
  return make("p", { class: "formula" }, literals.flatMap(({ name, left, was, is }, k) => [
    k ? make("span", { class: "sign", "aria-hidden": "true" }, ` ${sign} `) : null,
    chip(name, left ? "" : "struck", x && left && is(x) ? "true" : "", justNow(was, left)),
    left ? null : make("span", { class: "unseen" }, " struck out"),
  ]));
}

PICTURES.elimination = {
  title: "Elimination",
  source: "N0, disjunctions",
  rule: "Begin with the or of all variables. A negative that was taken for a positive strikes out the variables that are 1 in it.",
  draw: game => [literalChips(game, game.columns.map((name, i) => ({ name, left: game.state.plain[i], was: before().plain[i], is: x => x[i] === 1 })), OR),
    note(game, "a variable that is 1 in the example makes the or true."),
    strikes(game, state => game.columns.filter((_, i) => state.plain[i]))],
};

PICTURES.conjunction = {
  title: "Conjunctions",
  source: "N4, conjunctions",
  rule: "Begin with the and of all literals. A positive that was missed strikes out the literals that are false in it.",
  draw: game => [literalChips(game, game.columns.flatMap((name, i) => [
    { name, left: game.state.plain[i], was: before().plain[i], is: x => x[i] === 0 },
    { name: NOT + name, left: game.state.negated[i], was: before().negated[i], is: x => x[i] === 1 },
  ]), AND), note(game, "a literal that is false in the example makes the and false."),
  strikes(game, state => game.columns.flatMap((name, i) => [state.plain[i] ? name : "", state.negated[i] ? NOT + name : ""].filter(Boolean)))],
};

/** In which round which literals were struck out. */
function strikes(game, namesLeft) {
  let last = namesLeft(game.rule.begin(game.preset, game.world));
  const lines = game.rounds.map((round, t) => {
    const after = namesLeft(round.after), gone = last.filter(name => !after.includes(name));
    last = after;
    return gone.length ? make("li", {}, `Round ${t + 1}: ${pointWords(game, round.point)} is ${labelWords(game, round.y)}, which strikes out ${gone.join(", ")}.`) : null;
  });
  return make("ul", { class: "story" }, lines);
}

/** What the marked chips mean, once an example is chosen. */
const note = (game, words) => make("p", { class: "note" }, game.chosen === null ? "" : `Marked: ${words}`);

PICTURES["decision-list"] = {
  title: "Decision lists",
  source: "N4, decision lists",
  rule: "Every rule begins on level one. The first rule that fires on the lowest level decides; on a mistake the rules of that level that fired and erred fall by one.",
  draw(game) {
    const { levels } = game.state, x = game.chosen === null ? null : game.preset.points[game.chosen];
    const lowest = x ? levels[deciding(levels, x)] : 0, fires = x ? firing(x) : [];
    const rows = Array.from({ length: Math.max(...levels) }, (_, k) => make("li", {},
      make("span", { class: "level-name" }, `level ${k + 1}`),
      levels.map((level, r) => level !== k + 1 ? null
        : chip(ruleWords(r, game.columns), r % 2 ? "says-one" : "says-zero", fires.includes(r) && level === lowest ? "true" : ""))));
    return [make("ol", { class: "levels" }, rows), note(game, "the rules that fire, on the lowest level where any does.")];
  },
};
