// What users say of money that they sent. It is a record write and no command of the pipeline: it moves no money, and must not make anybody's order
// wait. Credit comes by a receipt alone.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { depositRecord } from '@fairtick/contract/http/deposits';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import type { Id } from '@fairtick/kernel/ids';
import { assert, err, ok, type Result } from '@fairtick/kernel/result';
import { keyOf } from '../../../platform/commands/key.ts';
import type { Pool, PoolClient } from '../../../platform/database/pools.ts';
import { type RequestContext, userOf } from '../../../platform/endpoints.ts';
import type { Files } from '../../../platform/files/files.ts';
import { attachUploads, lockUsable, usedUploads } from '../../../platform/files/table.ts';
import type { Records } from '../../../platform/records/records.ts';
import { holdPresent, isReached, readStanding, uidOfRealUser } from '../../accounts/index.ts';
import { lockOwners } from '../../ledger/index.ts';
import { placeSaid, placesFor } from '../own-addresses/making.ts';
import type { MoneyRate } from '../rates.ts';
import type { BankOption, CoinOption, DepositOption, WalletSettings } from '../settings.ts';
import type { Deposit, MoneyKind } from '../types.ts';
import { beginClaim, type Claim, writeClaim } from './claiming.ts';
import type { Repaying } from './repaying.ts';
import { findOption, isOffered, leastRefusal, type RatesNow, rateNow, readNumber, readTxid } from './rules.ts';
import { listOwn } from './table.ts';
import { bankOptionView, coinOptionView, depositView, KINDS } from './views.ts';

export interface DepositOptions {
  readonly db: Pool;
  readonly records: Records;
  readonly files: Files;
  readonly settings: () => WalletSettings;
  readonly market: () => RatesNow;
  readonly newId: () => Id;
}

/** Of either kind, as the contract has parsed it. */
export interface Typed {
  readonly endpoint: 'charge_submit' | 'wire_submit' | 'loan_repayment_proof';
  readonly input: Readonly<Record<string, string>>;
  readonly kind: MoneyKind;
  readonly optionId: string;
  readonly number: string;
  readonly proof: string;
  readonly txid: string;
  /** Where the user was told to send it; empty where they do not say. */
  readonly shown: string;
  /** A loan that it was sent for. */
  readonly repaying?: Repaying;
}

/** A way of sending money to us, as it is shown to one user; no rate where there is none of now. */
export interface Way {
  readonly option: DepositOption;
  readonly rate: MoneyRate | undefined;
  readonly coin?: AnswerOf<'charge_info'>[number];
  readonly bank?: AnswerOf<'wire_info'>[number];
}

interface Shown extends Claim {
  readonly proof: string;
}

type Made = Result<AnswerOf<'charge_submit'>, Refusal>;

export class Deposits {
  readonly #options: DepositOptions;

  constructor(options: DepositOptions) {
    this.#options = options;
  }

