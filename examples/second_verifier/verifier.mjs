// A second verifier of littlestone's receipts, of the Perceptron and of Winnow, written from docs/receipt_format.md.
//   node verifier.mjs RECEIPT [ROWS]        node verifier.mjs --many < a line of JSON for each, {"receipt": ..., "rows": ...}
import { createHash } from "node:crypto"; import { readFileSync } from "node:fs";
class Said extends Error {} /* a verdict, and why */ const say = (verdict) => (so, why) => { if (so) throw Object.assign(new Said(why), { verdict }); };
const [refuse, lack, unsaid] = ["refused", "summarised", "no claim"].map(say);
class Q { // a fraction; denominators are powers of two, but in Winnow's bound
  constructor(n, d = 1n) { [this.n, this.d] = d < 0n ? [-n, -d] : [n, d]; }
  plus(q) {
    if (this.d % q.d === 0n) return new Q(this.n + q.n * (this.d / q.d), this.d);
    return q.d % this.d === 0n ? q.plus(this) : new Q(this.n * q.d + q.n * this.d, this.d * q.d);
  }
  minus(q) { return this.plus(new Q(-q.n, q.d)); } times(q) { return new Q(this.n * q.n, this.d * q.d); }
  over(q) { return this.times(new Q(q.d, q.n)); } below(q) { return this.n * q.d < q.n * this.d; }
  is(q) { return this.n * q.d === q.n * this.d; } get size() { return this.n < 0n ? new Q(-this.n, this.d) : this; }
  get ceiling() { return this.n % this.d > 0n ? this.n / this.d + 1n : this.n / this.d; }
}
const whole = (i) => new Q(BigInt(i)), [ZERO, ONE, CLOSE, HUGE] = [whole(0), whole(1), new Q(1n, 2n ** 30n), new Q(2n ** 1023n)];
const largest = (all, first = ZERO) => all.reduce((a, b) => (a.below(b) ? b : a), first), total = (all) => all.reduce((a, b) => a.plus(b), ZERO);
function root(q) { // two fractions with the square root between them
  let scale = 2n ** BigInt(128 + q.d.toString(2).length), square = (q.n * scale * scale) / q.d, x = 1n << BigInt((square.toString(2).length >> 1) + 1);
  for (let y = (x + square / x) >> 1n; y < x; y = (x + square / x) >> 1n) x = y;
  return [new Q(x, scale), new Q(x + 1n, scale)];
}
const NUMBER = /^(-?)(?:(0|[1-9]\d{0,15})|0x([01])(?:\.([0-9a-f]{1,13}))?p([+-]\d{1,4}))$/;
function number(text) {
  const [parts, sign, decimal, head, tail = "", power] = NUMBER.exec(text) ?? [], minus = sign ? -1n : 1n;
  if (!parts) throw new Error(`no number: ${text}`); else if (decimal) return new Q(minus * BigInt(decimal));
  const n = minus * BigInt(`0x${head}${tail}`), e = BigInt(power) - 4n * BigInt(tail.length);
  if (e < -1074n || +power > 1023) throw new Error(`no double: ${text}`); return e < 0n ? new Q(n, 2n ** -e) : new Q(n * 2n ** e);
}
function double(text) { // in two steps, as 2 ** 1074 is no double
  const q = number(text), e = q.d.toString(2).length - 1, half = e >> 1; return Number(q.n) * 2 ** -half * 2 ** -(e - half);
}
function entries(text, read = number) {
  const found = new Map();
  for (const [column, value] of text.split(" ").filter(Boolean).map((each) => each.split(":"))) {
    if (!/^\d+$/.test(column) || value === undefined || found.has(+column)) throw new Error("no entry"); found.set(+column, read(value));
  }
  return found;
}
const dot = (x, u) => total([...x].map(([i, v]) => (u.has(i) ? v.times(u.get(i)) : ZERO)));
const counted = (text) => { if (!/^\d+$/.test(text)) throw new Error(`no round: ${text}`); return +text; };
function example(line) {
  const [head, row] = line.split(" |"), [round, label, weight, ...rest] = head.split(" "), x = entries(row);
  if (rest.length) throw new Error("no example"); else return { round: counted(round), label: number(label), weight: number(weight.replace(/^-/, "less than nothing")), x, square: dot(x, x) };
}
function canonical(value) { // as JSON with sorted keys, no spaces, and beyond ASCII escapes
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (value && typeof value === "object") return `{${Object.keys(value).sort().map((key) => `${canonical(key)}:${canonical(value[key])}`)}}`;
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
function parse(text) { // no key twice, and no number but whole ones
  let keys = -1, bare = text.replace(/"(?:[^"\\]|\\.)*"/g, '""'), body = JSON.parse(text, function (_, value) { keys += !Array.isArray(this); return value; });
  if (keys !== (bare.match(/:/g) ?? []).length || /\d[.eE]/.test(bare)) throw new Error("a key twice, or a number that is not whole"); return body;
}
function shape({ account: a, game, certificates }) { // where a field that is of another kind would be read as something else
  const { strict = false, negations = false, demote = "divide", zero = "+1" } = game.settings, texts = [game.kind, game.learner, a.loss, a.given.loss, a.in_order.loss], verdicts = ["holds", "broken premise", "open", "violated"];
  const counts = [a.rounds, a.labelled, a.forgotten, a.longest_delay, ...[a.given, a.in_order].map((paid) => paid.mistakes ?? 0), game.variables ?? 0];
  for (const { theorem, verdict, paid, allowed, times, why } of certificates) texts.push(theorem, verdicts.includes(verdict) && verdict, ...[paid, allowed, times, why].map((text) => text ?? ""));
  if (!counts.every((n) => Number.isSafeInteger(n) && n >= 0) || texts.some((text) => typeof text !== "string")) throw new Error("no such receipt");
  if ([strict, negations, game.randomised].some((flag) => typeof flag !== "boolean") || !["divide", "eliminate"].includes(demote) || !["+1", "-1", "mistake"].includes(zero)) throw new Error("no such receipt");
}
const hash = (text) => createHash("sha256").update(text).digest("hex");
function checkWhole({ sha256, signature, ...body }) {
  const { account: a, game, evidence } = body, w = { ...(a.weights ?? { least: "1", most: "1" }) }; for (const name in w) w[name] = number(w[name]); const { least, most } = w;
  refuse(hash(canonical(body)) !== sha256, "another hash"); refuse(a.labelled + a.forgotten > a.rounds, "more labels than rounds");
  for (const { mistakes, expected, loss } of [a.given, a.in_order].filter((paid) => number(paid.loss) && paid.mistakes !== null)) {
    refuse([mistakes, Number(number(expected).n / number(expected).d)].some((n) => n < 0 || n > a.labelled), "more mistakes than labels");
    const counted = game.randomised ? [] : [expected, ...(a.loss === "mistake" ? [loss] : [])];
    refuse(counted.some((each) => !number(each).is(whole(mistakes))), "sums of mistakes disagree");
  }
  refuse(!a.longest_delay && canonical(a.given) !== canonical(a.in_order), "no label was late");
  const { total: all, kept: lines } = evidence.mistakes ?? { total: null, kept: [] }, kept = lines.map(example), rounds = kept.map((e) => e.round);
  refuse(least.below(ZERO) || most.below(least) || kept.some((e) => e.weight.below(least) || most.below(e.weight)), "a weight that is none");
  const so = (name, lo, hi) => refuse(a.weights && !near(w[name], lo, hi), `weights of ${name}`);
  for (const [name, n] of [["total", a.labelled], ["mistakes", a.in_order.mistakes]]) if (n !== null) so(name, whole(n).times(least), whole(n).times(most));
  if (kept.length === all) so("mistakes", ...Array(2).fill(byWeight(kept).paid));
  refuse(kept.length > (all ?? 0) || all > a.labelled || evidence.mistakes && ![null, all].includes(a.in_order.mistakes), "another number of mistakes");
  refuse(new Set(rounds).size < kept.length || rounds.some((t) => t < 1 || t > a.rounds), "a round comes twice, or was not played");
}
const near = (said, a, b) => { const room = CLOSE.times(largest([a.size, b.size])); return !said.below(a.minus(room)) && !b.plus(room).below(said); };
const above = (text) => { const q = number(text); refuse(!ZERO.below(q), "a promise that is not above 0"); return q; };
const byWeight = (kept) => ({ paid: total(kept.map((e) => e.weight)), heaviest: largest(kept.map((e) => e.weight)) });
// Theorems: what was paid, and a lower and an upper bound of what is allowed.
const THEOREMS = {
  MarginBound: [["perceptron"], ["margin", "length"], (r, { promised, witness }, kept) => { // M <= (R |u|/gamma)^2
    const { paid, heaviest } = byWeight(kept), longest = heaviest.times(largest(kept.map((e) => e.square)));
    if (!kept.length) return [ZERO, ZERO, ZERO]; const u = promised.margin == null ? entries(witness.u) : null;
    const gamma = u ? kept.map((e) => e.label.times(dot(e.x, u))).reduce((a, b) => (b.below(a) ? b : a)) : above(promised.margin);
    refuse(!ZERO.below(gamma), "u does not separate the mistakes");
    const length = above(promised.length ?? 1), allowed = longest.times(u ? dot(u, u) : length.times(length)).over(gamma.times(gamma)); return [paid, allowed, allowed];
  }],
  HingeBound: [["perceptron"], [], (r, { witness }, kept) => { // M <= L + R |u| sqrt(L) + R^2 |u|^2
    if (!kept.length) return [ZERO, ZERO, ZERO]; const { paid, heaviest } = byWeight(kept), u = entries(witness.u), reach = heaviest.times(largest(kept.map((e) => e.square))).times(dot(u, u));
    const loss = total(kept.map((e) => e.weight.times(largest([ONE.minus(e.label.times(dot(e.x, u)))])))); return [paid, ...root(reach.times(loss)).map((middle) => loss.plus(middle).plus(reach))];
  }],
  DisjunctionBound: [["winnow"], ["k"], (r, { promised, witness }, kept) => { // k c + fewer than (N/theta + beta k c)(1 + beta)/beta
    const { n, beta, theta, strict, demote, negations } = r.game.settings, b = number(beta), c = witness.promotions;
    if (!Number.isSafeInteger(c) || c < 0) throw new Error("promotions are a count"); else lack(r.game.variables === null || c > 10000, "no number of variables, or so many promotions that logarithms are needed");
    refuse(n != null && !number(n).is(whole(r.game.variables)), "another number of variables");
    const size = r.game.variables * (negations ? 2 : 1), limit = theta === null ? whole(Math.max(1, size)) : number(theta);
    refuse(limit.below(ONE) || new Q(10n ** 100n).below(limit) || new Q(10n ** 7n).below(b) || b.below(new Q(1n, 10n ** 7n)), "no such theta or beta");
    const promoted = (k) => { const w = Array(k).fill(ONE.plus(b)).reduce((p, q) => p.times(q), ONE); return w.below(limit) || (strict && w.is(limit)); };
    refuse((c > 0 && !promoted(c - 1)) || promoted(c), "another number of promotions");
    const formula = new Set(promised.k == null ? witness.formula : []), k = promised.k ?? formula.size;
    if (!Number.isInteger(k) || k < 0) throw new Error("k is a count");
    refuse([...formula].some((i) => i < 0 || i >= size) || (promised.k == null && k < witness.formula.length), "no formula");
    for (const { x, label } of kept) {
      refuse([...x].some(([i, v]) => i >= size || !(v.is(ZERO) || v.is(ONE))), "an example is not Boolean");
      refuse(promised.k == null && [...x].some(([i, v]) => v.is(ONE) && formula.has(i)) !== ZERO.below(label), "the formula does not fit");
    }
    const kc = whole(k).times(whole(c)), room = whole(size).over(limit).plus(b.times(kc));
    const divided = room.n ? room.times(ONE.plus(b)).over(b).ceiling - 1n : 0n, gone = strict && room.n ? room.ceiling - 1n : room.n / room.d;
    const allowed = kc.plus(new Q(demote === "divide" ? divided : gone)); return [whole(kept.length), allowed, allowed];
  }],
};
function checkClaim(r, claim) {
  refuse(claim.verdict === "violated", "it says itself that it is violated"); unsaid(claim.verdict !== "holds", claim.verdict);
  const paid = number(claim.paid), endless = claim.allowed === "inf", allowed = endless ? HUGE : number(claim.allowed);
  refuse(allowed.plus(CLOSE.times(allowed.size)).below(paid), "more than is allowed");
  const [learners, promises, theorem] = THEOREMS[claim.theorem] ?? [[]], { total: all, kept: lines } = r.evidence.mistakes ?? {};
  lack(!learners.includes(r.game.learner) || !lines || lines.length < all || r.account.in_order.mistakes === null, "no proof, or no evidence");
  lack(Object.entries(claim.promised).some(([name, value]) => value !== null && !promises.includes(name)), "an unknown promise");
  const kept = lines.map(example); refuse(kept.some((e) => !e.label.size.is(ONE)), "a label that is neither -1 nor 1");
  let [found, lo, hi] = theorem(r, claim, kept);
  if (claim.times !== null) {
    const h = number(claim.times), { least, most, mistakes } = r.account.weights ?? {}; refuse(!most || !number(most).is(h), "other weights");
    refuse(!near(number(mistakes), number(least).times(found), h.times(found)), "so many mistakes weigh otherwise");
    [found, lo, hi] = [number(mistakes), h.times(lo), h.times(hi)];
  }
  refuse(!near(paid, found, found), "another sum was paid");
  refuse(endless ? lo.below(HUGE) : !near(allowed, lo, hi), "the witness allows another sum"); refuse(lo.below(found), "more than the witness allows");
}
// Rules: the guess for a row and how far rounding may move it, what the guess stands for, what is learned of a mistake.
const add = (map, i, v, most = Infinity) => map.set(i, Math.min((map.get(i) ?? 0) + v, most)), along = (x, map) => [...x].reduce((sum, [i, v]) => sum + v * (map.get(i) ?? 0), 0);
const unit = (values) => values.reduce((d, v) => { while ((v * d) % 1) d *= 2; return d; }, 1); // makes whole numbers of them
const RULES = {
  perceptron({ zero }, _, w = new Map(), moved = new Map(), s = { updates: 0, exact: true, unit: 1 }) {
    const far = (x) => along(new Map([...x].map(([i, v]) => [i, Math.abs(v)])), moved);
    const exact = (x) => s.exact && far(x) * s.unit * unit([...x.values()]) < 2 ** 53; // nothing was rounded, and no tie is any
    const step = (i, v, d) => { add(w, i, v); add(moved, i, Math.abs(v)); s.exact &&= Math.abs(v) * d < 2 ** 53; s.unit = Math.max(s.unit, d); };
    const learn = (x, h) => { s.updates += 1; for (const [i, v] of x) step(i, h * v, unit([v]) * unit([h])); };
    return { zero: { "+1": 1, "-1": -1, mistake: 0 }[zero], guess: (x) => [along(x, w), exact(x) ? 0 : 2 ** -50 * (s.updates + x.size + 16) * far(x)], learn };
  },
  winnow({ beta, theta, strict, demote, negations }, variables, powers = new Map()) {
    const base = 1 + double(beta), size = variables * (negations ? 2 : 1), limit = theta === null ? Math.max(1, size) : double(theta);
    const boolean = (x) => refuse([...x].some(([i, v]) => i >= size || (v !== 0 && v !== 1)), "a row is not Boolean");
    const weights = (x) => boolean(x) ?? [...x].filter(([, v]) => v).map(([i]) => base ** (powers.get(i) ?? 0)), sum = (x) => weights(x).reduce((a, b) => a + b, 0);
    const exact = (x) => Number.isInteger(Math.log2(base)) && (sum(x) + limit) * unit([...weights(x), limit]) < 2 ** 53;
    const step = (y) => (y < 0 && demote === "eliminate" ? -Infinity : Math.sign(y)), most = Math.floor(600 / Math.log(base));
    const learn = (x, _, y) => x.forEach((v, i) => v && add(powers, i, step(y), most));
    return { zero: strict ? -1 : 1, guess: (x) => [sum(x) - limit, exact(x) ? 0 : 2 ** -40 * (sum(x) + limit)], learn };
  },
};
const LOSSES = { mistake: (y, g, wrong) => +wrong, hinge: (y, g) => Math.max(0, 1 - y * g), square: (y, g) => (g - y) ** 2, absolute: (y, g) => Math.abs(g - y) };
function replay(r, text) {
  refuse(!r.read.rows, "the receipt names no rows"); if (!text.startsWith("littlestone rows 1\n")) throw new Error("no rows");
  const { before, lines: count, sha256 } = r.read.rows, lines = text.split("\n").slice(1, -1), { in_order, loss, weights, ...account } = r.account;
  const player = before || !LOSSES[loss] || (r.game.learner === "winnow" && r.game.variables === null) ? null : RULES[r.game.learner]?.(r.game.settings, r.game.variables);
  let wrong = [], sums = [0, 0, 0, 0], seen = new Set(), all = [], large = false;
  for (const [head, row] of lines.map((line) => line.split(" |"))) {
    const parts = head.split(" "), t = counted(parts[0]), [y, h, guess] = parts.slice(1, 4).map(double), bad = parts[4] === "wrong", x = entries(row, double);
    refuse(!(t >= 1 && t <= account.rounds) || seen.has(t) || (!account.longest_delay && Math.max(...all.slice(-1).map(([s]) => s)) > t), `round ${t}: its order`);
    if (parts.length !== 5 || !["right", "wrong"].includes(parts[4]) || parts[2].startsWith("-")) throw new Error("no row");
    seen.add(t); all.push([t, h]); if (bad) wrong.push(`${parts.slice(0, 3).join(" ")} |${row}`);
    const lost = LOSSES[loss]?.(y, guess, bad) ?? 0;
    [lost, h, h * bad, h * lost].forEach((each, i) => { sums[i] += each; });
    if (!player) continue; refuse(r.game.randomised, "neither tosses a coin");
    const [found, rounding] = player.guess(x), mistake = (Math.sign(guess) || player.zero) !== y;
    if (large ||= !Number.isFinite(found + rounding)) continue; // too large
    refuse(!(Math.abs(found - guess) <= rounding), `another guess in round ${t}`); refuse(in_order.mistakes === null || Math.abs(y) !== 1 || bad !== mistake, `round ${t} is no such mistake`);
    if (bad) player.learn(x, y * h, y);
  }
  refuse(hash(text) !== sha256 || lines.length !== count, "other rows"); lack(before, "the rows begin later");
  refuse(lines.length !== account.labelled || ![null, wrong.length].includes(in_order.mistakes), "another number of rounds or mistakes");
  const claimed = [LOSSES[loss] ? in_order.loss : null, weights?.total ?? null, weights?.mistakes ?? null, LOSSES[loss] ? weights?.loss ?? null : null];
  const [least, most] = [Math.min, Math.max].map((end) => all.reduce((a, [, h]) => end(a, h), all[0]?.[1]));
  refuse(all.length && (weights ? double(weights.least) !== least || double(weights.most) !== most : least !== 1 || most !== 1), "other weights");
  refuse(!sums.every(Number.isFinite) || claimed.some((said, i) => said !== null && !(Math.abs(sums[i] - double(said)) <= 2 ** -30 * Math.abs(sums[i]))), "another sum");
  refuse((r.evidence.mistakes?.kept ?? []).some((line, i) => line !== wrong[i]), "evidence of other rows");
  lack(!player || large, "this rule is not played here");
}
export function verdicts(receipt, rows) {
  if (receipt.format !== "littlestone receipt" || receipt.version !== 1 || receipt.certificates.length > 100) throw new Error("no receipt");
  shape(receipt);
  const checks = [["the receipt", "summarised", () => checkWhole(receipt)], ...(rows == null ? [] : [["the run", "replayed", () => replay(receipt, rows)]])];
  for (const claim of receipt.certificates) checks.push([claim.theorem, "proved", () => checkClaim(receipt, claim)]);
  return checks.map(([what, good, check]) => {
    try { check(); return [what, good]; } catch (why) { if (why instanceof Said) return [what, why.verdict]; throw why; }
  });
}
const [, , first, second] = process.argv, text = (file) => readFileSync(file, "utf-8");
const told = ({ receipt, rows }) => { try { return Object.fromEntries(verdicts(receipt, rows)); } catch { return { unreadable: true }; } };
if (first === "--many") for (const line of text(0).split("\n").filter(Boolean)) console.log(JSON.stringify(told(parse(line))));
else {
  process.on("uncaughtException", (why) => { console.error(`unreadable ${JSON.stringify(why.message)}`); process.exit(2); });
  const found = verdicts(parse(text(first)), second && text(second));
  for (const [what, word] of found) console.log(`${word.padEnd(11)}${what}`);
  process.exitCode = found.some(([, word]) => word === "refused") ? 1 : 0;
}
