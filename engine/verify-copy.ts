// The checks that bind a copy to the order that it is of: same pair, side and moment as the trader's own request, the size that its follower's settings give,
// stops and end as the trader's. Whether the trader's requests stand in the log of acceptances is checked where the copy's own are. Rules E110 to E115.

import { amount, price, quantity, rate } from '@fairtick/kernel/decimal';
import { type Checks, read, readRate, UnreadableProof } from './checks.ts';
import { type CopyMode, copySize, wantedOf } from './copying.ts';
import type { ForexFrozenTerms, ForexProof, ForexProofTerms, ProofAcceptance } from './proof.ts';
import { checkRequests } from './verify-requests.ts';

type Says = Readonly<Record<string, unknown>>;

interface Said extends Pick<ProofAcceptance, 'kind' | 'tick' | 'time'> {
  readonly says: Says;
}

/** What is read of contents that other checks have read as canonical already; an object, or no proof. */
function saidOf({ kind, tick, time, contents }: ProofAcceptance): Said {
  const says: unknown = JSON.parse(contents);
  if (typeof says !== 'object' || says === null) throw new UnreadableProof('contents');
  return { kind, tick, time, says: Object.fromEntries(Object.entries(says)) };
}

/** Nothing is checked of an order that says of no other that it is a copy of it, where none is shown. */
export function bindCopy(proof: ForexProof, checks: Checks): void {
  const { terms, acceptances, origin = [] } = proof;
  const own = acceptances.map(saidOf);
  const placed = own.find(({ kind }) => kind === 'placed');
  const originId = placed?.says.origin;
  if (originId === undefined && origin.length === 0) {
    // What only a trader or a relation's stop ends is a copy.
    if (terms.closeReason === 'trader' || terms.closeReason === 'copy_stop')
      checks.fail('copy.origin', 'an origin', 'none');
    return;
  }
  const theirs = origin.map(saidOf);
  const master = theirs.find(({ kind }) => kind === 'placed');
  const other = theirs.find(
    ({ kind, tick, time, says }) =>
      says.order !== originId || says.kind !== kind || says.tick !== tick || says.time !== time,
  );
  checks.holds(
    'copy.origin',
    !other && master !== undefined,
    String(originId),
    String((other ?? master)?.says.order ?? 'none'),
  );
  if (!placed || !master) return;
  checkTerms(placed, master, terms, checks);
  checkMoment(placed, master, checks);
  checkSize(placed.says, terms, checks);
  for (const { kind, tick, says } of own.filter((one) => one.kind === 'stops')) {
    const same = theirs.some((one) => one.kind === kind && one.tick === tick && sameStops(one.says, says));
    checks.holds('copy.stops', same, `the trader’s at ${tick}`, same ? `the trader’s at ${tick}` : 'others');
  }
  const requests = theirs.filter((one) => one !== master);
  checkRequests(proof, { copyPlaced: placed, master, requests, own }, checks);
}

/** Terms that a copy takes over as they are. */
const AS_THEIRS = [
  ...[
    'MarginMode',
    'ForexContNum',
    'trade_fee_type',
    'ForexFeeRate',
    'markup',
    'PricePrecision',
    'ratePair',
    'ratePrecision',
  ],
  ...['rateInverse', 'financingRate', 'financingNights'],
] as const satisfies readonly (keyof ForexFrozenTerms)[];

const termsIn = (says: Says): string => AS_THEIRS.map((name) => String(says[name])).join(' ');

/** Pair and side are the trader's, terms too, and the quantity that the size was worked out from; the leverage is theirs or a lower one. Rule E110. */
function checkTerms({ says }: Said, { says: theirs }: Said, terms: ForexProofTerms, checks: Checks): void {
  checks.same('copy.pair', `${String(theirs.pair)} ${String(theirs.OrderType)}`, `${terms.pair} ${terms.OrderType}`);
  checks.same('copy.terms', termsIn(theirs), termsIn(says));
  const lower = Number(says.multiple) <= Number(theirs.multiple);
  checks.holds('copy.leverage', lower, `<= ${theirs.multiple}`, String(says.multiple));
  checks.same('copy.origin_quantity', String(theirs.Quantity), String(says.originQuantity));
}

/** Decided at the place and time of the trader's own request; one that waited for its price opened later, at a tick that their order's own proof shows. Rule E111. */
function checkMoment(placed: Said, master: Said, checks: Checks): void {
  const at = ({ tick, time }: Said): string => `${tick} ${time}`;
  if (master.says.targetKind === null) checks.same('copy.moment', at(master), at(placed));
  else if (placed.tick > master.tick) checks.open('copy.moment', `> ${master.tick}`, String(placed.tick));
  else checks.fail('copy.moment', `> ${master.tick}`, String(placed.tick));
}

const asText = (says: Says, field: string): string => {
  const value = says[field];
  if (typeof value !== 'string') throw new UnreadableProof(field);
  return value;
};

const modeOf = (says: Says): CopyMode => {
  if (says.mode !== 'lots' && says.mode !== 'proportional') throw new UnreadableProof('mode');
  return says.mode;
};

function multipleOf({ copyMultiple }: Says): number {
  if (typeof copyMultiple !== 'number' || !Number.isSafeInteger(copyMultiple) || copyMultiple < 1)
    throw new UnreadableProof('copyMultiple');
  return copyMultiple;
}

/** Quantity, margin and fee are what settings, room and the pair's steps gave, as they were logged when it opened. Rule E112. */
function checkSize(says: Says, terms: ForexProofTerms, checks: Checks): void {
  const units = (field: string): bigint => read(field, says[field]);
  const settings = { mode: modeOf(says), multiple: multipleOf(says), maxAmount: amount(units('maxAmount')) };
  const wanted = wantedOf(settings, quantity(units('originQuantity')), amount(units('traderValue')));
  const size = copySize({
    ...{ settings, wanted },
    room: {
      used: amount(units('used')),
      available: amount(units('available')),
      freeMargin: amount(units('free')),
    },
    pair: {
      minQuantity: quantity(units('pairMin')),
      quantityStep: quantity(units('pairStep')),
      maxQuantity: quantity(units('pairMax')),
    },
    terms: {
      multiple: terms.multiple,
      marginMode: terms.MarginMode,
      contNum: quantity(read('contNum', terms.ForexContNum)),
      feeType: terms.trade_fee_type,
      feeRate: amount(read('feeRate', terms.ForexFeeRate)),
    },
    price: price(read('openPrice', terms.openPrice)),
    rate: rate(readRate('openRate', terms.openRate)),
  });
  checks.equal('copy.size', size.quantity, read('Quantity', terms.Quantity));
  checks.equal('copy.margin', size.margin, read('CautionMoney', terms.CautionMoney));
  checks.equal('copy.fee', size.fee, read('TradeFee', terms.TradeFee));
  checks.same('copy.cut', size.cut, asText(says, 'cut'));
}

const sameStops = (one: Says, other: Says): boolean =>
  one.TargetLossPrice === other.TargetLossPrice && one.TargetProfitPrice === other.TargetProfitPrice;
