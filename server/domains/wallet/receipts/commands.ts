// What the staff do with money that came and that nobody claimed: look, book, put under a user, propose to send it back.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import type { StaffTable } from '@fairtick/contract/staff/index';
import type { ListedReceipt, receiptEndpoints } from '@fairtick/contract/staff/receipts';
import { readCoins } from '@fairtick/contract/typed-number';
import { creditOf } from '@fairtick/engine/payments';
import { toBase64 } from '@fairtick/kernel/bytes';
import { COIN_PLACES, formatUnits } from '@fairtick/kernel/decimal';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { typedLine } from '@fairtick/kernel/typed-line';
import { insertActs } from '../../../platform/acts/table.ts';
import type { WatcherOf } from '../../../platform/chain/watchers.ts';
import { answeredBefore } from '../../../platform/commands/answered.ts';
import type { Command, Outcome } from '../../../platform/commands/command.ts';
import { keyOf } from '../../../platform/commands/key.ts';
import { staffCommand } from '../../../platform/commands/request.ts';
import type { Pool, PoolClient } from '../../../platform/database/pools.ts';
import { runAll } from '../../../platform/database/statement.ts';
import { memberOf, type StaffContext, type StaffHandlers } from '../../../platform/endpoints.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { Propose } from '../../../platform/proposing.ts';
import type { Records } from '../../../platform/records/records.ts';
import { holdPresent, realUserByUid, uidOf } from '../../accounts/index.ts';
import { HOUSE, lockOwners } from '../../ledger/index.ts';
import { bookable } from '../chain/check.ts';
import { lookAt } from '../chain/looking.ts';
import { beginClaim, writeClaim } from '../deposits/claiming.ts';
import { isOffered, placeOf, type RatesNow, rateNow } from '../deposits/rules.ts';
import { type Came, type DepositChange, readReference, transactionOf } from '../deposits/staff-rules.ts';
import { coinText } from '../deposits/views.ts';
import { addressOf, optionAt } from '../own-addresses/booking.ts';
import { ownersOf } from '../own-addresses/table.ts';
import type { DepositOption, WalletSettings } from '../settings.ts';
import { decideBooking, methodOfOption, optionOf, placeOfReceipt, type ReceiptState } from './rules.ts';
import { sealSender, senderMark, senderOf } from './senders.ts';
import { ReceiptSending } from './sending-commands.ts';
import {
  claimsOf,
  countFree,
  holdReceipt,
  isBooked,
  listReceipts,
  type ReceiptClaim,
  type StoredReceipt,
} from './table.ts';

/** What receipts must know of the staff, who are above them. */
export interface ReceiptStaff {
  /** Of anybody who is or was of the staff. */
  name(staffId: Id): Promise<string>;
  /** First in a transaction: why the member may not put money under these users now; undefined where they may. */
  refusedNow(
    tx: PoolClient,
    writer: { readonly staffId: Id; readonly endpoint: 'receipt_assign'; readonly users: readonly Id[] },
  ): Promise<Refusal | undefined>;
}

export interface ReceiptDeskOptions {
  readonly submit: (command: Command<ReceiptState, DepositChange>) => Promise<Outcome>;
  readonly propose: Propose;
  readonly db: Pool;
  readonly records: Records;
  readonly staff: ReceiptStaff;
  readonly chains: WatcherOf;
  readonly keys: Keys;
  readonly settings: () => WalletSettings;
  readonly market: () => RatesNow;
  readonly newId: () => Id;
}

type Name = keyof typeof receiptEndpoints;
type Input<N extends Name> = ParsedOf<N, StaffTable>;
type Answered<N extends Name> = Promise<Result<AnswerOf<N, StaffTable>, Refusal>>;

class ReceiptDesk {
  readonly #options: ReceiptDeskOptions;

  constructor(options: ReceiptDeskOptions) {
    this.#options = options;
  }

  async list({ state, before }: Input<'receipts'>, context: StaffContext): Answered<'receipts'> {
    const { db, settings, staff, keys } = this.#options;
    const wanted = { state, before: before === undefined ? undefined : parseId(before), limit: PAGE_SIZE + 1 };
    const [found, free] = await Promise.all([listReceipts(db, wanted), countFree(db)]);
    const page = found.slice(0, PAGE_SIZE);
    const open = state === 'free' ? page : [];
    const people = [...new Set(page.flatMap(({ seenBy, takenBy }) => [seenBy, takenBy ?? seenBy]))];
    const places = new Map(page.map((one) => [one.id, placeOfReceipt(one)]));
    const [claims, owners, names] = await Promise.all([
      claimsOf(
        db,
        open.map(transactionOf),
        open.map(({ id }) => id),
      ),
      ownersOf(db, [...places.values()]),
      Promise.all(people.map((id) => staff.name(id))),
    ]);
    const nameOf = (id: Id | undefined): string => (id === undefined ? '' : (names[people.indexOf(id)] ?? ''));
    const { staffId } = memberOf(context);
    return ok({
      data: page.map((one) => {
        const owner = owners.get(places.get(one.id) ?? '');
        return listedView(one, { claims, nameOf, staffId, from: senderOf(keys, one), owner });
      }),
      free,
      more: found.length > PAGE_SIZE,
      options: settings()
        .options.filter((one) => isOffered(settings(), one))
        .map((one) => ({
          id: String(one.id),
          kind: one.kind,
          currency: one.currency,
          place: placeOf(one),
          own: !!(one.kind === 'coin' && one.xpub),
        })),
    });
  }