  async coins(context: RequestContext): Promise<Result<AnswerOf<'charge_info'>, Refusal>> {
    const { userId } = userOf(context);
    // Nobody is shown where to send what nobody could give back to them.
    if (!(await isReached(this.#options.db, userId))) return err(refuse('NAME_UNCONFIRMED'));
    const coins = this.#offered().filter((one): one is CoinOption => one.kind === 'coin');
    const places = await placesFor(this.#options, userId, coins);
    return places.ok ? ok(places.value.map((one) => coinOptionView(one, this.#rate(one.option)))) : places;
  }

  /** Currencies of enabled banks, each once. */
  bankCurrencies(): AnswerOf<'charge_symbols'> {
    const codes = this.#offered().flatMap((one) => (one.kind === 'bank' ? [one.currency] : []));
    return [...new Set(codes)].map((code) => ({ code }));
  }

  async ways(context: RequestContext): Promise<Result<readonly Way[], Refusal>> {
    const coins = await this.coins(context);
    if (!coins.ok) return coins;
    const banks = await this.banks('', context);
    if (!banks.ok) return banks;
    return ok(
      this.#offered().flatMap((option): Way[] => {
        const isIt = (one: { readonly id: string }): boolean => one.id === String(option.id);
        const rate = this.#rate(option);
        if (option.kind === 'coin') return coins.value.filter(isIt).map((coin) => ({ option, rate, coin }));
        return banks.value.filter(isIt).map((bank) => ({ option, rate, bank }));
      }),
    );
  }

  async banks(currency: string, context: RequestContext): Promise<Result<AnswerOf<'wire_info'>, Refusal>> {
    const { userId } = userOf(context);
    if (!(await isReached(this.#options.db, userId))) return err(refuse('NAME_UNCONFIRMED'));
    const uid = (await uidOfRealUser(this.#options.db, userId)) ?? '';
    const banks = this.#offered()
      .filter((one): one is BankOption => one.kind === 'bank' && (currency === '' || one.currency === currency))
      .map((one) => bankOptionView(one, uid, this.#rate(one)));
    return ok(banks);
  }

  async list({ type, page }: ParsedOf<'quick_ist'>, context: RequestContext): Promise<AnswerOf<'quick_ist'>> {
    const { userId } = userOf(context);
    const wanted = { userId, kind: KINDS[type], limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
    const { db } = this.#options;
    const [{ deposits, total }, standing] = await Promise.all([listOwn(db, wanted), readStanding(db, userId)]);
    const verified = standing?.verifiedTime !== undefined;
    return { data: deposits.map((one) => depositView(one, context.lang, verified)), total };
  }

  submitCoin(input: ParsedOf<'charge_submit'>, context: RequestContext): Promise<Made> {
    const { number, proofImg: proof, address: shown, charge_id: optionId, txid } = input;
    return this.#submit(
      { endpoint: 'charge_submit', input, kind: 'coin', optionId, number, proof, txid, shown },
      context,
    );
  }

  submitWire(input: ParsedOf<'wire_submit'>, context: RequestContext): Promise<Made> {
    const { number, proofImg: proof, wire_id: optionId } = input;
    const none = { txid: '', shown: '' };
    return this.#submit({ endpoint: 'wire_submit', input, kind: 'bank', optionId, number, proof, ...none }, context);
  }

  /** As any other, by whichever way its option is one of; what is asked of the loan is asked with it. */
  submitFor(repaying: Repaying, typed: Omit<Typed, 'kind' | 'repaying'>, context: RequestContext): Promise<Made> {
    const option = this.#offered().find(({ id }) => String(id) === typed.optionId);
    return this.#submit({ ...typed, kind: option?.kind ?? 'coin', repaying }, context);
  }

  #offered(): DepositOption[] {
    const settings = this.#options.settings();
    return settings.options.filter((one) => isOffered(settings, one));
  }

  /** undefined where there is none of now. */
  #rate({ currency }: DepositOption): MoneyRate | undefined {
    const rate = rateNow(this.#options.settings(), currency, this.#options.market());
    return rate.ok ? rate.value : undefined;
  }

  async #read(typed: Typed, userId: Id): Promise<Result<Shown, Refusal>> {
    const { kind, optionId, number, proof, txid, shown, repaying } = typed;
    const settings = this.#options.settings();
    const option = findOption(settings, kind, optionId);
    if (!option || !isOffered(settings, option)) return err(refuse('OPTION_UNKNOWN'));
    // What the user was shown may have been another address: they look again before they send anything.
    const place =
      option.kind === 'bank' ? option.payee_account : await placeSaid(this.#options.db, userId, option, shown);
    if (place === undefined) return err(refuse('OPTION_UNKNOWN'));
    const read = readNumber('number', number, option.places);
    if (!read.ok) return read;
    if (proof.trim() === '') return err(refuse('VALUE_MISSING', { field: 'proofImg' }));
    const file = this.#options.files.idIn(proof);
    if (file === undefined) return err(refuse('UPLOAD_UNKNOWN'));
    const transaction = readTxid(txid);
    if (transaction === undefined) return err(refuse('INPUT_INVALID', { field: 'txid' }));
    const rate = this.#rate(option);
    const named = { txid: transaction, receipt: undefined, repays: repaying?.loanId };
    return ok({ ...named, option, place, number: read.value, proof: file, rate });
  }

  async #submit(typed: Typed, context: RequestContext): Promise<Made> {
    const { userId } = userOf(context);
    const read = await this.#read(typed, userId);
    if (!read.ok) return read;
    const done = await this.#options.records.write({
      key: keyOf(userId, context.key, typed.endpoint, typed.input),
      act: async (tx) => {
        const made = await this.#write(tx, userId, read.value, typed.repaying);
        return made.ok ? ok({ deposit: depositView(made.value, context.lang, false) }) : made;
      },
    });
    return done.ok ? ok(depositRecord.parse(done.value.deposit)) : done;
  }

  async #write(tx: PoolClient, userId: Id, claim: Shown, repaying?: Repaying): Promise<Result<Deposit, Refusal>> {
    const { proof, number, option, rate } = claim;
    // Behind the key: whoever was told that it waits is told so again, whatever the rate is by then.
    const below = leastRefusal(number, option, rate);
    if (below) return err(below);
    // Whoever leaves at this moment comes before this deposit, or is told of it.
    await lockOwners(tx, [userId], []);
    if (!(await holdPresent(tx, userId))) return err(refuse('SESSION_EXPIRED'));
    const hindered = await repaying?.hinders(tx);
    if (hindered) return err(hindered);
    const claims = await beginClaim(tx, userId, claim);
    if (!claims.ok) return claims;
    if ((await lockUsable(tx, [proof], userId)).size === 0)
      return err(refuse((await usedUploads(tx, [proof], userId)).size > 0 ? 'PROOF_USED' : 'UPLOAD_UNKNOWN'));
    const id = this.#options.newId();
    const attached = await attachUploads(tx, { ids: [proof], ownerId: userId, attachedTo: `deposit:${id}` });
    assert(attached, 'an image that is locked can be used');
    const made = { id, userId, claim, proof, claims: claims.value };
    const deposit = await writeClaim(tx, this.#options.settings(), made);
    await repaying?.sent(tx, deposit);
    return ok(deposit);
  }
}
