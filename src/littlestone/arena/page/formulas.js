// The learners of formulas: literals that are struck out, rules that fall from level to level.
"use strict";

/** The literals, those struck out with a line through them. */
function literalChips(game, literals, sign) {
  const x = game.chosen === null ? null : game.preset.points[game.chosen];
  return make("p", { class: "formula" }, literals.flatMap(({ name, left, is }, k) => [
    k ? make("span", { class: "sign", "aria-hidden": "true" }, ` ${sign} `) : null,
    chip(name, left ? "" : "struck", x && left && is(x) ? "true" : ""),
    left ? null : make("span", { class: "unseen" }, " struck out"),
  ]));
}

PICTURES.elimination = {
  title: "Elimination",
  rule: "Begin with the or of all variables. A negative that was taken for a positive strikes out the variables that are 1 in it.",
  draw: game => [literalChips(game, game.columns.map((name, i) => ({ name, left: game.state.plain[i], is: x => x[i] === 1 })), OR),
    note(game, "A variable that is 1 in the example makes the or true.")],
};

PICTURES.conjunction = {
  title: "Conjunctions",
  rule: "Begin with the and of all literals. A positive that was missed strikes out the literals that are false in it.",
  draw: game => [literalChips(game, game.columns.flatMap((name, i) => [
    { name, left: game.state.plain[i], is: x => x[i] === 0 },
    { name: NOT + name, left: game.state.negated[i], is: x => x[i] === 1 },
  ]), AND), note(game, "A literal that is false in the example makes the and false.")],
};

/** What the marked chips mean, once an example is chosen. */
const note = (game, words) => make("p", { class: "note" }, game.chosen === null ? "" : `Marked: ${words}`);

PICTURES["decision-list"] = {
  title: "Decision lists",
  rule: "Every rule begins on level one. The first rule that fires on the lowest level decides; on a mistake the rules of that level that fired and erred fall by one.",
  draw(game) {
    const { levels } = game.state, x = game.chosen === null ? null : game.preset.points[game.chosen];
    const lowest = x ? lowestLevel(levels, x) : 0, fires = x ? firing(x).flatMap(r => [r, r + 1]) : [];
    const rows = Array.from({ length: Math.max(...levels) }, (_, k) => make("li", {},
      make("span", { class: "level-name" }, `level ${k + 1}`),
      levels.map((level, r) => level !== k + 1 ? null
        : chip(ruleWords(r, game.columns), r % 2 ? "says-one" : "says-zero", fires.includes(r) && level === lowest ? "true" : ""))));
    return [make("ol", { class: "levels" }, rows), note(game, "the rules that fire, on the lowest level where any does.")];
  },
};