  async book(input: Input<'receipt_book'>, context: StaffContext): Answered<'receipt_book'> {
    const { settings, submit, propose, db, keys } = this.#options;
    const { staffId } = memberOf(context);
    const sender = typedLine(input.from);
    // Nobody's name has a part in what is kept of the call: a MAC stands for it.
    const kept = { ...input, from: senderMark(keys, sender) };
    const request = { endpoint: 'receipt_book', input: kept, context } as const;
    const command = staffCommand(request, { realm: 'live', owners: [HOUSE] });
    const before = await answeredBefore(db, command.key);
    if (before) return bookAnswer(before);
    const named = settings().options.find(({ id }) => String(id) === input.charge_id);
    if (!named || !isOffered(settings(), named)) return err(refuse('OPTION_UNKNOWN'));
    const option = await optionAt(db, named, input.address);
    if (!option) return err(refuse('INPUT_INVALID', { field: 'address' }));
    const came = await this.#came(option, input);
    if (!came.ok) return came;
    const { reference, amount } = came.value;
    const method = methodOfOption(option);
    const from = sealSender(keys, { method, reference }, sender);
    let isUsed = await isBooked(db, method, reference);
    if (!isUsed && this.#takesTwo(option, amount)) {
      const body = {
        ...{ charge_id: input.charge_id, method, currency: option.currency, reference },
        ...(option.kind === 'coin' && option.address !== addressOf(named) && { address: option.address }),
      };
      const proposed = await propose(request, {
        ...{ kind: 'receipt_book', subject: { kind: 'house', id: String(HOUSE) }, reason: input.reason },
        body: { ...body, amount: coinText(amount), ...(from && { from: toBase64(from) }) },
      });
      return proposed.ok ? ok({ id: null, proposal: proposed.value.proposal }) : proposed;
    }
    const outcome = await submit({
      ...command,
      looksAt: [],
      // Asked again under the lock: what was booked until then counts.
      expand: async (tx) => {
        isUsed = await isBooked(tx, method, reference);
        return [];
      },
      decide: (state) => {
        const by = { key: context.key, staffId, isUsed, agreed: undefined };
        const decided = decideBooking(state, { option, came: came.value, from, ...by });
        if (!decided.ok) return decided;
        const { id, ...change } = decided.value;
        return ok({ change, answer: { id: String(id) } });
      },
    });
    return bookAnswer(outcome);
  }

