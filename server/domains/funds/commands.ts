// What users ask of fund products. Speaks the domain's words; routes.ts the contract's.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { FundSubscription } from '@fairtick/contract/http/funds';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import { parseId } from '@fairtick/kernel/ids';
import { assert, err, ok, type Result } from '@fairtick/kernel/result';
import type { Command, Outcome } from '../../platform/commands/command.ts';
import { ownCommand } from '../../platform/commands/request.ts';
import type { Queries } from '../../platform/database/pools.ts';
import { type RequestContext, userOf } from '../../platform/endpoints.ts';
import { ELSEWHERE, type Jurisdictions, offerTo, readStanding } from '../accounts/index.ts';
import { decidePurchase, decideRedemption, type FundChange, type FundState } from './rules.ts';
import type { FundsSettings } from './settings.ts';
import { findSubscription, listIncome, listSubscriptions, readCoverage } from './table.ts';
import { fine, productView, subscriptionView } from './views.ts';

export interface FundCommandsOptions {
  readonly submit: (command: Command<FundState, FundChange>) => Promise<Outcome>;
  readonly reads: () => Queries;
  readonly settings: () => FundsSettings;
  readonly jurisdictions: () => Jurisdictions;
}

const LOOKS_AT = ['funds'] as const;
/** A list of nothing has one page. */
const pagesOf = (total: number): number => Math.max(1, Math.ceil(total / PAGE_SIZE));
const placeOf = (page: number) => ({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });

export class FundCommands {
  readonly #options: FundCommandsOptions;

  constructor(options: FundCommandsOptions) {
    this.#options = options;
  }

  async list({ page }: ParsedOf<'fund_list'>, context: RequestContext): Promise<AnswerOf<'fund_list'>> {
    const { settings, reads } = this.#options;
    const sold = settings().products.filter((one) => one.sold);
    const { limit, offset } = placeOf(page);
    const [coverage, offered] = await Promise.all([
      readCoverage(reads(), context.principal?.realm ?? 'live'),
      this.#offered(context),
    ]);
    const data = sold.slice(offset, offset + limit).map((one) => productView(one, coverage, context.lang));
    return { data, last_page: pagesOf(sold.length), offered };
  }

  async info({ id }: ParsedOf<'fund_info'>, context: RequestContext): Promise<Result<AnswerOf<'fund_info'>, Refusal>> {
    const { settings, reads } = this.#options;
    const product = settings().products.find((one) => String(one.id) === id && one.sold);
    if (!product) return err(refuse('FUND_UNKNOWN'));
    const [coverage, offered] = await Promise.all([
      readCoverage(reads(), context.principal?.realm ?? 'live'),
      this.#offered(context),
    ]);
    return ok({ ...productView(product, coverage, context.lang), offered });
  }

  async buy(input: ParsedOf<'fund_buy'>, context: RequestContext): Promise<Result<FundSubscription, Refusal>> {
    const { userId, realm } = userOf(context);
    const outcome = await this.#options.submit({
      ...ownCommand({ endpoint: 'fund_buy', input, context }),
      looksAt: LOOKS_AT,
      // What is lent is not put into what binds it.
      names: { loans: [userId] },
      decide: (state) => {
        const { id, amount, terms } = input;
        const asked = { realm, userId, key: context.key, productId: Number(id), amount, terms };
        const bought = decidePurchase(state, asked);
        if (!bought.ok) return bought;
        return ok({ change: bought.value.change, answer: { id: String(bought.value.subscription.id) } });
      },
    });
    return outcome.ok ? this.#own(String(outcome.value.id), context) : outcome;
  }

  async redeem(input: ParsedOf<'fund_refund'>, context: RequestContext): Promise<Result<FundSubscription, Refusal>> {
    const { userId } = userOf(context);
    const id = parseId(input.sub_id) ?? 0n;
    const outcome = await this.#options.submit({
      ...ownCommand({ endpoint: 'fund_refund', input, context }),
      ...{ looksAt: LOOKS_AT, names: { funds: [id] } },
      decide: (state) => {
        const decided = decideRedemption(state, { id, userId, key: context.key });
        return decided.ok ? ok({ change: decided.value.change, answer: {} }) : decided;
      },
    });
    return outcome.ok ? this.#own(input.sub_id, context) : outcome;
  }

  async bought(
    { page }: ParsedOf<'fund_subscriptions'>,
    context: RequestContext,
  ): Promise<AnswerOf<'fund_subscriptions'>> {
    const { userId } = userOf(context);
    const { subscriptions, total } = await listSubscriptions(this.#options.reads(), userId, placeOf(page));
    return { data: subscriptions.map((one) => subscriptionView(one, context.lang)), last_page: pagesOf(total) };
  }

  async income(
    { sub_id, page }: ParsedOf<'fund_income'>,
    context: RequestContext,
  ): Promise<Result<AnswerOf<'fund_income'>, Refusal>> {
    const db = this.#options.reads();
    const found = await findSubscription(db, parseId(sub_id) ?? 0n);
    if (found?.userId !== userOf(context).userId) return err(refuse('SUBSCRIPTION_UNKNOWN'));
    const days = await listIncome(db, found.id, placeOf(page));
    const data = days.map(({ day, amount, dueTime }) => ({
      id: String(day),
      interest: fine(amount),
      created_at: dueTime,
    }));
    return ok({ data, last_page: pagesOf(found.paidDays) });
  }

  async #own(id: string, context: RequestContext): Promise<Result<FundSubscription, Refusal>> {
    const found = await findSubscription(this.#options.reads(), parseId(id) ?? 0n);
    assert(found !== undefined, 'what was bought is there');
    return ok(subscriptionView(found, context.lang));
  }

  /** As a purchase would be refused: who plays is offered everything. */
  async #offered({ principal }: RequestContext): Promise<boolean> {
    if (principal?.realm !== 'live') return true;
    const country = (await readStanding(this.#options.reads(), principal.userId))?.country;
    const offer = country === undefined ? ELSEWHERE : offerTo(this.#options.jurisdictions(), country);
    return !offer.off.has('funds');
  }
}
