// One game: tiles, chart, certificates, metrics, weights, open rounds, and a round by hand.

import { amount, badge, count, drawn, element, fill, gamePath, plural, read, refusals, share, table } from "./parts.js";
import { earnedTable, tilesOfActions } from "./actions.js";
import { Chart } from "./chart.js";
import { guaranteesOf } from "./guarantees.js";
import { HandPlay } from "./play.js";

const SLOW = 2500; // milliseconds between looks at what is dear to compute
const ROUNDS = 10;
const PASSING = new Set([0, 429, 502, 503, 504]); // refusals that pass by themselves

function settingsInWords(parameters) {
  const said = Object.entries(parameters || {}).filter(([, value]) => value !== null);
  return said.map(([name, value]) => `${name} = ${Array.isArray(value) ? value.length : typeof value === "object" ? JSON.stringify(value) : value}`).join(", ");
}

function tile(name, value, words = "") {
  return element("div", { class: "tile" }, element("dt", {}, name), element("dd", {}, value, words ? element("small", {}, words) : null));
}

function tilesOf(account) {
  if (account.actions) return tilesOfActions(account, tile);
  const made = [tile("rounds", count(account.rounds), `${count(account.labelled)} with a label`)];
  const counted = account.mistakes !== undefined && account.mistakes !== null;
  if (counted) made.push(tile("mistakes", count(account.mistakes), share(account.mistakes, account.labelled)));
  if (account.best_constant_mistakes !== undefined) {
    made.push(tile("best constant answer", count(account.best_constant_mistakes), "mistakes it makes"));
  }
  const loss = account.loss;
  if (loss && loss.name !== "mistake") {
    made.push(tile(`${loss.name} loss`, amount(loss.total), account.labelled ? `${amount(loss.total / account.labelled)} a round` : ""));
  }
  if (account.judged !== undefined) {
    const judged = account.judged_loss === undefined ? share(account.judged_mistakes, account.judged) : `${amount(account.judged_loss / account.judged)} a round`;
    made.push(tile("labels while frozen", count(account.judged), account.judged_loss === undefined ? `${judged} mistakes, and none was learned` : `loss ${judged}, and none was learned`));
  }
  made.push(tile("open rounds", count(account.open), account.expired ? `${count(account.expired)} expired` : "without a label"));
  const late = account.lateness || {};
  const delay = account.labelled ? account.total_delay / account.labelled : 0;
  const price = counted ? late.mistakes : late.loss;
  made.push(tile("price of lateness", `${price > 0 ? "+" : ""}${amount(price ?? 0)}`,
    account.longest_delay ? `${counted ? "mistakes" : "loss"}; labels up to ${plural(account.longest_delay, "round")} late, ${amount(delay, 3)} on average` : "no label came late"));
  return made;
}

function certificateCard(certificate) {
  const { theorem, paid, allowed, verdict, teaches } = certificate;
  const why = certificate.violated || certificate.broken || certificate.open;
  const parts = [badge(verdict), element("h3", {}, theorem)];
  if (paid !== null && paid !== undefined) {
    const known = allowed !== null && allowed !== undefined;
    parts.push(element("p", {}, "paid ", element("b", {}, amount(paid, 6)), known ? [" of ", element("b", {}, amount(allowed, 6)), " allowed"] : ""));
    if (known && allowed > 0) {
      parts.push(element("meter", { min: 0, max: allowed, value: Math.min(Math.max(paid, 0), allowed),
        "aria-label": `paid ${amount(paid, 6)} of ${amount(allowed, 6)} allowed` }));
    }
  }
  if (why) parts.push(element("p", {}, why));
  if (teaches) parts.push(element("p", { class: "lesson" }, element("b", {}, "It teaches: "), teaches));
  return element("article", { class: "card certificate" }, parts);
}

function weightBars(weights) {
  const most = Math.max(...weights.map((each) => Math.abs(each.weight)), 1e-300);
  const many = weights.some((each) => each.class !== undefined);
  const bar = (weight) => {
    const length = (49 * Math.abs(weight)) / most;
    return drawn("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
      drawn("line", { x1: 50, x2: 50, y1: 0, y2: 10, class: "axis" }),
      drawn("rect", { x: weight < 0 ? 50 - length : 50, y: 1.5, width: length, height: 7, class: weight < 0 ? "minus" : "plus" }));
  };
  const body = weights.map((each) => element("tr", {},
    many ? element("td", { class: "name" }, String(each.class)) : null,
    element("td", { class: "name" }, String(each.column)),
    element("td", { class: "bar" }, bar(each.weight)),
    element("td", { class: "number" }, amount(each.weight))));
  const heads = [...(many ? ["class"] : []), "feature", "", "weight"];
  return element("div", { class: "wide" }, element("table", { class: "bars" },
    element("thead", {}, element("tr", {}, heads.map((head) => element("th", { class: head === "weight" ? "number" : null, scope: "col" }, head)))),
    element("tbody", {}, body)));
}

