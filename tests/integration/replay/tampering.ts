// Ways to falsify what a client collected, each on an order of its own, with the words that the independent script must find for it.

import type { Evidence } from '../../independent/collect.ts';

type User = Evidence['users'][number];
type Proof = User['proofs'][number];

/** Evidence that may be written to: made from JSON, owned by one test. */
type Loose = Record<string, unknown>;

export interface Tampering {
  readonly what: string;
  /** Which kind of order it needs. */
  fits(proof: Proof): boolean;
  /** Changes the proof's terms, its list row and its ticks in place. */
  change(order: { readonly terms: Loose; readonly row: Loose; readonly shown: Loose; readonly ticks: Loose[] }): void;
  /** What the script must say about it. */
  readonly says: RegExp;
}

const closedBy =
  (...reasons: string[]) =>
  ({ family, answer }: Proof): boolean =>
    family === 'forex' && reasons.includes(String(answer.terms.closeReason));
const isOpen = ({ family, answer }: Proof): boolean => family === 'forex' && answer.order.Status === 1;
const settled = ({ family, answer }: Proof): boolean =>
  family === 'micro' && ['win', 'loss'].includes(String(answer.terms.closeReason));

/** The decimal text plus so many units of its last place, or of `places`. */
export function nudge(value: unknown, units: bigint, places?: number): string {
  const [whole = '0', fraction = ''] = String(value).replace('-', '').split('.');
  const length = places ?? fraction.length;
  const sign = String(value).startsWith('-') ? -1n : 1n;
  const sum = sign * BigInt(whole + fraction.padEnd(length, '0')) + units;
  const digits = (sum < 0n ? -sum : sum).toString().padStart(length + 1, '0');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, digits.length - length)}.${digits.slice(digits.length - length)}`;
}

const tickOf = (ticks: readonly Loose[], role: string): Loose => {
  const tick = ticks.find((one) => one.role === role);
  if (!tick) throw new Error(`no ${role} tick`);
  return tick;
};

export const TAMPERINGS: readonly Tampering[] = [
  {
    what: 'a closing price one pip off',
    fits: closedBy('user'),
    change: ({ terms, row }) => {
      terms.closePrice = nudge(terms.closePrice, 10n);
      row.UpdatePrice = terms.closePrice;
    },
    says: /closePrice is \S+, tick \d+ .* gives/,
  },
  {
    what: 'a result one millionth off',
    fits: closedBy('user'),
    change: ({ terms, row, shown }) => {
      terms.FactProfits = nudge(terms.FactProfits, 1n, 6);
      row.FactProfits = terms.FactProfits;
      shown.FactProfits = terms.FactProfits;
    },
    says: /FactProfits is \S+, expected/,
  },
  {
    what: 'sides swapped: a fill on the other side of the spread',
    fits: closedBy('user'),
    change: ({ terms, row, shown, ticks }) => {
      const tick = tickOf(ticks, 'open');
      terms.openPrice = terms.openPrice === tick.ask ? tick.bid : tick.ask;
      row.Price = terms.openPrice;
      shown.Price = terms.openPrice;
    },
    says: /openPrice is \S+, tick \d+ .* gives/,
  },
  {
    what: 'a sell shown where a buy was sent, or the other way round',
    fits: closedBy('user'),
    change: ({ terms, row, shown }) => {
      terms.OrderType = terms.OrderType === 1 ? 2 : 1;
      row.OrderType = terms.OrderType;
      shown.OrderType = terms.OrderType;
    },
    says: /OrderType is [12], expected [12]/,
  },
  {
    what: 'a fee one millionth too high',
    fits: isOpen,
    change: ({ terms, row, shown }) => {
      terms.TradeFee = nudge(terms.TradeFee, 1n, 6);
      row.TradeFee = terms.TradeFee;
      shown.TradeFee = terms.TradeFee;
    },
    says: /TradeFee is \S+, expected/,
  },
  {
    what: 'a margin one millionth too low',
    fits: isOpen,
    change: ({ terms, row, shown }) => {
      terms.CautionMoney = nudge(terms.CautionMoney, -1n, 6);
      row.CautionMoney = terms.CautionMoney;
      shown.CautionMoney = terms.CautionMoney;
    },
    says: /CautionMoney is \S+, expected/,
  },
  {
    what: 'an inclusion proof with a wrong hash',
    fits: closedBy('user'),
    change: ({ ticks }) => {
      const { inclusion } = tickOf(ticks, 'open');
      if (!Array.isArray(inclusion) || typeof inclusion[0] !== 'string') throw new Error('no inclusion proof');
      inclusion[0] = Buffer.from(inclusion[0], 'base64').fill(7, 0, 1).toString('base64');
    },
    says: /tick \d+: the inclusion proof does not hold/,
  },
  {
    what: 'a deciding tick with another price than the log has',
    fits: closedBy('user'),
    change: ({ ticks }) => {
      const tick = tickOf(ticks, 'close');
      tick.bid = nudge(tick.bid, -1n);
    },
    says: /tick \d+: bid is \S+ in the log/,
  },
  {
    what: 'a triggered order shown as if its stop had been taken away',
    fits: closedBy('stop_loss'),
    change: ({ terms, row }) => {
      terms.TargetLossPrice = '0';
      row.TargetLossPrice = '0';
    },
    says: /TargetLossPrice is 0, expected/,
  },
  {
    what: 'an order kept alive although its stop was reached',
    fits: closedBy('stop_loss'),
    change: ({ terms, row, shown, ticks }) => {
      Object.assign(terms, { closePrice: null, closeRate: null, FactProfits: null, closeReason: null });
      Object.assign(row, { Status: 1, CloseReason: '' });
      Object.assign(shown, { Status: 1, CloseReason: '' });
      ticks.splice(0, ticks.length, ...ticks.filter((tick) => tick.at === 'open'));
    },
    says: /is still alive and should have acted: tick \d+/,
  },
  {
    what: 'an option won that was lost, or the other way round',
    fits: settled,
    change: ({ terms, row, shown }) => {
      terms.closeReason = terms.closeReason === 'win' ? 'loss' : 'win';
      row.Outcome = terms.closeReason;
      shown.Outcome = terms.closeReason;
    },
    says: /its outcome is (win|loss), expected/,
  },
  {
    what: 'an order that pays for its nights what its pair does not take',
    fits: isOpen,
    change: ({ terms }) => {
      terms.financingRate = nudge(terms.financingRate, 1n, 2);
    },
    says: /financingRate is 0.01, expected/,
  },
  {
    what: 'an option that may open sooner than the public delay',
    fits: settled,
    change: ({ terms }) => {
      terms.openDelay = 0;
    },
    says: /openDelay is 0, expected/,
  },
  {
    what: "an option's gain one cent off",
    fits: settled,
    change: ({ terms, row, shown }) => {
      terms.FactProfits = nudge(terms.FactProfits, 1n, 2);
      row.FactProfits = terms.FactProfits;
      shown.FactProfits = terms.FactProfits;
    },
    says: /FactProfits is \S+, expected/,
  },
];

/** For orders closed by their stop or target: decided one tick of the pair later than they were, with that tick's price. */
export const ONE_TICK_LATE: Pick<Tampering, 'what' | 'fits' | 'says'> = {
  what: 'a trigger one tick late',
  fits: closedBy('stop_loss', 'take_profit'),
  says: /was closed \((stop_loss|take_profit)\) at tick \d+; the first that had to was tick \d+/,
};

/** The same for the opening of a market order: a tick that was no longer the newest. */
export const ONE_TICK_EARLY: Pick<Tampering, 'what' | 'fits' | 'says'> = {
  what: 'a fill at a tick that was not the newest any more',
  fits: (proof) => closedBy('user')(proof) && proof.answer.terms.target_price === null,
  says: /no tick that was newest between \d+ and \d+ of the log explains how it was accepted/,
};
