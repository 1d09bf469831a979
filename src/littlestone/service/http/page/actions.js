// What is said of a game of actions: its tiles, and what everybody else would have earned.

import { amount, count, element, plural, refusals, table } from "./parts.js";

export function tilesOfActions(account, tile) {
  const most = Object.entries(account.actions).sort(([, one], [, other]) => other.mean - one.mean)[0];
  const made = [tile("rounds", count(account.rounds), `${count(account.labelled)} with a reward`),
    tile("reward", amount(account.reward), account.labelled ? `${amount(account.reward / account.labelled)} a round` : "")];
  if (account.labelled && most) made.push(tile("best single action", most[0], `${amount(most[1].mean, 3)} a round, by estimates`));
  made.push(tile("open rounds", count(account.open), account.expired ? `${count(account.expired)} expired` : "without a reward"));
  made.push(tile("least chance", account.labelled ? amount(account.least_chance, 2) : "–", account.late ? `${count(account.late)} rewards came late` : "of what was done"));
  return made;
}

// A value between its ends, as words and as a bar over the range of all of them.
const between = (each) => (each.rounds ? `${amount(each.lower, 3)} to ${amount(each.upper, 3)}` : "–");

// Rounds count in the order of their decisions where all get a reward in the end.
const behind = (waiting) => (waiting ? ` ${plural(waiting, "round")} with a reward will count when those decided before have theirs.` : "");

export function earnedTable(account) {
  const own = account.labelled ? amount(account.reward / account.labelled, 4) : "–";
  const done = Object.values(account.actions).reduce((sum, each) => sum + each.done, 0);
  const rows = [[`what was done (${account.answering} answers)`, count(done), own, "earned", ""]];
  const worth = (each) => [each.rounds ? amount(each.mean, 4) : "–", between(each), each.rounds ? amount(each.mean_weight, 2) : "–"];
  for (const [name, each] of Object.entries(account.shadows)) rows.push([`${name}: ${each.learner}`, "–", ...worth(each)]);
  for (const [name, each] of Object.entries(account.actions)) rows.push([`always ${name}`, count(each.done), ...worth(each)]);
  return [element("h3", {}, "What would have been earned a round"),
    table(["by", "done", "reward a round", "between", "weight"], rows, { numbers: [1, 2, 3, 4], caption: "what everybody would have earned a round" }),
    element("p", { class: "quiet" }, `Estimates by importance weights, which are 1 on average if all that counts had a chance, and less if not: then the estimate is too small. Each interval holds at all times with chance 0.95; always the same: of the rounds in which it could be done.${behind(account.behind)}${refusals(account.shadows)}`)];
}
