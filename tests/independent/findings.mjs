// What a recheck found: how much it looked at, and every disagreement in a sentence.

export class Findings {
  constructor() {
    this.counts = new Map();
    this.disagreements = [];
  }

  count(what, number = 1) {
    this.counts.set(what, (this.counts.get(what) ?? 0) + number);
  }

  add(where, what) {
    this.disagreements.push(`${where}: ${what}`);
  }

  /** Adds a disagreement unless the two are equal as texts. */
  same(where, what, said, expected) {
    if (String(said) !== String(expected)) this.add(where, `${what} is ${said}, expected ${expected}`);
  }
}