function metricsTable(account) {
  const found = Object.entries(account.metrics || {});
  if (!found.length) return null;
  const rows = found.map(([name, value]) => [name.replaceAll("_", " "), value !== null && typeof value === "object" ? element("code", {}, JSON.stringify(value)) : amount(value)]);
  return table(["metric", "value"], rows, { numbers: [1], caption: "metrics of the guesses given" });
}

function playersTable(account) {
  const counted = account.mistakes !== undefined && account.mistakes !== null;
  const rows = [[`${account.answering} (answers)`, account.learner, amount(counted ? account.mistakes : account.loss.total)]];
  for (const [name, each] of Object.entries(account.shadows)) {
    const since = each.labelled === account.labelled ? "" : ` in ${count(each.labelled)}`;
    rows.push([name, each.learner, amount(each.paid) + since]);
  }
  const refused = refusals(account.shadows);
  return [table(["player", "learner", counted ? "mistakes" : "loss"], rows, { numbers: [2], caption: "who answers, and the shadows" }),
    ...(refused ? [element("p", { class: "quiet" }, refused)] : [])];
}

// By how much each shadow was better than who answers, on average since the trial began, between bounds.
function evidenceTable(account) {
  const { trial, shadows } = account;
  const told = Object.entries(shadows).filter(([, each]) => each.evidence);
  if (!trial) return null;
  const heading = element("h3", {}, `Is a shadow better? Trial ${trial.trial}, by ${trial.by}`);
  if (!told.length) return [heading, element("p", { class: "quiet" }, trial.statement)];
  const cuts = told.some(([, { evidence }]) => evidence.clipped !== undefined); // of rewards nothing is cut
  const rows = told.map(([name, { evidence }]) => [name, count(evidence.rounds), amount(evidence.mean, 3),
    evidence.rounds ? `${amount(evidence.lower, 3)} to ${amount(evidence.upper, 3)}` : "–",
    ...(cuts ? [evidence.clipped ? `${count(evidence.clipped)}, ${amount(evidence.cut_gain + evidence.cut_loss, 3)} in sum` : "none"] : [])]);
  const what = trial.promotes ? `A shadow answers as soon as its lower bound is above 0, at the level ${trial.level}` : `Nobody is promoted by it (promote_when is not set); the level is ${trial.level}`;
  const shared = trial.shared_by > 1 ? `, shared by ${trial.shared_by} shadows` : "";
  return [heading, table(["shadow", "rounds", "better by", "between", ...(cuts ? ["cut off"] : [])], rows, { numbers: [1, 2, 3, 4], caption: "evidence that a shadow is better" }),
    element("p", { class: "quiet" }, `${what}${shared}; since row ${count(trial.since)}. ${trial.statement[0].toUpperCase()}${trial.statement.slice(1)}.`)];
}

function membersTable(members) {
  const sorted = [...members].sort((one, other) => other.weight - one.weight);
  const counted = sorted.some((each) => each.mistakes !== undefined && each.mistakes !== null);
  const heads = ["member", "weight", ...(counted ? ["mistakes"] : []), "loss"];
  const rows = sorted.map((each) => [each.name, each.weight < 1e-4 ? "≈ 0" : amount(each.weight, 2), ...(counted ? [count(each.mistakes)] : []), amount(each.loss)]);
  return [element("h3", {}, "Members of the committee"), table(heads, rows, { numbers: [1, 2, 3], caption: "members of the committee" })];
}

function roundsTable(found, answer) {
  if (!found.rounds.length) return element("p", { class: "quiet" }, "No round waits.");
  const now = Date.now() / 1000;
  const rows = found.rounds.map((each) => [each.id, String(each.act), age(now - each.at),
    element("button", { class: "plain", type: "button", "data-id": each.id, "aria-label": `Tell about ${each.id}` }, "tell")]);
  const made = table(["id", "said", "waits", ""], rows, { numbers: [2, 3], caption: "open rounds, the oldest first" });
  made.addEventListener("click", (event) => event.target.dataset.id !== undefined && answer(event.target.dataset.id));
  const more = found.open - found.rounds.length;
  return [made, more > 0 ? element("p", { class: "quiet" }, `and ${plural(more, "round")} more`) : null];
}

