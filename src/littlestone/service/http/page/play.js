// A round by hand: a record, the answer, and its label.

import { intervalInWords } from "./guarantees.js";
import { amount, ask, element, gamePath } from "./parts.js";

// What stands in the field: JSON, or a line a feature, "name = value".
export function recordOf(text) {
  const trimmed = text.trim();
  if (trimmed.startsWith("{") || trimmed.startsWith("[")) return JSON.parse(trimmed);
  const found = {};
  for (const line of trimmed.split("\n").filter((each) => each.trim())) {
    const [, name, value] = /^([^=:]+)[=:](.*)$/.exec(line) || [null, line, "1"];
    const said = value.trim();
    found[name.trim()] = said !== "" && !Number.isNaN(Number(said)) ? Number(said) : said;
  }
  return found;
}

function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return `hand-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

// A label as the game was given its own: a number where they are numbers.
function labelOf(text, labels) {
  const own = (labels || []).find((each) => String(each) === text);
  if (own !== undefined) return own;
  return text.trim() !== "" && !Number.isNaN(Number(text)) ? Number(text) : text;
}

export class HandPlay {
  constructor(name, game, changed) {
    this.name = name;
    this.changed = changed;
    const labels = game.settings?.labels;
    this.acts = Boolean(game.settings?.actions);
    this.labels = Array.isArray(labels) ? labels : null;
    this.record = element("textarea", { id: "record", spellcheck: "false", required: !this.acts, placeholder: this.acts ? "what is known of the request, if the learner looks at it" : '{"from": "bank", "body": "win a prize"}\nor a line a feature: from = bank' });
    this.id = element("input", { id: "round-id", placeholder: "made up, if left empty", maxlength: 200, autocomplete: "off" });
    this.told = element("input", { id: "told-id", required: true, maxlength: 200, autocomplete: "off", placeholder: "of any open round" });
    this.label = this.labels
      ? element("select", { id: "label", "aria-label": "The label" }, this.labels.map((each) => element("option", { value: String(each) }, String(each))))
      : element("input", { id: "label", "aria-label": this.acts ? "The reward" : "The label", required: true, ...(this.acts ? { type: "number", step: "any" } : {}), autocomplete: "off" });
    this.answer = element("div", { role: "status", id: "answer" });
    this.whole = element("section", { class: "card stack" },
      element("h2", {}, "Play a round by hand"),
      element("form", { id: "predict", onsubmit: (event) => this.predict(event) },
        element("label", { for: "record" }, "Record", this.record),
        element("div", { class: "row" }, element("label", { for: "round-id" }, "Id", this.id), element("button", { type: "submit" }, this.acts ? "Decide" : "Predict"))),
      this.answer,
      element("form", { id: "tell", onsubmit: (event) => this.tell(event) },
        element("div", { class: "row" },
          element("label", { for: "told-id" }, this.acts ? "Reward of the round" : "Label of the round", this.told),
          element("label", { for: "label" }, "is", this.label),
          element("button", { type: "submit" }, "Tell"))));
  }

  say(kind, ...words) {
    this.answer.replaceChildren(element("div", { class: `note ${kind}` }, words));
  }

  // Offer to tell the label of a round from the list of open ones.
  tellFor(id) {
    this.told.value = id;
    this.label.focus();
    this.whole.scrollIntoView({ block: "nearest" });
  }

  async predict(event) {
    event.preventDefault();
    let x;
    try {
      x = recordOf(this.record.value);
    } catch (error) {
      return this.say("bad", `The record is no JSON: ${error.message}`);
    }
    const id = this.id.value.trim() || freshId();
    try {
      const said = await ask("POST", gamePath(this.name, "predict"), this.acts && !this.record.value.trim() ? { id } : { id, x });
      if (this.acts) {
        const chances = Object.entries(said.chances).map(([name, chance]) => `${name} ${amount(chance, 3)}`).join(", ");
        this.say("", element("span", { class: "said" }, String(said.action)), ` of ${chances}; round `, element("code", {}, said.id), `, row ${said.seq}`);
        this.told.value = id;
        this.id.value = "";
        return this.changed();
      }
      const chance = typeof said.chance === "number" ? `, chance ${amount(said.chance, 3)}` : "";
      this.say("", element("span", { class: "said" }, String(said.act)), ` guess ${amount(said.guess)}${chance}${intervalInWords(said.interval)}; round `, element("code", {}, said.id), `, row ${said.seq}`);
      this.told.value = id;
      this.id.value = "";
      this.changed();
    } catch (error) {
      if (error.status === 503 || error.status === 0) this.id.value = id; // so that the next try is the same round
      this.say("bad", error.message);
    }
  }

  async tell(event) {
    event.preventDefault();
    const id = this.told.value.trim();
    try {
      const body = this.acts ? { id, reward: Number(this.label.value) } : { id, y: labelOf(this.label.value, this.labels) };
      const said = await ask("POST", gamePath(this.name, this.acts ? "reward" : "label"), body);
      const verdict = said.mistake === undefined ? "Told." : said.mistake ? "Told: it was a mistake." : "Told: it was right.";
      this.say("good", verdict, ` Row ${said.seq}.`);
      this.told.value = "";
      this.changed();
    } catch (error) {
      this.say("bad", error.message);
    }
  }
}
