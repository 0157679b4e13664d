// The checks of an up/down option's proof. Rules E77 to E79 and E85.

import { amount, formatUnits, price } from '@fairtick/kernel/decimal';
import { type Checks, type DecidingTick, known, read, there, tickOf, UnreadableProof } from './checks.ts';
import type { MicroProof, MicroProofTerms } from './proof.ts';
import { midPrice } from './quotes.ts';
import { MICRO_END_FRESH_MS, MICRO_OPEN_FRESH_MS, mayOpen, opensFrom, opensUntil, settleMicro } from './settlement.ts';

const MOMENTS = ['previous open', 'open open', 'next open', 'previous close', 'close close', 'next close'];

export function verifyMicroTerms({ order, terms, ticks }: MicroProof, checks: Checks): void {
  if (terms.Type !== 1 && terms.Type !== 2) throw new UnreadableProof('type');
  if (terms.micro_loss_level !== 0 && terms.micro_loss_level !== 1) throw new UnreadableProof('lossLevel');
  if (!Number.isSafeInteger(terms.openDelay) || terms.openDelay < 0) throw new UnreadableProof('openDelay');
  if (!Number.isInteger(terms.PricePrecision) || terms.PricePrecision < 0 || terms.PricePrecision > 8)
    throw new UnreadableProof('pricePrecision');
  there(terms, ['openPrice', 'closePrice', 'acceptedTick', 'FactProfits', 'closeReason']);
  if (terms.markup !== '0') throw new UnreadableProof('markup');
  known(ticks, MOMENTS);
  const around: Around = {
    before: tickOf(ticks, 'previous', 'open'),
    opened: tickOf(ticks, 'open', 'open'),
    passed: tickOf(ticks, 'next', 'open'),
    lastBefore: tickOf(ticks, 'previous', 'close'),
    last: tickOf(ticks, 'close', 'close'),
    after: tickOf(ticks, 'next', 'close'),
  };
  const { closeReason } = terms;
  checks.same('expiry', String(terms.acceptedTime + terms.Seconds * 1000), String(terms.expiryTime));
  if (terms.openPrice === null) checkUnopened(terms, around, checks);
  else checkOpening(terms, read('openPrice', terms.openPrice), around, checks);
  if (closeReason === null || closeReason === 'reset' || closeReason === 'no_tick') {
    checks.same('end.price', 'none', terms.closePrice ?? 'none');
    checks.equal(
      'result',
      0n,
      closeReason === null && terms.FactProfits === null ? 0n : read('result', terms.FactProfits),
    );
  } else checkEnd(terms, read('openPrice', terms.openPrice), around, checks);

  checks.same('order.type', String(terms.Type), String(order.Type));
  checks.equal('order.stake', read('number', terms.Number), read('Number', order.Number));
  if (terms.openPrice === null) checks.same('order.open_price', '', order.OpenPrice);
  else checks.equal('order.open_price', read('openPrice', terms.openPrice), read('OpenPrice', order.OpenPrice));
  checks.same('order.closed', String(closeReason !== null), String(order.Status === 3));
  if (closeReason === null) return;
  checks.equal('order.result', read('result', terms.FactProfits ?? '0'), read('FactProfits', order.FactProfits));
  if (terms.closePrice === null) checks.same('order.end_price', '', order.EndPrice);
  else checks.equal('order.end_price', read('endPrice', terms.closePrice), read('EndPrice', order.EndPrice));
}

interface Around {
  /** The neighbours of what opened the option, or of the moment at which nothing did. */
  readonly before: DecidingTick | undefined;
  readonly opened: DecidingTick | undefined;
  readonly passed: DecidingTick | undefined;
  /** The same of its end. */
  readonly lastBefore: DecidingTick | undefined;
  readonly last: DecidingTick | undefined;
  readonly after: DecidingTick | undefined;
}

/** `first` is the pair's first tick that may open the option: by the gapless numbers, since the one before it may not. */
function checkFirst(terms: MicroProofTerms, first: DecidingTick, { before }: Around, checks: Checks): void {
  const armedIndex = terms.acceptedTick ?? -1;
  const { acceptedTime, openDelay: openDelayMs } = terms;
  const opens = ({ index, receivedTime }: DecidingTick): boolean =>
    mayOpen({ armedIndex, acceptedTime, openDelayMs }, { logIndex: index, receivedTime });
  const after = `> ${armedIndex}, ${opensFrom({ acceptedTime, openDelayMs })}`;
  const said = (tick: DecidingTick): string => `${tick.index}, ${tick.receivedTime}`;
  checks.holds('open.after_acceptance', opens(first), after, said(first));
  if (!before) {
    checks.same('open.first', '0', String(first.seq));
    return;
  }
  checks.same('open.first', String(first.seq - 1), String(before.seq));
  checks.holds('open.known_before', !opens(before), `not ${after}`, said(before));
}

