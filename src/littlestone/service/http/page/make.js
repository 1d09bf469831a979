// A new game by hand: a name, the labels, and a learner from the table.

import { ask, element, gamePath, read } from "./parts.js";

const KINDS = [["signs", "two classes"], ["classes", "many classes, as they come"], ["numbers", "numbers"], ["actions", "rewards of actions"]];
const LISTED = { signs: ["Labels, the negative one first", "ham, spam"], actions: ["Actions", "old, new"] }; // and an example
const ACTS = "tsallis-inf"; // the usual learner of actions

function settingsOf(kind, labels, learner) {
  const listed = labels.split(",").map((each) => each.trim()).filter(Boolean);
  const settings = kind === "actions" ? { actions: listed } : { labels: kind === "signs" ? listed : kind };
  return learner ? { ...settings, learner } : settings;
}

// A button, and the form that it opens.
export function newGame() {
  const name = element("input", { id: "new-name", required: true, maxlength: 100, autocomplete: "off", placeholder: "spam", pattern: "[A-Za-z0-9][A-Za-z0-9_.\\-]*", title: "letters, digits, _ . and -, a letter or digit first" });
  const kind = element("select", { id: "new-kind" }, KINDS.map(([value, words]) => element("option", { value }, words)));
  const labels = element("input", { id: "new-labels", value: "ham, spam", autocomplete: "off", title: "with commas between them" });
  const learner = element("select", { id: "new-learner" });
  const rule = element("p", { class: "quiet", id: "new-rule" });
  const note = element("p", { class: "note bad", role: "alert", hidden: true });
  const what = element("span", {}, LISTED.signs[0]);
  const named = element("label", { for: "new-labels" }, what, labels);
  let table = [];
  const tell = () => { rule.textContent = table.find((each) => each.name === (learner.value || (kind.value === "actions" ? ACTS : "")))?.rule || "Several learners whose weights follow what they lose; the usual choice."; };
  const offer = () => {
    const listed = LISTED[kind.value];
    named.hidden = !listed;
    labels.required = Boolean(listed);
    if (listed && what.textContent !== listed[0]) [what.textContent, labels.value] = listed;
    const fitting = table.filter((each) => each.labels === kind.value);
    learner.replaceChildren(element("option", { value: "" }, kind.value === "actions" ? `the usual one, ${ACTS}` : "the linear committee"), ...fitting.map((each) => element("option", { value: each.name }, each.name)));
    tell();
  };
  kind.addEventListener("change", offer);
  learner.addEventListener("change", tell);
  async function make(event) {
    event.preventDefault();
    try {
      await ask("PUT", gamePath(name.value.trim()), settingsOf(kind.value, labels.value, learner.value));
      location.hash = `#/games/${encodeURIComponent(name.value.trim())}`;
    } catch (error) {
      note.hidden = false;
      note.textContent = error.message;
    }
  }
  const form = element("form", { class: "card", id: "new-game", hidden: true, onsubmit: make },
    element("h2", {}, "A new game"),
    element("div", { class: "row" },
      element("label", { for: "new-name" }, "Name", name),
      element("label", { for: "new-kind" }, "Labels are", kind),
      named,
      element("label", { for: "new-learner" }, "Learner", learner)),
    rule, note,
    element("div", {}, element("button", { type: "submit" }, "Make it")));
  async function open() {
    form.hidden = !form.hidden;
    button.setAttribute("aria-expanded", String(!form.hidden));
    if (form.hidden) return;
    try {
      if (!table.length) ({ learners: table } = await read("/v1/learners"));
    } catch (error) {
      note.hidden = false;
      note.textContent = error.message;
    }
    offer();
    name.focus();
  }
  const button = element("button", { type: "button", class: "plain", id: "new", "aria-expanded": "false", "aria-controls": "new-game", onclick: open }, "New game");
  return { button, form };
}
