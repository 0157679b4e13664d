// What the staff decide about deposits (rules §9, money-staff.md H5, H7), as pure decisions under the user's lock: what came is credited once, by one
// receipt, at the rate of that moment, whatever the user had said.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { DepositReason } from '@fairtick/contract/staff/deposit-reasons';
import { creditOf } from '@fairtick/engine/payments';
import { type Amount, COIN_PLACES, formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { typedLine } from '@fairtick/kernel/typed-line';
import type { NewAct } from '../../../platform/acts/table.ts';
import type { ChangeBase } from '../../../platform/commands/books.ts';
import type { UserNotice } from '../../../platform/commands/command.ts';
import type { AccountsState } from '../../accounts/index.ts';
import { type Accounts, HOUSE, type LedgerChange, LedgerDraft } from '../../ledger/index.ts';
import type { WalletChange, WalletState } from '../part.ts';
import type { MoneyRate } from '../rates.ts';
import type { Deposit, Receipt } from '../types.ts';
import { joined, type LoansRepaid } from './repaying.ts';
import { isBeyondUnverified, NOTHING_CAME_MS, type RatesNow, rateNow } from './rules.ts';

export interface DepositState {
  readonly accounts: Pick<AccountsState, 'standing'>;
  readonly ledger: Accounts;
  readonly wallet: Pick<WalletState, 'settings' | 'receipts' | 'deposits' | 'withdrawals'>;
  readonly market: RatesNow;
  readonly loans: LoansRepaid;
  newId(): Id;
}

export interface DepositChange extends ChangeBase {
  readonly wallet?: WalletChange;
  readonly ledger?: LedgerChange;
}
type Decided = Result<DepositChange, Refusal>;
/** It waits on. */
export const NOTHING: DepositChange = {};

/** What was read beside the batch, under its lock. */
export interface DepositFacts {
  /** Whether a receipt of this reference is there. */
  readonly isUsed: boolean;
  /** Its id, where it was booked and belongs to nobody yet. */
  readonly free: Id | undefined;
  /** USD that the user's deposits were credited as, ever; and within 24 hours, with what came back of their withdrawals. */
  readonly credited: bigint;
  readonly lastDay: bigint;
  /** Somebody else says or said that the transaction is theirs, or another output of it was credited: two people look. */
  readonly isContested: boolean;
}
export const NO_FACTS: DepositFacts = {
  ...{ isUsed: false, free: undefined, credited: 0n, lastDay: 0n },
  isContested: false,
};

/** What came: as a member of staff typed it. */
export interface Came {
  readonly reference: string;
  /** In units of 1e-18 of the currency. */
  readonly amount: bigint;
  /** As the chain said; undefined where nobody looked. */
  readonly confirmations?: number | undefined;
}

/**
 * Where it was seen: of one chain whatever the token, since a transaction's outputs are numbered through all of them; of a bank the account, whatever
 * options name it.
 */
export const methodOf = ({ kind, network, place }: Pick<Deposit, 'kind' | 'network' | 'place'>): string =>
  kind === 'coin' ? network : `bank:${place.replaceAll(/\s/gu, '').toUpperCase()}`;

const LINE_MOST = 100;

/** As it is kept, so that one output or line is one receipt however it is typed; undefined where it can't be one. */
export function readReference({ kind }: Pick<Deposit, 'kind'>, typed: string): string | undefined {
  const text = typedLine(typed);
  if (kind === 'coin') {
    const [, txid, index] = /^(?:0x)?([0-9a-f]{64}):(0|[1-9]\d{0,8})$/i.exec(text) ?? [];
    return txid === undefined || index === undefined ? undefined : `${txid.toLowerCase()}:${index}`;
  }
  const line = text.normalize('NFKC').replaceAll(/\s/gu, '').toUpperCase();
  return line !== '' && line.length <= LINE_MOST ? line : undefined;
}

export interface Agreed {
  readonly proposal: Id;
  readonly maker: Id;
  readonly reason: string;
}

/** By which receipt something is credited. */
export interface ByReceipt {
  readonly came: Came;
  /** What was booked of it before; undefined where its receipt is made by this credit. */
  readonly receipt: Id | undefined;
  readonly facts: DepositFacts;
}

export interface Crediting extends ByReceipt {
  readonly id: Id;
  readonly key: string;
  readonly staffId: Id;
  /** Two people have agreed on it; `held`: the second of them was compliance, who checks what two claim. */
  readonly agreed: (Agreed & { readonly held: boolean }) | undefined;
}

/** Where it came to, in what, and USD below which nothing is credited. */
export interface Credited {
  readonly method: string;
  readonly currency: string;
  readonly least: Amount;
}

const usd = (units: bigint): string => formatUnits(units, 2);
export const coin = (units: bigint): string => formatUnits(units, 0, COIN_PLACES);

function waiting(state: DepositState, id: Id): Result<Deposit, Refusal> {
  const deposit = state.wallet.deposits.byId(id);
  if (!deposit) return err(refuse('ITEM_UNKNOWN'));
  return deposit.status === 'unchecked' ? ok(deposit) : err(refuse('ALREADY_DECIDED'));
}

/** It came to a bank's account, and goes back from one. */
export const isOfBank = ({ method }: Pick<Receipt, 'method'>): boolean => method.startsWith('bank:');

/** As a withdrawal has it: nothing of a bank. */
export const networkOf = ({ method }: Pick<Receipt, 'method'>): string => (isOfBank({ method }) ? '' : method);

/** Of a coin's reference what stands before the number of the output; '' of a bank's, whose line is no transaction that users could name. */
export const transactionOf = ({ method, reference }: Pick<Receipt, 'method' | 'reference'>): string =>
  isOfBank({ method }) ? '' : (reference.split(':')[0] ?? '');

/** What the batch's earlier commands have booked of a transaction, or what became of it. */
const outputsHere = (
  { wallet }: Pick<DepositState, 'wallet'>,
  method: string,
  transaction: string,
): readonly Receipt[] =>
  transaction === ''
    ? []
    : wallet.receipts.changed().filter((one) => one.method === method && transactionOf(one) === transaction);

/** Whatever the batch's earlier commands have booked by this reference. */
export const isTaken = (
  { wallet }: { readonly wallet: Pick<WalletState, 'receipts'> },
  method: string,
  reference: string,
): boolean => wallet.receipts.changed().some((one) => one.method === method && one.reference === reference);

/** Another output of the same transaction, booked in the batch so far: two people look. */
export const isAnotherHere = (
  state: Pick<DepositState, 'wallet'>,
  seen: Pick<Receipt, 'method' | 'reference'>,
): boolean => outputsHere(state, seen.method, transactionOf(seen)).some((one) => one.reference !== seen.reference);

/** USD that this user was credited in the batch so far. */
const creditedHere = ({ wallet }: DepositState, userId: Id): bigint =>
  wallet.deposits
    .changed()
    .reduce((sum, one) => (one.userId === userId && one.status === 'credited' ? sum + (one.credited ?? 0n) : sum), 0n);

/** USD that came back of this user's withdrawals in the batch so far: what has come back changes no more. */
const backHere = ({ wallet }: DepositState, userId: Id): bigint =>
  wallet.withdrawals.changed().reduce((sum, one) => (one.userId === userId ? sum + (one.backCredited ?? 0n) : sum), 0n);

/** USD that this user was credited within 24 hours. */
export const creditedOfDay = (state: DepositState, { lastDay }: Pick<DepositFacts, 'lastDay'>, userId: Id): bigint =>
  lastDay + creditedHere(state, userId) + backHere(state, userId);

/** Whether the second person is compliance: two claim it, whichever of the two has named the transaction, or another output of it was booked. */
export const isHeld = ({ heldFor }: Pick<Deposit, 'heldFor'>, { isContested }: Pick<DepositFacts, 'isContested'>) =>
  heldFor === 'claimed_twice' || isContested;

export interface Credit {
  readonly rate: Pick<MoneyRate, 'usdPrice' | 'tick'>;
  readonly units: Amount;
  /** The one that was booked before. */
  readonly receipt?: Receipt;
}

/** Refuses AMOUNT_BELOW_MIN where it is less than the least that is credited, and RATE_OLD where there is no rate of now. */
export function creditNow(
  { wallet, market }: { readonly wallet: Pick<WalletState, 'settings'>; readonly market: RatesNow },
  { currency, least }: Pick<Credited, 'currency' | 'least'>,
  { amount: came }: Came,
): Result<Credit, Refusal> {
  const rate = rateNow(wallet.settings, currency, market);
  if (!rate.ok) return rate;
  const units = creditOf(came, COIN_PLACES, rate.value.usdPrice);
  const below = leastUnmet(least, units);
  return below || units === undefined
    ? err(below ?? refuse('AMOUNT_BELOW_MIN', { min: '0.01' }))
    : ok({ rate: rate.value, units });
}

function leastUnmet(least: Amount, units: Amount | undefined): Refusal | undefined {
  if (units !== undefined && units >= least) return undefined;
  return refuse('AMOUNT_BELOW_MIN', { min: least > 0n ? usd(least) : '0.01' });
}

/**
 * What was booked is credited as what it counts as since: no rate moves money that is in the books. Refuses RECEIPT_USED where it is not there, not free
 * or was booked meanwhile, and INPUT_INVALID where what was typed is not what was booked.
 */
function creditBooked(
  state: DepositState,
  { method, currency, least }: Credited,
  { came, receipt: id, facts }: ByReceipt,
): Result<Credit, Refusal> {
  const receipt = id === undefined ? undefined : state.wallet.receipts.byId(id);
  const isSame = receipt?.method === method && receipt.reference === came.reference;
  if (receipt?.state !== 'free' || facts.free !== id || !isSame) return err(refuse('RECEIPT_USED'));
  if (receipt.currency !== currency) return err(refuse('INPUT_INVALID', { field: 'reference' }));
  if (receipt.amount !== came.amount) return err(refuse('INPUT_INVALID', { field: 'amount' }));
  const below = leastUnmet(least, receipt.booked);
  if (below) return err(below);
  return ok({ rate: { usdPrice: receipt.rate, tick: receipt.rateTick }, units: receipt.booked, receipt });
}

export function creditOfCame(state: DepositState, credited: Credited, by: ByReceipt): Result<Credit, Refusal> {
  const { came, receipt, facts } = by;
  if (receipt !== undefined) return creditBooked(state, credited, by);
  if (facts.isUsed || isTaken(state, credited.method, came.reference)) return err(refuse('RECEIPT_USED'));
  return creditNow(state, credited, came);
}

/**
 * By one person below the limit, by two people from it on, by the sum of the user's last 24 hours, so that it can't be split; and where two claim the
 * same transaction by compliance, also where the second claim came after the first person's: PROPOSAL_CHANGED.
 */
export function decideCredit(state: DepositState, crediting: Crediting): Decided {
  const { id, agreed, facts } = crediting;
  const found = waiting(state, id);
  if (!found.ok) return found;
  const deposit = found.value;
  const { userId } = deposit;
  const method = methodOf(deposit);
  const credit = creditOfCame(state, { ...deposit, method }, crediting);
  if (!credit.ok) return credit;
  const { units } = credit.value;
  const { settings } = state.wallet;
  const { verifiedTime } = state.accounts.standing(userId);
  if (verifiedTime === undefined && isBeyondUnverified(settings, facts.credited + creditedHere(state, userId), units))
    return err(refuse('NOT_VERIFIED'));
  const held = isAnotherHere(state, { method, reference: crediting.came.reference }) || isHeld(deposit, facts);
  const many = held || creditedOfDay(state, facts, userId) + units >= settings.limits.twoPeople;
  if (!agreed && many) return err(refuse('TAKES_TWO'));
  if (agreed && agreed.held !== held) return err(refuse('PROPOSAL_CHANGED'));
  return ok(credited(state, crediting, deposit, credit.value));
}

function credited(state: DepositState, crediting: Crediting, deposit: Deposit, credit: Credit): DepositChange {
  const { rate, units, receipt: booked } = credit;
  const { came, key, staffId, agreed } = crediting;
  const { id, userId, realm, currency } = deposit;
  const { nowMs } = state.accounts.standing(userId);
  const receipt: Receipt = {
    ...(booked ?? {
      ...{ id: state.newId(), userId: HOUSE, method: methodOf(deposit), reference: came.reference, currency },
      ...{ amount: came.amount, fromShown: '', fromSealed: undefined, seenTime: nowMs, seenBy: staffId },
      confirmations: came.confirmations,
      ...{ booked: units, rate: rate.usdPrice, rateTick: rate.tick, terms: undefined },
      ...{ takenBy: undefined, sentReference: undefined },
    }),
    state: 'matched',
  };
  const draft = new LedgerDraft({ accounts: state.ledger, realm, time: nowMs, key, newId: () => state.newId() });
  draft.post(booked ? 'receipt_matched' : 'deposit', id, [
    { ownerId: userId, kind: 'change', available: units },
    { ownerId: HOUSE, kind: booked ? 'clearing:deposit' : 'external', available: -units },
  ]);
  const decided: Deposit = {
    ...{ ...deposit, status: 'credited', receiptId: receipt.id, creditedNumber: came.amount, credited: units },
    ...{ rate: rate.usdPrice, rateTick: rate.tick, decidedTime: nowMs, decidedBy: staffId },
  };
  const repays = deposit.repays === undefined ? {} : state.loans.came(decided, draft, nowMs);
  const ofTwo = agreed && { reason: agreed.reason, proposal: String(agreed.proposal), maker: String(agreed.maker) };
  const more = { reference: came.reference, came: coin(came.amount), said: coin(deposit.number), currency };
  const change: DepositChange = {
    wallet: { receipts: [receipt], deposits: [decided] },
    ledger: { journals: draft.journals },
    notices: [toldTo(deposit, 'deposit_credited', { amount: usd(units) })],
    acts: [actOf(deposit, staffId, 'deposit_credited', { amount: usd(units), ...more, ...ofTwo })],
  };
  return joined(change, repays);
}

const toldTo = (
  { id, userId }: Deposit,
  kind: 'deposit_credited' | 'deposit_rejected',
  params: Readonly<Record<string, string>>,
): UserNotice => ({ ...{ userId, kind, orderId: undefined, params }, cause: `deposit:${id}` });

const actOf = (
  { id, userId }: Deposit,
  staffId: Id,
  kind: 'deposit_credited' | 'deposit_rejected',
  contents: NewAct['contents'],
): NewAct => ({
  ...{ kind, actor: { kind: 'staff', id: staffId }, subject: { kind: 'user', id: String(userId) } },
  contents: { deposit: String(id), ...contents },
});

/** Why, as its user reads it. */
export interface Reason {
  readonly code: DepositReason;
  /** What the staff wrote beside it; may be empty. */
  readonly words: string;
  readonly told: (lang: string | undefined) => string;
}

/** `double` is no deposit at all; of all else another proof may be sent. */
export function decideRejection(
  state: DepositState,
  { id, staffId, reason }: { readonly id: Id; readonly staffId: Id; readonly reason: Reason },
): Decided {
  const found = waiting(state, id);
  if (!found.ok) return found;
  const deposit = found.value;
  const { code, words } = reason;
  const change = ended(state, deposit, code === 'double' ? 'invalid' : 'rejected', reason, staffId);
  return ok(joined(change, { acts: [actOf(deposit, staffId, 'deposit_rejected', { code, words })] }));
}

/** Nothing came within seven days. What compliance looks at stays with it, what waits for its user to be verified waits, and what the staff know to have come came. */
export function decideNothingCame(
  state: DepositState,
  {
    id,
    reason,
    systemId,
    hasCome,
  }: {
    readonly id: Id;
    readonly reason: Reason;
    readonly systemId: Id;
    /** Whether the staff have booked an output of its transaction that is nobody's yet. */
    readonly hasCome: boolean;
  },
): Decided {
  const found = waiting(state, id);
  if (!found.ok) return found;
  const deposit = found.value;
  const { nowMs, verifiedTime } = state.accounts.standing(deposit.userId);
  const { heldFor, assigned, submittedTime, network, txid } = deposit;
  const waits = heldFor === 'claimed_twice' || (heldFor === 'unverified' && verifiedTime === undefined);
  const came =
    assigned !== undefined || hasCome || outputsHere(state, network, txid).some((one) => one.state === 'free');
  const isOver = nowMs >= submittedTime + NOTHING_CAME_MS && !waits && !came;
  return isOver ? ok(ended(state, deposit, 'invalid', reason, systemId)) : ok(NOTHING);
}

function ended(
  state: DepositState,
  deposit: Deposit,
  status: 'rejected' | 'invalid',
  { code, words, told }: Reason,
  by: Id,
): DepositChange {
  const { nowMs, lang } = state.accounts.standing(deposit.userId);
  const decided: Deposit = {
    ...{ ...deposit, status, reasonCode: code, reason: words, decidedTime: nowMs, decidedBy: by },
  };
  const change: DepositChange = {
    wallet: { deposits: [decided] },
    notices: [toldTo(deposit, 'deposit_rejected', { reason: told(lang) })],
  };
  return deposit.repays === undefined ? change : joined(change, state.loans.ended(decided));
}
