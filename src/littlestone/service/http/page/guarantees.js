// What a game promises beyond mistakes, and how that stands: intervals, calibration, alarms.

import { amount, badge, count, element, share, table } from "./parts.js";

function intervals(found) {
  const rows = [
    ["covered", `${share(found.labelled - found.misses, found.labelled)} of ${count(found.labelled)}`],
    ["asked for", share(found.coverage, 1)],
    ["missed", count(found.misses)],
  ];
  if (found.radius !== undefined) rows.push(["radius now", amount(found.radius)], ["on average", amount(found.mean_radius)]);
  return table(["intervals", ""], rows, { numbers: [1], caption: "the coverage of intervals" });
}

function alarm(found) {
  const last = found.alarms[found.alarms.length - 1];
  return [
    element("p", {}, found.alarms.length ? element("span", { class: "badge broken" }, "alarm") : badge("holds"), ` ${found.tested}`),
    table(["alarms", ""], [
      ["sounded", count(found.alarms.length)],
      ["the last one", last ? `at label ${count(last.label)}` : "never"],
      ["evidence now", amount(found.evidence, 3)],
      ["a false one", `every ${count(found.run_length)} labels, or less often`],
    ], { numbers: [1], caption: "alarms" }),
  ];
}

function calibrated(found) {
  const made = [table(["chances", "as they came", "calibrated"], [
    ["Brier score", amount(found.brier.before), amount(found.brier.after)],
    ["log loss", amount(found.log_loss.before), amount(found.log_loss.after)],
  ], { numbers: [1, 2], caption: "what calibration did to the scores" })];
  if (Array.isArray(found.reliability) && found.reliability.length) {
    made.push(table(["said", "came true", "labels"], found.reliability.map(([said, came, number]) => [amount(said, 3), amount(came, 3), count(number)]),
      { numbers: [0, 1, 2], caption: "how often what was said came true" }));
  }
  return made;
}

// Whatever else is promised: its plain values.
function other(name, found) {
  const rows = Object.entries(found).filter(([, value]) => value === null || typeof value !== "object").map(([key, value]) => [key.replaceAll("_", " "), typeof value === "number" ? amount(value) : String(value ?? "–")]);
  return table([name.replaceAll("-", " "), ""], rows, { numbers: [1], caption: name });
}

export function guaranteesOf(account, settings) {
  const names = [...new Set((settings.guarantees || []).map((each) => each.guarantee))].filter((name) => account[name]);
  return names.flatMap((name) => {
    const found = account[name];
    if (name === "intervals") return intervals(found);
    if (name === "alarm") return alarm(found);
    if (found.brier && found.log_loss) return calibrated(found);
    return other(name, found);
  });
}

// An interval that came with an answer, in words.
export function intervalInWords(interval) {
  if (!interval) return "";
  const [low, high] = interval;
  const isRange = interval.length === 2 && interval.every((each) => each === null || typeof each === "number");
  return isRange ? `, between ${low === null ? "−∞" : amount(low)} and ${high === null ? "∞" : amount(high)}` : `, one of ${interval.join(", ") || "none"}`;
}
