// A game: rounds of point, guess and label, what the learner has come to, and what can still be forced.
"use strict";

class Game {
  constructor(name, preset, role = "adversary") {
    Object.assign(this, { name, preset, role, rule: RULES[name], columns: preset.columns });
    this.world = makeWorld(preset);
    this.value = knownSpaces(this.world, preset);
    this.rounds = [];
    this.settle();
  }

  /** The state after all rounds: played again from the beginning, so that undoing is leaving out the last. */
  settle() {
    this.state = this.rule.begin(this.preset, this.world);
    this.space = this.world.full;
    this.broken = null;
    const rounds = this.rounds;
    this.rounds = [];
    for (const { point, y, said } of rounds) this.play(point, y, said);
  }

  about(point) { return { preset: this.preset, world: this.world, value: this.value, point }; }

  /** The guess of the learner for a point, a number, and what it stands for. */
  ask(point) {
    const guess = this.rule.guess(this.state, this.preset.points[point], this.about(point));
    return { guess, act: this.rule.act(guess) };
  }

  /** What the labels -1 and +1 of a point leave; null where nothing explains a label. */
  leaves(point) { return this.world.split(this.space, point); }

  /** Play a round; `said` is what a person guessed in the learner's place. A label that nothing explains is noise. */
  play(point, y, said = null) {
    const { guess, act } = this.ask(point), x = this.preset.points[point];
    const part = this.leaves(point)[y > 0 ? 1 : 0], before = this.state, still = this.stillForced;
    this.state = this.rule.learn(before, x, y, guess, this.about(point));
    const noise = part === null;
    if (noise) this.broken ??= this.rounds.length + 1;
    else this.space = part;
    const changed = this.rule.key(this.state) !== this.rule.key(before);
    const round = { point, x, y, guess, act, said, noise, changed, still, wrong: act !== y, after: this.state };
    this.rounds.push({ ...round, learned: this.rule.updates(round) });
    return this.rounds.at(-1);
  }

  undo() { this.rounds.pop(); this.settle(); }

  get mistakes() { return this.rounds.filter(r => r.wrong).length; }
  get ownMistakes() { return this.rounds.filter(r => r.said !== null && r.said !== r.y).length; }
  mistaken() { return this.rounds.filter(r => r.wrong); }
  get allowed() { return this.broken && this.name !== "wma" ? null : this.rule.allowed(this); }

  /** The value of every position; walked through when it is first needed. */
  get positions() {
    this.table ??= Game.tables.get(this.preset) ?? knownPositions(this.preset, this.rule, this.world, this.value);
    Game.tables.set(this.preset, this.table);
    return this.table;
  }

  /** How many mistakes of this learner can still be forced; undefined once no label is explained any more. */
  get stillForced() { return this.broken || !this.counts ? undefined : this.positions(this.state, this.space); }

  /** Turn on what needs the table. */
  get counts() { return this.role === "adversary"; }

  /** The best move of the adversary: the most mistakes, a mistake at once if it can be. */
  hint() {
    let best = null;
    if (this.broken) return best;
    this.preset.points.forEach((x, point) => {
      const { guess, act } = this.ask(point);
      this.leaves(point).forEach((part, side) => {
        if (part === null) return;
        const y = side ? 1 : -1, next = this.rule.learn(this.state, x, y, guess, this.about(point));
        const after = this.positions(next, part), mistake = act !== y ? 1 : 0, worth = mistake + after;
        const better = best === null || worth > best.worth || (worth === best.worth && mistake > best.mistake);
        if (better) best = { point, y, act, mistake, after, worth };
      });
    });
    return best;
  }

  /** The point that the minimax adversary asks a person; null when no mistake can be forced any more. */
  nextQuestion() { return minimaxPoint(this.world, this.preset, this.value, this.space); }
}

Game.tables = new Map();
