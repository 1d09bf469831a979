// Weights as bars: of Winnow's variables with the potential under its ceiling, of experts with what they say.
"use strict";

PICTURES.winnow = {
  title: "Winnow",
  source: "N3, Theorem 5",
  rule: "Say 1 if the weights of the variables that are 1 add up to more than N. A missed positive doubles these weights, a negative taken for a positive halves them.",
  draw(game) {
    const n = game.columns.length, weights = weightsOf(game.state.exponents), x = game.chosen === null ? null : game.preset.points[game.chosen];
    const most = Math.max(2 * n, ...weights), sum = x ? dot(x, weights) : 0, [potential, ceiling] = potentialOf(game.state);
    const room = Math.max(most, potential, ceiling);
    return [
      make("div", { class: "bars", style: `--mark:${(100 * n / most).toFixed(2)}%` }, weights.map((w, i) => bar(game.columns[i], w / most, general(w), x && x[i] ? "on" : "", "marked"))),
      make("p", { class: "note" }, x ? `The variables that are 1 add up to ${general(sum)}, ${sum > n ? "more than" : "not more than"} N = ${n}.` : `The line is the threshold N = ${n}: a weight above it decides alone.`),
      make("h3", {}, "The potential and its ceiling"),
      make("div", { class: "bars" },
        bar("\u03a6 = \u03a3w", potential / room, general(potential)), bar("ceiling", ceiling / room, general(ceiling), "ceiling")),
      make("p", { class: "note" }, `0 < \u03a6 \u2264 N + N m\u207a \u2212 \u00bdN m\u207b, with m\u207a = ${game.state.promotions} missed positives and m\u207b = ${game.state.demotions} false alarms.`),
    ];
  },
};

PICTURES.wma = {
  title: "Weighted majority",
  source: "N1, WMA",
  rule: "Say what the weight of the experts says; every mistake halves an expert\u2019s weight. An even vote is \u22121.",
  draw(game) {
    const { totals } = game.state, { alpha } = game.preset.settings, w = totals.map(count => alpha ** count), n = w.length;
    const x = game.chosen === null ? null : game.preset.points[game.chosen], sum = w.reduce((a, b) => a + b, 0);
    const ceiling = n * ((1 + alpha) / 2) ** game.mistakes, m = Math.min(...totals);
    const [plus, minus] = [1, -1].map(y => x ? dot(w, x.map(said => said === y ? 1 : 0)) : 0);
    return [
      make("div", { class: "bars" }, w.map((weight, i) => bar(
        `${game.columns[i]}${x ? (x[i] > 0 ? " says +1" : " says \u22121") : ""}`, weight, `${general(weight)}, ${counted(totals[i], "mistake")}`,
        x ? (x[i] > 0 ? "plus" : "minus") : "", totals[i] === m ? "best" : ""))),
      make("p", { class: "note" }, x ? `+1 has ${general(plus)} of ${general(sum)}, \u22121 has ${general(minus)}.` : "Choose what each expert says."),
      make("h3", {}, "The weight and its ceiling"),
      make("div", { class: "bars" }, bar("W = \u03a3w", sum / n, general(sum)), bar("ceiling", ceiling / n, general(ceiling), "ceiling")),
      make("p", { class: "note" }, `(1/2)^m \u2264 W \u2264 n (3/4)^M, with m = ${m} of the best expert and M = ${game.mistakes}: so M \u2264 2.41 m + 3.48 ln n.`),
    ];
  },
};
