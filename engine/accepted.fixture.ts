// Proofs for tests with the acceptances that an honest server gives with them: the placement, and what the user asked for later.

import { canonicalJson } from '@fairtick/kernel/canonical-json';
import type { AcceptanceKind, ForexProof, MicroProof, ProofAcceptance } from './proof.ts';

interface Later {
  readonly kind: Exclude<AcceptanceKind, 'placed'>;
  readonly tick: number;
  readonly stops?: { readonly TargetLossPrice: string; readonly TargetProfitPrice: string };
}

const FOREX = [
  ...['pair', 'OrderType', 'Quantity', 'multiple', 'MarginMode', 'ForexContNum', 'trade_fee_type', 'ForexFeeRate'],
  ...['markup', 'PricePrecision', 'ratePair', 'ratePrecision', 'rateInverse', 'target_price', 'targetKind'],
  ...['openRate', 'CautionMoney', 'TradeFee', 'financingRate', 'financingNights'],
  ...['TargetLossPrice', 'TargetProfitPrice'],
];
const MICRO = [
  ...['pair', 'Type', 'Number', 'Seconds', 'ProfitRatio', 'micro_loss_level', 'PricePrecision'],
  ...['acceptedTime', 'openDelay', 'expiryTime'],
];
const SALT = 'IiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiI=';

/** `tick`: the newest place that the placement saw. */
export function accepted<P extends ForexProof | MicroProof>(tick: number, proof: P, later: readonly Later[] = []): P {
  const { terms, order } = proof;
  const family = terms.kind;
  const stated: Readonly<Record<string, unknown>> = { ...terms };
  const placed = Object.fromEntries((family === 'forex' ? FOREX : MICRO).map((field) => [field, stated[field]]));
  const time = terms.kind === 'micro' ? terms.acceptedTime : 1_715_774_400_000;
  const all: readonly { kind: AcceptanceKind; tick: number; says: object }[] = [
    { kind: 'placed', tick, says: placed },
    ...later.map(({ kind, tick: at, stops }) => ({ kind, tick: at, says: { pair: terms.pair, ...stops } })),
  ];
  const acceptances = all.map(({ kind, tick: at, says }, index): ProofAcceptance => {
    const about = { family, kind, order: order.Id, tick: at, time };
    const contents = canonicalJson(JSON.parse(JSON.stringify({ ...says, ...about })));
    return { kind, time, tick: at, contents, salt: SALT, index, inclusion: [] };
  });
  return { ...proof, acceptances };
}
