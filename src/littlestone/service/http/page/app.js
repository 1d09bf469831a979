// The page: who is here, which game is looked at, and the list of all of them.

import { amount, ask, count, element, fill, gamePath, read, share } from "./parts.js";
import { showGame } from "./game.js";
import { newGame } from "./make.js";

const main = document.getElementById("main");
const crumbs = document.getElementById("crumbs");
const who = document.getElementById("who");
const pulse = document.getElementById("pulse");
const FEW = 24; // games that are all looked at, though that loads them
const SHOWN = 60; // games at a time; a filter finds the others

let mayMake = true; // may who is here make games?
let leave = () => {}; // ends what the present view has going

export function beat(state, words) {
  if (state) pulse.dataset.state = state;
  else delete pulse.dataset.state;
  if (pulse.textContent !== words) pulse.textContent = words;
}

function complain(error, again) {
  if (error.status === 401) return showLogin();
  beat("", "");
  main.replaceChildren(
    element("p", { class: "note bad", role: "alert" }, error.message),
    element("p", {}, element("button", { class: "plain", type: "button", onclick: again }, "Try again")),
  );
}

function showLogin(words = "") {
  crumbs.textContent = "";
  who.replaceChildren();
  beat("", "");
  const key = element("input", {
    type: "password", name: "key", autocomplete: "current-password", required: true, spellcheck: "false",
    placeholder: "ls-…", id: "key",
  });
  const note = element("p", { class: "note bad", role: "alert", hidden: !words }, words);
  const form = element(
    "form",
    { class: "card login", onsubmit: enter },
    element("h1", {}, "Who is there?"),
    element("p", { class: "quiet" }, "This service has keys. ", element("code", {}, "littlestone key add"), " makes one."),
    element("input", { type: "text", autocomplete: "username", value: "littlestone", hidden: true, "aria-label": "Name" }),
    element("label", { for: "key" }, "Key", key),
    note,
    element("div", {}, element("button", { type: "submit" }, "Log in")),
  );
  async function enter(event) {
    event.preventDefault();
    try {
      await ask("POST", "/login", { key: key.value.trim() });
      await start();
    } catch (error) {
      key.value = "";
      note.hidden = false;
      note.textContent = error.message;
      key.focus();
    }
  }
  main.replaceChildren(form);
  key.focus();
}

function showWho(session) {
  if (!session.needs_key) return who.replaceChildren();
  const out = async () => {
    await ask("POST", "/logout", {});
    leave();
    showLogin();
  };
  who.replaceChildren(session.name, element("button", { class: "plain", type: "button", onclick: out }, "Log out"));
}

function card(game) {
  const facts = element("dl", {});
  const kind = element("p", {}, game.loaded ? " " : "at rest; opens when it is asked for");
  const place = element(
    "li",
    {},
    element("a", { class: "card", href: `#/games/${encodeURIComponent(game.name)}` }, element("h2", {}, game.name), kind, facts),
  );
  const tell = (known) => {
    const pairs = [["rounds", count(known.rounds)], [known.reward === undefined ? "labelled" : "rewarded", count(known.labelled)], ["open", count(known.open)]];
    if (known.reward !== undefined) pairs.splice(1, 0, ["reward", amount(known.reward)]);
    if (known.mistakes !== undefined && known.mistakes !== null) {
      pairs.splice(1, 0, ["mistakes", known.labelled ? `${count(known.mistakes)} · ${share(known.mistakes, known.labelled)}` : "0"]);
    }
    kind.textContent = known.learner || "";
    fill(facts, pairs.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))));
  };
  return { place, tell };
}

async function showList() {
  crumbs.textContent = "games";
  document.title = "littlestone: games";
  const { games } = await read("/v1/games");
  const list = element("ul", { class: "games" });
  const note = element("p", { class: "quiet" });
  const cards = new Map();
  const draw = () => {
    const wanted = search.value.trim().toLowerCase();
    const found = games.filter((game) => game.name.toLowerCase().includes(wanted));
    cards.clear();
    for (const game of found.slice(0, SHOWN)) cards.set(game.name, { game, ...card(game) });
    list.replaceChildren(...[...cards.values()].map((each) => each.place));
    note.textContent = found.length > SHOWN ? `${count(SHOWN)} of ${count(found.length)} are shown: name the one you look for.` : "";
    look();
  };
  const look = () => {
    for (const { game, tell } of cards.values()) {
      if (game.loaded || games.length <= FEW) read(gamePath(game.name, "account")).then(tell, () => {});
    }
  };
  const search = element("input", { type: "search", placeholder: "Find a game", "aria-label": "Find a game", oninput: draw });
  const fresh = mayMake ? newGame() : null;
  const how = element(
    "div",
    { class: "card" },
    element("h2", {}, "No game yet"),
    element("p", {}, "Make the first one, and play:"),
    element("pre", { class: "wide" }, element("code", {},
      `curl -X PUT  ${location.origin}/v1/games/spam -d '{"labels": ["ham", "spam"]}'\n` +
      `curl -X POST ${location.origin}/v1/games/spam/predict -d '{"id": "mail-17", "x": {"from": "bank"}}'\n` +
      `curl -X POST ${location.origin}/v1/games/spam/label -d '{"id": "mail-17", "y": "spam"}'`)),
  );
  main.replaceChildren(
    element("div", { class: "stack" },
      element("div", { class: "head" }, element("h1", {}, games.length === 1 ? "One game" : `${count(games.length)} games`), fresh?.button),
      fresh?.form,
      games.length > 6 ? search : null,
      games.length ? list : how,
      note),
  );
  draw();
  const timer = setInterval(look, 3000);
  beat("live", "looks every 3 s");
  return () => clearInterval(timer);
}

async function go() {
  leave();
  leave = () => {};
  beat("", "");
  const found = /^#\/games\/([^/]+)$/.exec(location.hash);
  try {
    if (found) {
      const name = decodeURIComponent(found[1]);
      crumbs.replaceChildren(element("a", { href: "#/" }, "games"), ` / ${name}`);
      document.title = `littlestone: ${name}`;
      leave = await showGame(main, name, { beat, complain: (error) => complain(error, go) });
    } else {
      leave = await showList();
    }
  } catch (error) {
    complain(error, go);
  }
}

async function start() {
  try {
    const session = await read("/session");
    if (session.needs_key && !session.name) return showLogin();
    showWho(session);
    mayMake = !session.needs_key || session.roles.includes("admin");
  } catch (error) {
    return complain(error, start);
  }
  await go();
}

addEventListener("hashchange", () => go().then(() => main.focus({ preventScroll: true })));
start();
