// What users ask about withdrawals: what can be withdrawn, asking, taking back, and how far each is.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import type { LanguageKey } from '@fairtick/contract/languages';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import { text } from '@fairtick/contract/texts/index';
import { formatUnits, RATE_PLACES } from '@fairtick/kernel/decimal';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { assert, err, ok, type Result } from '@fairtick/kernel/result';
import { ownCommand } from '../../../platform/commands/request.ts';
import { type RequestContext, userOf } from '../../../platform/endpoints.ts';
import { freezeOf, readStanding } from '../../accounts/index.ts';
import { hasTraded } from '../../ledger/index.ts';
import { isPaused } from '../client-money/table.ts';
import { openDetails, placeMacs } from '../destinations/details.ts';
import { isOfOurs } from '../destinations/rules.ts';
import { findDestinations } from '../destinations/table.ts';
import type { WalletOptions } from '../options.ts';
import { moneyRate, ratesOfClosed } from '../rates.ts';
import type { MoneyKind, Withdrawal } from '../types.ts';
import { isSameName, type Known } from './flags.ts';
import { decideCancel, decideRequest } from './rules.ts';
import { findWithdrawal, knownOf, listWithdrawals } from './table.ts';
import { type RecordView, recordView } from './views.ts';

const kindOf = (type: '1' | '2'): MoneyKind => (type === '1' ? 'coin' : 'bank');
const LOOKS_AT = ['wallet'];

export class WithdrawalCommands {
  readonly #options: WalletOptions;

  constructor(options: WalletOptions) {
    this.#options = options;
  }

  /** Those whose rate is known now. */
  currencies({ type }: ParsedOf<'draw_symbol_list'>): AnswerOf<'draw_symbol_list'> {
    const { settings, market } = this.#options;
    const { currencies, rates } = settings();
    const now = market();
    return currencies.flatMap((one) => {
      const source = one.kind === kindOf(type) ? rates.get(one.currency) : undefined;
      const rate = source && moneyRate(source, now);
      if (!rate?.ok) return [];
      return [
        {
          ...{ id: String(one.id), code: one.currency, protocol: one.protocol, network: one.network },
          fee_type: one.feeType,
          draw_rate: formatUnits(one.drawRate, 2),
          ...{ usd_price: formatUnits(rate.value.usdPrice, 0, RATE_PLACES), rate_closed: rate.value.closed },
          ...{ min: formatUnits(one.min, 2), max: formatUnits(one.max, 2), places: one.places },
        },
      ];
    });
  }

  async draw(input: ParsedOf<'draw'>, context: RequestContext): Promise<Result<RecordView, Refusal>> {
    const { userId, realm } = userOf(context);
    const destinationId = parseId(input.draw_method_id) ?? 0n;
    const { isOurs, ...known } = await this.#known(userId, destinationId);
    const outcome = await this.#options.submit({
      ...ownCommand({ endpoint: 'draw', input, context }),
      ...{ looksAt: LOOKS_AT, names: { wallet: [destinationId], loans: [userId] } },
      decide: (state) => {
        const { number, memo, shown } = input;
        const currencyId = Number(input.draw_currency_id);
        const asking = { realm, userId, key: context.key, currencyId, number, memo, destinationId, shown };
        const asked = decideRequest(state, { ...asking, known, isOurs });
        if (!asked.ok) return asked;
        // What is kept with the key names nobody: whereto is read again.
        return ok({ change: asked.value.change, answer: { id: String(asked.value.withdrawal.id) } });
      },
    });
    return outcome.ok ? this.#own(userId, parseId(String(outcome.value.id)), context.lang) : outcome;
  }

  async cancel(input: ParsedOf<'draw_cancel'>, context: RequestContext): Promise<Result<RecordView, Refusal>> {
    const { userId } = userOf(context);
    const id = parseId(input.id) ?? 0n;
    const outcome = await this.#options.submit({
      ...ownCommand({ endpoint: 'draw_cancel', input, context }),
      ...{ looksAt: LOOKS_AT, names: { wallet: [id] } },
      decide: (state) => {
        const decided = decideCancel(state, { id, userId, key: context.key });
        return decided.ok ? ok({ change: decided.value, answer: {} }) : decided;
      },
    });
    return outcome.ok ? this.#own(userId, id, context.lang) : outcome;
  }

  async list({ type, page }: ParsedOf<'draw_list'>, context: RequestContext): Promise<AnswerOf<'draw_list'>> {
    const { userId } = userOf(context);
    const offset = (page - 1) * PAGE_SIZE;
    const asked = { userId, kind: kindOf(type), limit: PAGE_SIZE, offset };
    const { withdrawals, total } = await listWithdrawals(this.#options.reads(), asked);
    return { data: await this.#views(userId, withdrawals, context.lang), total };
  }

  async #own(userId: Id, id: Id | undefined, lang: LanguageKey): Promise<Result<RecordView, Refusal>> {
    const found = id === undefined ? undefined : await findWithdrawal(this.#options.reads(), id);
    if (found?.userId !== userId) return err(refuse('WITHDRAWAL_NOT_WAITING'));
    const [view] = await this.#views(userId, [found], lang);
    assert(view !== undefined, 'one withdrawal is one record');
    return ok(view);
  }

  async #views(userId: Id, withdrawals: readonly Withdrawal[], lang: LanguageKey): Promise<RecordView[]> {
    const { reads, keys } = this.#options;
    const taken = withdrawals.map((withdrawal) => ({
      withdrawal,
      rateTick: withdrawal.rateTick,
      atMs: withdrawal.requestTime,
    }));
    const [places, standing, paused, closed] = await Promise.all([
      findDestinations(
        reads(),
        withdrawals.map(({ destinationId }) => destinationId),
      ),
      readStanding(reads(), userId),
      isPaused(reads()),
      ratesOfClosed(reads(), taken),
    ]);
    const frozen = standing && freezeOf(standing, 'withdrawals')?.reason;
    const waits = frozen ?? (paused ? text(lang, 'error.WITHDRAWALS_PAUSED') : '');
    return taken.map((one) => {
      const { withdrawal } = one;
      const destination = places.get(withdrawal.destinationId);
      assert(destination !== undefined, 'a withdrawal goes to a destination that is kept');
      return recordView({
        withdrawal,
        destination,
        details: openDetails(keys, destination),
        lang,
        waits,
        rateClosed: closed.has(one),
      });
    });
  }

  /** What only warns is read before, beside the lock, and whether the place is ours by now: what becomes so at this moment becomes so afterwards. */
  async #known(userId: Id, destinationId: Id): Promise<Known & { readonly isOurs: boolean }> {
    const { db, keys, verifiedName, settings } = this.#options;
    const destination = (await findDestinations(db, [destinationId])).get(destinationId);
    if (destination?.userId !== userId)
      return { hasWithdrawn: false, hasTraded: false, isShared: false, isOwnName: false, isOurs: false };
    const { account, payeeName, bic } = openDetails(keys, destination);
    const place = { ...destination, account };
    const [{ isOwnAddress, ...known }, traded, name] = await Promise.all([
      knownOf(db, { userId, macs: placeMacs(keys, place), address: place.address }),
      hasTraded(db, userId),
      verifiedName(userId),
    ]);
    const isOwnName = destination.kind === 'bank' && name !== undefined && isSameName(name, payeeName);
    const isOurs = isOwnAddress || isOfOurs(place, bic, settings().options);
    return { ...known, hasTraded: traded, isOwnName, isOurs };
  }
}
