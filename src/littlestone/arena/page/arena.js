// The page: chooses games, takes moves, shows the learner and the receipt.
"use strict";

const ORDER = ["elimination", "conjunction", "decision-list", "halving", "soa", "perceptron", "winnow", "wma"];
const still = matchMedia("(prefers-reduced-motion: reduce)");
let game = null, number = 0, refused = "", hinted = "";

/** Move something from one look to another, where motion is welcome. */
function animate(element, frames) {
  if (!still.matches && element.animate) element.animate(frames, { duration: 500, easing: "ease-in-out" });
}

/** Begin a game, or go on with one that a link has brought. */
function begin(name, preset, role, played = null) {
  number = preset;
  game = played ?? new Game(name, TABLES[name].presets[preset], role);
  game.chosen = null;
  Object.assign(PICTURES.perceptron, { last: null, angle: undefined });
  refused = hinted = "";
  offerPresets();
  offerPoints();
  offerAnswers();
  if (game.role === "learner") game.chosen = game.nextQuestion();
  refresh();
}

/** The games, as buttons. */
function offerGames() {
  show("games", ORDER.map(name => {
    const button = make("button", { type: "button", "data-game": name }, PICTURES[name].short ?? PICTURES[name].title);
    button.addEventListener("click", () => begin(name, 0, game.role));
    return button;
  }));
}