/** The opening price is the mid of the pair's first tick after acceptance, received within its time. */
function checkOpening(terms: MicroProofTerms, stated: bigint, around: Around, checks: Checks): void {
  const { opened } = around;
  if (!opened) {
    checks.fail('open.tick', 'the tick that opened it', 'none');
    return;
  }
  const prices = { bid: price(opened.bid), ask: price(opened.ask) };
  checks.equal('open.price', midPrice(prices, terms.PricePrecision), stated);
  if (terms.acceptedTick === null) {
    const ageMs = terms.acceptedTime - opened.receivedTime;
    const fresh = ageMs >= 0 && ageMs < MICRO_OPEN_FRESH_MS;
    checks.holds('open.fresh', fresh, `0 to ${MICRO_OPEN_FRESH_MS - 1} ms`, `${ageMs} ms`);
    return;
  }
  checkFirst(terms, opened, around, checks);
  const until = opensUntil({ ...terms, openDelayMs: terms.openDelay });
  checks.holds('open.in_time', opened.receivedTime <= until, `<= ${until}`, String(opened.receivedTime));
}

/** Nothing has opened it: it waits, was reset, or went back because no tick came in its time. */
function checkUnopened(terms: MicroProofTerms, around: Around, checks: Checks): void {
  const { opened, passed } = around;
  checks.same('open.tick', 'none', opened ? String(opened.index) : 'none');
  checks.same('end.price', 'none', terms.closePrice ?? 'none');
  if (terms.closeReason !== null && terms.closeReason !== 'reset') checks.same('outcome', 'no_tick', terms.closeReason);
  if (terms.closeReason !== 'no_tick' || !passed) return;
  checkFirst(terms, passed, around, checks);
  const until = opensUntil({ ...terms, openDelayMs: terms.openDelay });
  checks.holds('open.none_in_time', passed.receivedTime > until, `> ${until}`, String(passed.receivedTime));
}

function checkEnd(terms: MicroProofTerms, openPrice: bigint, around: Around, checks: Checks): void {
  const { opened, last, lastBefore, after } = around;
  const newest = last ?? lastBefore;
  if (newest) {
    const before = newest.receivedTime <= terms.expiryTime;
    checks.holds('end.time', before, `<= ${terms.expiryTime}`, String(newest.receivedTime));
    if (!before) return;
    if (opened)
      checks.holds('end.after_open', newest.index >= opened.index, `>= ${opened.index}`, String(newest.index));
    if (after) checkLast(terms, newest, after, checks);
    else checks.open('end.last', String(newest.seq + 1), 'none');
  } else if (opened) {
    // Void for want of a tick: the opening tick itself must be too old, or it would have been the last one. That no other came is not shown.
    checks.open('end.last', 'the last before the end', 'none');
    const ageMs = terms.expiryTime - opened.receivedTime;
    checks.holds('end.none', ageMs >= MICRO_END_FRESH_MS, `>= ${MICRO_END_FRESH_MS} ms`, `${ageMs} ms`);
  }
  const settled = settleMicro(
    {
      direction: terms.Type === 1 ? 'up' : 'down',
      stake: amount(read('number', terms.Number)),
      profitRatio: amount(read('profitRatio', terms.ProfitRatio)),
      lossLevel: terms.micro_loss_level,
      pricePrecision: terms.PricePrecision,
      openPrice: price(openPrice),
      expiryTime: terms.expiryTime,
    },
    newest && { bid: price(newest.bid), ask: price(newest.ask), receivedTime: newest.receivedTime },
  );
  const expectedEnd = settled.endPrice === undefined ? 'none' : formatUnits(settled.endPrice);
  // A price needs the tick that is said to have given it; one that stands beside gave none.
  const statedEnd = terms.closePrice === null || !last ? 'none' : formatUnits(read('endPrice', terms.closePrice));
  checks.same('end.price', expectedEnd, statedEnd);
  checks.same('outcome', settled.outcome, String(terms.closeReason));
  checks.equal('result', settled.result, read('result', terms.FactProfits));
}

/** Nothing of the pair came between it and the expiry. */
function checkLast(terms: MicroProofTerms, last: DecidingTick, after: DecidingTick, checks: Checks): void {
  checks.same('end.last', String(last.seq + 1), String(after.seq));
  const { expiryTime } = terms;
  checks.holds('end.next_time', after.receivedTime > expiryTime, `> ${expiryTime}`, String(after.receivedTime));
}
