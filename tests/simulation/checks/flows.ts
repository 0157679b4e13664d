// The money of one change: each journal sums to zero in one realm, nothing goes below zero, and every trade moves exactly its result and
// its fee between customer, house and fees.

import type { ForexOrder, MicroOrder } from '@fairtick/engine/types';
import { type Journal, OUTSIDE } from '@fairtick/server/domains/ledger/index';
import type { Moment } from './moment.ts';

interface Flow {
  user: bigint;
  fees: bigint;
  trading: bigint;
  protection: bigint;
  micro: bigint;
  other: bigint;
}

const noFlow = (): Flow => ({ user: 0n, fees: 0n, trading: 0n, protection: 0n, micro: 0n, other: 0n });

export function checkFlows(moment: Moment) {
  const { change, state } = moment;
  const flows = new Map<bigint, Flow>();
  const balances = new Map<bigint, { available: bigint; locked: bigint }>();
  const opened = change.ledger?.opened ?? [];
  for (const journal of change.ledger?.journals ?? []) {
    checkJournal(moment, journal, balances, flows, opened);
  }
  for (const after of change.forex?.orders ?? []) {
    const protection = state.ledger.find(after.realm, 0n, 'protection');
    const left = protection && (balances.get(protection.id) ?? protection).available;
    checkForexFlow(moment, [state.forex.byId(after.id), after], flows.get(after.id), left ?? 0n);
  }
  for (const after of change.micro ?? []) checkMicroFlow(moment, after, flows.get(after.id));
}

function checkJournal(
  { watch, state, tag }: Moment,
  journal: Journal,
  balances: Map<bigint, { available: bigint; locked: bigint }>,
  flows: Map<bigint, Flow>,
  opened: readonly { id: bigint; realm: string; ownerId: bigint; kind: string }[],
) {
  const fail = (rule: string): void => watch.fail(rule, `${journal.type} of ${journal.reference} by ${tag.name}`);
  const flow = flows.get(journal.reference) ?? noFlow();
  flows.set(journal.reference, flow);
  let sum = 0n;
  for (const entry of journal.entries) {
    const known = state.ledger.byId(entry.accountId);
    const account = known ?? opened.find(({ id }) => id === entry.accountId);
    if (!account) return fail('an entry names an account');
    if (account.realm !== journal.realm) fail('one realm a journal');
    if (account.ownerId !== 0n && !tag.owners.includes(account.ownerId) && !opened.some(({ id }) => id === account.id))
      fail("nobody else's money");
    const moved = entry.available + entry.locked;
    sum += moved;
    const balance = balances.get(entry.accountId) ?? { available: known?.available ?? 0n, locked: known?.locked ?? 0n };
    balances.set(entry.accountId, balance);
    balance.available += entry.available;
    balance.locked += entry.locked;
    if (balance.locked < 0n || (balance.available < 0n && !OUTSIDE.has(account.kind))) fail('nothing negative');
    // Capital lent to a house account is no part of the trade, and a night is a matter of its own.
    if (journal.type === 'house_capital' || journal.type === 'forex_financing') continue;
    if (account.ownerId !== 0n) flow.user += moved;
    else if (
      account.kind === 'fees' ||
      account.kind === 'trading' ||
      account.kind === 'protection' ||
      account.kind === 'micro'
    )
      flow[account.kind] += moved;
    else flow.other += moved;
  }
  if (sum !== 0n) fail('every journal sums to zero');
}

function checkForexFlow(
  { watch, tag }: Moment,
  [before, after]: readonly [ForexOrder | undefined, ForexOrder],
  found: Flow | undefined,
  protectionLeft: bigint,
) {
  const flow = found ?? noFlow();
  const fail = (rule: string): void =>
    watch.fail(rule, `order ${after.id} by ${tag.name}: user ${flow.user}, fees ${flow.fees}, house ${flow.trading}`);
  const feeNow = after.status === 'open' && before?.status !== 'open' ? after.fee : 0n;
  if (flow.fees !== feeNow) fail('the fee is taken once, when the position opens');
  if (flow.protection > 0n || flow.other !== 0n || flow.micro !== 0n) fail('only the accounts of the trade');
  const result = after.status === 'closed' && before?.status === 'open' ? after.result : 0n;
  // Of a loss that neither the user nor protection has in full, the house goes without the rest.
  if (result >= 0n ? flow.trading !== -result : flow.trading > -result) fail('the house moves the result');
  if (flow.user + flow.protection + flow.trading !== -feeNow) fail('customer + house + fees = 0');
  if (result < 0n && flow.trading < -result && (protectionLeft > 0n || flow.trading < 0n))
    fail('the house goes without only when protection is empty');
  if (flow.protection < 0n && result >= 0n) fail('protection bears losses only');
}

function checkMicroFlow({ watch, tag }: Moment, after: MicroOrder, found: Flow | undefined) {
  const flow = found ?? noFlow();
  if (
    flow.user !== after.result ||
    flow.micro !== -after.result ||
    flow.fees !== 0n ||
    flow.trading !== 0n ||
    flow.other !== 0n
  )
    watch.fail(
      'customer + house + fees = 0',
      `option ${after.id} by ${tag.name}: user ${flow.user}, house ${flow.micro}`,
    );
}