/** The presets of this game. */
function offerPresets() {
  show("preset", TABLES[game.name].presets.map((preset, k) => make("option", { value: k, selected: k === number }, preset.title)));
  for (const input of document.querySelectorAll("[name=role]")) input.checked = input.value === game.role;
  for (const button of document.querySelectorAll("[data-game]")) {
    if (button.dataset.game === game.name) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}

/** The examples, of which one is chosen: arrows move between them. */
function offerPoints() {
  if (game.role === "learner") return show("choose");
  const spots = game.preset.points.map((_, p) => {
    const input = make("input", { type: "radio", name: "point", value: p, id: `point-${p}` });
    input.addEventListener("change", () => choose(p));
    return make("label", { for: `point-${p}` }, input, make("span", { class: "face" }, pointWords(game, p), make("small", { class: "settled" })));
  });
  const legend = game.name === "wma" ? `What the experts ${game.columns.join(", ")} say` : game.columns[0] === "x1" && game.name !== "perceptron" ? `Example ${game.columns.join(" ")}` : "Example";
  return show("choose", make("fieldset", { class: pointWords(game, 0).length > 4 ? "points" : "points short" }, make("legend", {}, legend), make("div", {}, spots)));
}

/** The two answers: labels, or guesses. */
function offerAnswers() {
  show("answers", [-1, 1].map(y => {
    const words = game.role === "adversary" ? `Label ${labelWords(game, y)}` : `I say ${labelWords(game, y)}`;
    const button = make("button", { type: "button", class: `answer ${y > 0 ? "plus" : "minus"}` }, words);
    button.addEventListener("click", () => answer(y));
    return button;
  }));
}

/** Choose an example: the learner predicts. */
function choose(point) {
  if (game.role === "learner") return;
  game.chosen = point;
  refused = hinted = "";
  byId(`point-${point}`).checked = true;
  refresh();
}

/** Say the label of the chosen example, or guess it in the learner's place. */
function answer(y) {
  if (game.chosen === null) return;
  refused = hinted = "";
  if (game.role === "learner") {
    game.play(game.chosen, -y, y);
    game.chosen = game.nextQuestion();
    game.fresh = true;
  } else if (game.leaves(game.chosen)[y > 0 ? 1 : 0] === null && !byId("noise").checked) {
    refused = refusal(game.chosen, y);
  } else {
    game.play(game.chosen, y);
    game.fresh = true;
  }
  refresh();
  game.fresh = false;
}

/** Was this just struck out? Then it is shown. */
const justNow = (wasLeft, isLeft) => game.fresh && wasLeft && !isLeft ? "fresh" : "";

/** What the learner knew before the last round. */
const before = () => game.rounds.at(-2)?.after ?? game.rule.begin(game.preset, game.world);

/** Why nothing explains a label. */
function refusal(point, y) {
  const rounds = excludedBy(game.world, game.rounds, point, y).map(r => game.rounds.indexOf(r) + 1);
  const because = rounds.length > 1 ? `rounds ${rounds.slice(0, -1).join(", ")} and ${rounds.at(-1)} exclude it` : rounds.length ? `round ${rounds[0]} excludes it` : "none in the class does";
  const what = game.name === "wma" ? "Then the best expert, or some expert, has erred more often than this game allows" : `No ${WHAT[game.name]} says ${labelWords(game, y)} of ${pointWords(game, point)}`;
  const other = game.leaves(point)[y > 0 ? 0 : 1] === null ? "Choose another example" : `Say ${labelWords(game, -y)}`;
  return `${what}: ${because}. ${other}, or allow noise.`;
}

const WHAT = { elimination: "disjunction", conjunction: "conjunction", "decision-list": "decision list", halving: "concept", soa: "concept", perceptron: "line", winnow: "disjunction", wma: "expert" };

/** The best move, in words, and chosen. */
function hint() {
  if (game.role === "learner") {
    hinted = game.chosen === null ? "No mistake can be forced any more: the game is over." : ownHint();
    return refresh();
  }
  const best = game.hint();
  if (best === null) hinted = "There is no table for labels that nothing explains: undo the noise.";
  else if (best.worth === 0) hinted = "No mistake can be forced any more: the game is over.";
  else {
    choose(best.point);
    hinted = `Ask ${pointWords(game, best.point)} and say ${labelWords(game, best.y)}. The learner says ${labelWords(game, best.act)}: ${best.mistake ? "a mistake" : "right, but it prepares"}, and then ${best.after || "no"} more can be forced.`;
  }
  refresh();
}

/** What the best learner would say, and this one. */
function ownHint() {
  const [zero, one] = game.leaves(game.chosen).map(part => game.value(part));
  const best = one >= zero ? 1 : -1, [a, b] = [-1, 1].map(y => labelWords(game, y));
  const why = zero === one ? `Either label leaves ${zero} to force: whatever you say is wrong, and costs as much.`
    : `Label ${a} leaves ${zero} to force, label ${b} leaves ${one}: guess what leaves more, and the mistake costs less.`;
  return `Say ${labelWords(game, best)}. ${why} ${PICTURES[game.name].title} would say ${labelWords(game, game.ask(game.chosen).act)}.`;
}

function undo() {
  if (game.rounds.length) game.undo();
  refused = hinted = "";
  if (game.role === "learner") game.chosen = game.nextQuestion();
  refresh();
}

/** Show everything as it is now. */
function refresh() {
  const widths = [...document.querySelectorAll("#picture .level")].map(level => level.style.width);
  const look = PICTURES[game.name];
  byId("learner-title").textContent = look.title;
  show("rule", `${look.rule} `, make("span", { class: "source" }, look.source));
  show("picture", look.draw(game));
  document.querySelectorAll("#picture .level").forEach((level, k) => {
    if (widths[k] !== undefined && widths[k] !== level.style.width) animate(level, [{ width: widths[k] }, { width: level.style.width }]);
  });
  showMoves();
  showReceipt();
  showRounds();
  try { history.replaceState(null, "", fragment(game)); } catch { /* a frame without a history */ }
}

/** What is asked, what was said, and the two answers. */
function showMoves() {
  const adversary = game.role === "adversary";
  byId("title").textContent = `You are the ${game.role}`;
  byId("lead").textContent = adversary ? "Choose an example. The learner predicts. Then say what the label was. Force as many mistakes as you can."
    : "The adversary chooses an example. You predict. Then it says what the label was, and it does not like you.";
  byId("noise").closest("label").hidden = !adversary;
  for (const [p, small] of [...document.querySelectorAll(".settled")].entries()) {
    const [minus, plus] = game.leaves(p);
    small.textContent = minus !== null && plus !== null ? "" : ` is ${labelWords(game, plus === null ? -1 : 1)}`;
  }
  for (const input of document.querySelectorAll("[name=point]")) input.checked = Number(input.value) === game.chosen;
  show("said", asked());
  for (const button of document.querySelectorAll(".answer")) {
    if (game.chosen === null && document.activeElement === button) byId("again").focus();  // what is disabled has no focus
    button.disabled = game.chosen === null;
  }
  byId("refusal").textContent = refused;
  byId("hinted").textContent = hinted;
  byId("undo").disabled = !game.rounds.length;
}

/** What just happened, and what is asked now. */
function asked() {
  const last = game.rounds.at(-1), adversary = game.role === "adversary";
  const told = !last ? "" : adversary
    ? `Round ${game.rounds.length}: the learner said ${labelWords(game, last.act)}, you said ${labelWords(game, last.y)}, ${last.wrong ? "a mistake" : "right"}${last.noise ? ", which nothing explains" : ""}. `
    : `Round ${game.rounds.length}: you said ${labelWords(game, last.said)}, it was ${labelWords(game, last.y)}. `;
  if (game.chosen === null) return adversary ? `${told}Choose an example.` : `${told}No mistake can be forced any more.`;
  const name = pointWords(game, game.chosen);
  const now = adversary ? ["The learner says ", make("strong", {}, labelWords(game, game.ask(game.chosen).act)), " of ", make("span", { class: "whole" }, `${name}.`)] : ["The adversary asks ", make("strong", {}, name), "."];
  return [make("span", {}, told), make("span", { class: "now" }, now)];
}

/** A line of the receipt. */
const entry = (name, amount, words = "") => [make("dt", {}, name), make("dd", {}, make("b", {}, amount), words ? make("span", {}, ` ${words}`) : null)];

/** An amount with few digits. */
const amount = value => value === Infinity ? "none" : general(Math.round(value * 100) / 100);

function showReceipt() {
  if (game.role === "learner") return showOwnReceipt();
  const best = parseInt(game.preset.values[0], 36), any = game.value(game.world.full), left = game.stillForced, { mistakes, allowed } = game;
  const lost = left === undefined ? 0 : best - mistakes - left;
  return show("account",
    make("p", { class: "count" }, make("b", {}, String(mistakes)), make("span", {}, ` ${mistakes === 1 ? "mistake" : "mistakes"} in ${counted(game.rounds.length, "round")}`)),
    left === undefined ? "" : pips(mistakes, left, lost),
    make("dl", {},
      entry("The theorem allows, so far", allowed === null ? "nothing" : amount(allowed), allowed === null ? `the premise broke in round ${game.broken}` : theoremWords()),
      entry("Anybody could force", String(best), "of this learner, exactly"),
      entry("Of the best learner", String(any), game.name === "wma" ? "exactly, by the same advice" : "the Littlestone dimension"),
      left === undefined ? [] : entry("Still to force", String(left), "from here"),
      lost > 0 ? entry("Given away", String(lost), gaveAway()) : []),
    make("p", { class: "verdict", role: "status" }, verdict(best, left, lost)));
}

/** The theorem, with the size of what fits the labels so far. */
function theoremWords() {
  const size = game.rule.size?.(game);
  return size ? `${game.rule.theorem}, ${size}` : game.rule.theorem;
}

/** In which rounds mistakes were given away. */
function gaveAway() {
  const values = [...game.rounds.map(r => r.still), game.stillForced];
  const rounds = game.rounds.map((r, t) => values[t] - values[t + 1] - (r.wrong ? 1 : 0) > 0 ? t + 1 : 0).filter(Boolean);
  return `in ${rounds.length === 1 ? "round" : "rounds"} ${rounds.join(", ")}`;
}

function verdict(best, left, lost) {
  if (left === undefined) return `No ${WHAT[game.name]} explains all labels. What the theorem promises, it promises no more.`;
  if (left > 0) return lost ? "" : game.rounds.length ? "So far nobody could have done better." : "";
  return lost ? `The game is over: ${game.mistakes} of ${best}.` : "The game is over, and nobody could have forced more.";
}

/** A mark for every mistake that could be forced: made, still to be made, given away. */
function pips(made, left, lost) {
  const marks = [...Array(made).fill("made"), ...Array(left).fill("left"), ...Array(lost).fill("lost")];
  const words = `${counted(made, "mistake")} made, ${left} still to force, ${lost} given away`;
  return make("p", { class: "pips", role: "img", "aria-label": words }, marks.map(kind => make("span", { class: kind })));
}

function showOwnReceipt() {
  const any = game.value(game.world.full), left = game.value(game.space), own = game.ownMistakes, lost = own + left - any;
  show("account",
    make("p", { class: "count" }, make("b", {}, String(own)), make("span", {}, ` ${own === 1 ? "mistake" : "mistakes"} of yours in ${counted(game.rounds.length, "round")}`)),
    pips(own, left, 0),
    make("dl", {},
      entry("The best learner makes", String(any), game.name === "wma" ? "at worst, exactly" : "at worst: the Littlestone dimension"),
      entry(`${PICTURES[game.name].title} has made`, String(game.mistakes), "on the same examples"),
      entry("Still to force", String(left), "of anybody"),
      lost > 0 ? entry("Given away", String(lost), "by guesses that could cost more") : []),
    make("p", { class: "verdict", role: "status" }, left ? "" : lost ? `The game is over: the best learner would have made ${any}.` : "The game is over, and nobody could have made fewer."));
}

function showRounds() {
  const adversary = game.role === "adversary", values = adversary ? [...game.rounds.slice(1).map(r => r.still), game.stillForced] : [];
  const rows = game.rounds.map((r, t) => make("tr", { class: (adversary ? r.wrong : r.said !== r.y) ? "wrong" : "" },
    make("th", { scope: "row" }, String(t + 1)), make("td", {}, pointWords(game, r.point)), make("td", {}, labelWords(game, adversary ? r.act : r.said)),
    make("td", {}, labelWords(game, r.y)), make("td", {}, (adversary ? r.wrong : r.said !== r.y) ? "mistake" : "right"),
    make("td", {}, r.noise ? "nothing explains it" : adversary && values[t] !== undefined ? String(values[t]) : "")));
  const head = ["Round", "Example", adversary ? "Learner" : "You", "Label", "", adversary ? "Still to force" : ""];
  show("rounds", make("table", {}, make("thead", {}, make("tr", {}, head.map(name => name ? make("th", { scope: "col" }, name) : make("td", {})))), make("tbody", {}, rows)));
  byId("transcript").textContent = transcript(game);
}

/** Copy a text, and say so. */
async function copy(text, words) {
  try {
    await navigator.clipboard.writeText(text);
    byId("shared").textContent = words;
  } catch {
    byId("shared").textContent = text;
  }
}

function save() {
  const place = make("a", { href: URL.createObjectURL(new Blob([transcript(game)], { type: "text/plain" })), download: "game.txt" });
  place.click();
  byId("shared").textContent = "Saved as game.txt.";
}

/** Keys, while the game has the focus; those with a meaning of their own elsewhere are left alone. */
function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const does = { 0: () => answer(-1), "-": () => answer(-1), 1: () => answer(1), "+": () => answer(1), h: hint, u: undo }[event.key];
  if (does) { event.preventDefault(); does(); }
}

function start() {
  offerGames();
  byId("preset").addEventListener("change", event => begin(game.name, Number(event.target.value), game.role));
  byId("roles").addEventListener("change", event => begin(game.name, number, event.target.value));
  byId("noise").addEventListener("change", refresh);
  byId("board").addEventListener("keydown", key);
  byId("hint").addEventListener("click", hint);
  byId("undo").addEventListener("click", undo);
  byId("again").addEventListener("click", () => begin(game.name, number, game.role));
  byId("link").addEventListener("click", () => copy(location.href, "The link is copied."));
  byId("copy").addEventListener("click", () => copy(transcript(game), "The transcript is copied."));
  byId("save").addEventListener("click", save);
  addEventListener("hashchange", () => linked(location.hash) || refresh());
  linked(location.hash) || begin(ORDER[0], 0, "adversary");
}

/** A link as it was written, though some programs write %3A for a colon. */
function unescaped(hash) {
  try { return decodeURIComponent(hash); } catch { return hash; }
}

/** Go on with the game of a link; false if it is none. */
function linked(hash) {
  const played = fromFragment(unescaped(hash), TABLES);
  if (played === null) return false;
  begin(played.name, TABLES[played.name].presets.indexOf(played.preset), played.role, played);
  return true;
}

start();
