// When an order had to act: its life as stretches of unchanged stops, each held against every tick of its pair.
// Where a client cannot know which tick the server had seen last, every possible one is tried; an order agrees if one of them explains it.

const NEVER = Number.POSITIVE_INFINITY;

/** A stretch of an order's life. `armed`: positions after which it acts, one of which is the true one. */
export class Stretch {
  constructor(line, order, armed) {
    this.line = line;
    this.order = order;
    this.armed = armed;
  }

  /** What the tick at `pos` sets off: fill_pending, stop_loss, take_profit or undefined. */
  acts(pos) {
    const { side, markup, target, stops, pending } = this.order;
    const { bidUnits, askUnits } = this.line.ticks[pos];
    const toBuy = askUnits + markup;
    const toSell = bidUnits - markup;
    let what;
    if (pending) {
      const price = side === 'buy' ? toBuy : toSell;
      const falling = (side === 'buy') === (target.kind === 'limit');
      if (falling ? price <= target.price : price >= target.price) what = 'fill_pending';
    } else {
      const price = side === 'buy' ? toSell : toBuy;
      const lost = side === 'buy' ? price <= stops.loss : price >= stops.loss;
      const won = side === 'buy' ? price >= stops.profit : price <= stops.profit;
      if (stops.loss !== 0 && lost) what = 'stop_loss';
      else if (stops.profit !== 0 && won) what = 'take_profit';
    }
    return what && this.line.trades(pos) ? what : undefined;
  }

  /** The first position after each armed one that acts; NEVER where none does. */
  firsts() {
    if (this.found) return this.found;
    const armed = [...this.armed].sort((a, b) => b - a);
    let next = NEVER;
    const [newest = -1] = armed;
    for (let pos = newest + 1; pos < this.line.ticks.length && next === NEVER; pos += 1) if (this.acts(pos)) next = pos;
    const found = new Set();
    let at = newest;
    for (const position of armed) {
      for (; at > position; at -= 1) if (this.acts(at)) next = at;
      found.add(next);
    }
    this.found = found;
    return found;
  }

  actsFirstAt(pos) {
    return this.firsts().has(pos);
  }

  /** Whether nothing need have happened up to and including `pos`. */
  quietThrough(pos) {
    return [...this.firsts()].some((first) => first > pos);
  }

  /** The moments among these at which nothing had happened yet. */
  quietAt(moments) {
    return moments.filter(({ pos }) => this.quietThrough(pos));
  }

  /** For a sentence: which ticks could have been the first. */
  expected() {
    const all = [...this.firsts()].sort((a, b) => a - b);
    const shown = all.slice(0, 3).map((pos) => {
      if (pos === NEVER) return 'none';
      const tick = this.line.ticks[pos];
      return `tick ${tick.index} (${tick.bid}/${tick.ask} at ${tick.sourceTime}, ${this.acts(pos)})`;
    });
    return `${shown.join(' or ')}${all.length > 3 ? ' or later' : ''}`;
  }
}