function age(seconds) {
  const [size, unit] = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]].find(([each]) => seconds >= each) || [1, "s"];
  return `${Math.max(0, Math.floor(seconds / size))} ${unit}`;
}

export async function showGame(main, name, { beat, complain }) {
  const game = await read(gamePath(name));
  const chart = new Chart();
  const places = Object.fromEntries(["tiles", "certificates", "guarantees", "metrics", "players", "weights", "rounds"].map((each) => [each, element("div")]));
  places.tiles = element("dl", { class: "tiles" });
  places.certificates.className = "certificates";
  const said = element("p", {}, game.learner);
  const section = (title, place) => element("section", { class: "card" }, element("h2", {}, title), place);
  const hand = new HandPlay(name, game, () => slow());
  const answers = section("Who plays", places.players);
  const weights = section("Largest weights", places.weights);
  weights.hidden = Boolean(game.settings.actions); // there are none to show
  const metrics = section("Metrics", places.metrics);
  const promises = section("Guarantees", places.guarantees);
  main.replaceChildren(element("div", { class: "stack" },
    element("div", { class: "head" }, element("h1", {}, name), said),
    places.tiles, chart.whole, places.certificates,
    element("div", { class: "pair" },
      element("div", { class: "stack" }, hand.whole, section("Open rounds", places.rounds)),
      element("div", { class: "stack" }, promises, metrics, answers, weights))));

  const showAccount = (account) => {
    fill(places.tiles, tilesOf(account));
    said.textContent = [account.learner, settingsInWords(account.parameters)].filter(Boolean).join(": ");
    const measured = metricsTable(account);
    metrics.hidden = !measured;
    if (measured) fill(places.metrics, measured);
    const promised = guaranteesOf(account, game.settings);
    promises.hidden = !promised.length;
    if (promised.length) fill(places.guarantees, ...promised);
    const who = account.actions ? earnedTable(account) : playersTable(account);
    const parts = [account.actions || Object.keys(account.shadows).length ? [who, evidenceTable(account)] : null, account.members ? membersTable(account.members) : null].flat(3).filter(Boolean);
    answers.hidden = !parts.length;
    if (parts.length) fill(places.players, ...parts);
  };

  let last = 0, waiting = null, over = false, shown = false;
  async function slow() {
    if (over) return;
    last = Date.now();
    try {
      const certified = await read(gamePath(name, "certificates")); // first: history then has what they allow
      const [account, history, weighed, open] = await Promise.all([
        read(gamePath(name, "account")), read(`${gamePath(name, "history")}?points=500`),
        read(`${gamePath(name, "weights")}?top=20`).catch((error) => ({ note: error.message, weights: [] })),
        read(`${gamePath(name, "rounds")}?limit=${ROUNDS}`)]);
      if (over) return;
      shown = true;
      showAccount(account);
      chart.show(history);
      const cards = certified.certificates.map(certificateCard);
      fill(places.certificates, cards.length ? cards : element("p", { class: "quiet" },
        account.labelled ? "This package has no theorem about this learner with these settings." : `Certificates come with the first ${account.actions ? "reward" : "label"}.`));
      fill(places.weights, weighed.weights.length ? weightBars(weighed.weights) : element("p", { class: "quiet" }, weighed.note || "All weights are zero."));
      const table = roundsTable(open, (id) => hand.tellFor(id));
      places.rounds.contains(document.activeElement) || places.rounds.replaceChildren(...[table].flat().filter(Boolean));
    } catch (error) {
      if (over) return;
      if (!PASSING.has(error.status) || !shown) return complain(error);
      beat("lost", "lost; trying again"); // what is there stays, and is looked at again
      soon();
    }
  }
  const soon = () => {
    waiting ??= setTimeout(() => { waiting = null; slow(); }, Math.max(0, last + SLOW - Date.now()));
  };

  await slow();
  let stream = null, seen = null, again = null;
  function watch() {
    const path = gamePath(name, "events", "stream");
    stream = new EventSource(seen === null ? path : `${path}?after=${seen}`);
    stream.addEventListener("open", () => {
      beat("live", "live");
      soon();
    });
    stream.addEventListener("error", () => {
      beat("lost", "lost; trying again");
      if (stream.readyState === EventSource.CLOSED) again = setTimeout(watch, SLOW); // refused, perhaps by a proxy
    });
    stream.addEventListener("account", (event) => {
      seen = event.lastEventId;
      showAccount(JSON.parse(event.data));
      beat("live", `live · row ${count(Number(seen))}`);
      soon();
    });
  }
  watch();
  return () => {
    over = true;
    clearTimeout(waiting);
    clearTimeout(again);
    stream.close();
    chart.close();
  };
}
