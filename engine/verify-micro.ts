// The checks of an up/down option's proof. Rules E77 to E79.

import { amount, formatUnits, price } from '@fairtick/kernel/decimal';
import { type Checks, type DecidingTick, read, tickOf, UnreadableProof } from './checks.ts';
import type { MicroProof, MicroProofTerms } from './proof.ts';
import { midPrice } from './quotes.ts';
import { MICRO_END_FRESH_MS, MICRO_OPEN_FRESH_MS, settleMicro } from './settlement.ts';

export function verifyMicroTerms({ order, terms, ticks }: MicroProof, checks: Checks): void {
  if (terms.Type !== 1 && terms.Type !== 2) throw new UnreadableProof('type');
  if (terms.micro_loss_level !== 0 && terms.micro_loss_level !== 1) throw new UnreadableProof('lossLevel');
  if (!Number.isInteger(terms.PricePrecision) || terms.PricePrecision < 0 || terms.PricePrecision > 8)
    throw new UnreadableProof('pricePrecision');
  const opened = tickOf(ticks, 'open', 'open');
  const last = tickOf(ticks, 'close', 'close');
  checkOpening(terms, opened, checks);
  checks.same('expiry', String(terms.acceptedTime + terms.Seconds * 1000), String(terms.expiryTime));
  if (terms.closeReason === null) checks.same('end.price', 'none', terms.closePrice ?? 'none');
  else if (terms.closeReason === 'reset') checks.equal('result', 0n, read('result', terms.FactProfits ?? '0'));
  else checkEnd(terms, opened, last, checks);

  checks.same('order.type', String(terms.Type), String(order.Type));
  checks.equal('order.stake', read('number', terms.Number), read('Number', order.Number));
  checks.equal('order.open_price', read('openPrice', terms.openPrice), read('OpenPrice', order.OpenPrice));
  checks.same('order.closed', String(terms.closeReason !== null), String(order.Status === 3));
  if (terms.closeReason === null) return;
  checks.equal('order.result', read('result', terms.FactProfits ?? '0'), read('FactProfits', order.FactProfits));
  if (terms.closePrice !== null)
    checks.equal('order.end_price', read('endPrice', terms.closePrice), read('EndPrice', order.EndPrice));
}

/** The opening price is the mid of a tick that was fresh when the option was accepted. */
function checkOpening(terms: MicroProofTerms, tick: DecidingTick | undefined, checks: Checks): void {
  const stated = read('openPrice', terms.openPrice);
  if (!tick) {
    checks.fail('open.tick', 'the tick that opened it', 'none');
    return;
  }
  const prices = { bid: price(tick.bid), ask: price(tick.ask) };
  checks.equal('open.price', midPrice(prices, terms.PricePrecision), stated);
  const ageMs = terms.acceptedTime - tick.receivedTime;
  checks.holds(
    'open.fresh',
    ageMs >= 0 && ageMs < MICRO_OPEN_FRESH_MS,
    `0 to ${MICRO_OPEN_FRESH_MS - 1} ms`,
    `${ageMs} ms`,
  );
}

function checkEnd(
  terms: MicroProofTerms,
  opened: DecidingTick | undefined,
  last: DecidingTick | undefined,
  checks: Checks,
): void {
  if (last) {
    const before = last.receivedTime <= terms.expiryTime;
    checks.holds('end.time', before, `<= ${terms.expiryTime}`, String(last.receivedTime));
    if (!before) return;
    if (opened) {
      checks.same('end.pair', opened.pair, last.pair);
      checks.holds('end.after_open', last.index >= opened.index, `>= ${opened.index}`, String(last.index));
    }
  } else if (opened) {
    // Void for want of a tick: the opening tick itself must be too old, or it would have been the last one.
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
      openPrice: price(read('openPrice', terms.openPrice)),
      expiryTime: terms.expiryTime,
    },
    last && { bid: price(last.bid), ask: price(last.ask), receivedTime: last.receivedTime },
  );
  const expectedEnd = settled.endPrice === undefined ? 'none' : formatUnits(settled.endPrice);
  const statedEnd = terms.closePrice === null ? 'none' : formatUnits(read('endPrice', terms.closePrice));
  checks.same('end.price', expectedEnd, statedEnd);
  checks.same('outcome', settled.outcome, String(terms.closeReason));
  checks.equal('result', settled.result, read('result', terms.FactProfits));
}