  /** As it looks now: the decision asks again under the lock. What has no rate is refused there. */
  #takesTwo({ currency }: DepositOption, amount: bigint): boolean {
    const { settings, market } = this.#options;
    const rate = rateNow(settings(), currency, market());
    const booked = rate.ok ? creditOf(amount, COIN_PLACES, rate.value.usdPrice) : undefined;
    return booked !== undefined && booked >= settings().limits.twoPeople;
  }

  /** As it was typed, and as the chain says where that is asked. */
  async #came(option: DepositOption, input: Input<'receipt_book'>): Promise<Result<Came, Refusal>> {
    const amount = readCoins('amount', input.amount);
    if (!amount.ok) return amount;
    const reference = readReference(option, input.reference);
    if (reference === undefined) return err(refuse('INPUT_INVALID', { field: 'reference' }));
    const came = { reference, amount: amount.value };
    if (option.kind === 'bank') return ok(came);
    const [txid = ''] = reference.split(':');
    const { network, address } = option;
    const seen = bookable(await lookAt(this.#options.chains, { network, txid, option, ours: [address] }), came);
    return seen.ok ? ok({ ...came, confirmations: seen.value }) : seen;
  }

  /** The deposit that it becomes waits as every other: who credits it looks at it again, and limits count. */
  async assign(input: Input<'receipt_assign'>, context: StaffContext): Answered<'receipt_assign'> {
    const { db, records } = this.#options;
    const { staffId } = memberOf(context);
    const id = parseId(input.id);
    const userId = await realUserByUid(db, input.uid.trim().toUpperCase());
    if (id === undefined || userId === undefined) return err(refuse('ITEM_UNKNOWN'));
    const done = await records.write({
      key: keyOf(staffId, context.key, 'receipt_assign', input),
      act: async (tx) => {
        const refused = await this.#options.staff.refusedNow(tx, {
          staffId,
          endpoint: 'receipt_assign',
          users: [userId],
        });
        if (refused) return err(refused);
        const deposit = await this.#write(tx, id, userId);
        if (!deposit.ok) return deposit;
        const subject = { kind: 'user', id: String(userId) } as const;
        const contents = { receipt: String(id), deposit: String(deposit.value) };
        await runAll(
          tx,
          insertActs([{ kind: 'receipt_assigned', actor: { kind: 'staff', id: staffId }, subject, contents }]),
        );
        return ok({ deposit: String(deposit.value) });
      },
    });
    return done.ok ? ok({ deposit: String(done.value.deposit) }) : done;
  }

  async #write(tx: PoolClient, id: Id, userId: Id): Promise<Result<Id, Refusal>> {
    const settings = this.#options.settings();
    // Whoever leaves at this moment comes before this deposit, or is told of it.
    await lockOwners(tx, [userId], []);
    if (!(await holdPresent(tx, userId))) return err(refuse('ITEM_UNKNOWN'));
    const receipt = await holdReceipt(tx, id);
    if (!receipt) return err(refuse('ITEM_UNKNOWN'));
    if (receipt.state !== 'free') return err(refuse('ALREADY_DECIDED'));
    const option = optionOf(settings.options, receipt);
    if (!option) return err(refuse('OPTION_UNKNOWN'));
    const place = placeOf(option);
    const owner = (await ownersOf(tx, [place])).get(place);
    if (owner !== undefined && owner !== userId) return err(refuse('OTHERS_ADDRESS'));
    const claimed = { txid: transactionOf(receipt), receipt: id };
    const claims = await beginClaim(tx, userId, claimed);
    if (!claims.ok) return claims;
    const rate = rateNow(settings, receipt.currency, this.#options.market());
    const claim = {
      option,
      place,
      number: receipt.amount,
      ...claimed,
      repays: undefined,
      rate: rate.ok ? rate.value : undefined,
    };
    const made = { id: this.#options.newId(), userId, claim, proof: undefined, claims: claims.value };
    return ok((await writeClaim(tx, settings, made)).id);
  }

  /** That it goes back, or that nothing was sent. */
  async propose<N extends 'receipt_return' | 'receipt_keep'>(
    kind: N,
    input: Input<N>,
    context: StaffContext,
  ): Answered<'receipt_return'> {
    const id = parseId(input.id);
    if (id === undefined) return err(refuse('ITEM_UNKNOWN'));
    const proposed = await this.#options.propose(
      { endpoint: kind, input, context },
      {
        ...{ kind, subject: { kind: 'house', id: String(HOUSE) }, reason: input.reason },
        body: { receipt: String(id) },
      },
    );
    return proposed.ok ? ok({ proposal: proposed.value.proposal ?? '' }) : proposed;
  }
}

/** A key that was answered by a proposal is answered by it again, whatever the rate is now. */
function bookAnswer(outcome: Outcome): Awaited<Answered<'receipt_book'>> {
  if (!outcome.ok) return outcome;
  const { id, proposal } = outcome.value;
  return ok({ id: id === undefined ? null : String(id), proposal: typeof proposal === 'string' ? proposal : null });
}

interface Beside {
  readonly claims: readonly ReceiptClaim[];
  /** Of a member of staff; nothing of nobody. */
  readonly nameOf: (id: Id | undefined) => string;
  /** Who looks. */
  readonly staffId: Id;
  /** Whom it came from. */
  readonly from: string;
  /** To whose own address it came. */
  readonly owner: Id | undefined;
}

const listedView = (receipt: StoredReceipt, { claims, nameOf, staffId, from, owner }: Beside): ListedReceipt => {
  const { id, method, reference, currency, amount, booked, seenTime, state, takenBy } = receipt;
  const txid = transactionOf(receipt);
  const named = claims.filter((one) =>
    one.receipt === undefined ? txid !== '' && one.txid === txid : one.receipt === id,
  );
  return {
    ...{ id: String(id), method, reference, currency, amount: coinText(amount), booked: formatUnits(booked, 2) },
    ...{ from, seen: seenTime, seenBy: nameOf(receipt.seenBy), state },
    ...{ takenBy: nameOf(takenBy), mine: takenBy === staffId, sent: receipt.sentReference ?? '' },
    owner: owner === undefined ? '' : uidOf(owner),
    claims: named.map((one) => ({ deposit: String(one.deposit), uid: uidOf(one.userId) })),
  };
};

export function receiptStaffRoutes(options: ReceiptDeskOptions): StaffHandlers<Name> {
  const desk = new ReceiptDesk(options);
  const sending = new ReceiptSending(options);
  return {
    receipts: (input, context) => desk.list(input, context),
    receipt_book: (input, context) => desk.book(input, context),
    receipt_assign: (input, context) => desk.assign(input, context),
    receipt_return: (input, context) => desk.propose('receipt_return', input, context),
    receipt_take: (input, context) => sending.take(input, context),
    receipt_sent: (input, context) => sending.sent(input, context),
    receipt_keep: (input, context) => desk.propose('receipt_keep', input, context),
  };
}
