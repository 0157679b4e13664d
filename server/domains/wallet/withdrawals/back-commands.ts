// Who says that a payment of ours came back: at once where one person may, else proposed to a second.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import type { StaffTable } from '@fairtick/contract/staff/index';
import { readCoins } from '@fairtick/contract/typed-number';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { WatcherOf } from '../../../platform/chain/watchers.ts';
import { answeredBefore } from '../../../platform/commands/answered.ts';
import type { Command, Outcome } from '../../../platform/commands/command.ts';
import { staffCommand } from '../../../platform/commands/request.ts';
import type { Pool } from '../../../platform/database/pools.ts';
import { memberOf, type StaffContext } from '../../../platform/endpoints.ts';
import type { Propose } from '../../../platform/proposing.ts';
import { uidOfRealUser } from '../../accounts/index.ts';
import { isOffered, type RatesNow } from '../deposits/rules.ts';
import {
  creditNow,
  type DepositChange,
  type DepositFacts,
  type DepositState,
  NO_FACTS,
  readReference,
} from '../deposits/staff-rules.ts';
import { readFacts } from '../deposits/staff-table.ts';
import { coinText } from '../deposits/views.ts';
import { addressOf, optionAt } from '../own-addresses/booking.ts';
import { methodOfOption } from '../receipts/rules.ts';
import { findReceipt } from '../receipts/table.ts';
import type { WalletSettings } from '../settings.ts';
import type { Withdrawal } from '../types.ts';
import { lookAtBack } from './back-looking.ts';
import { type ComingBack, comesBackOf, decideComingBack, NO_LEAST } from './coming-back.ts';
import type { Payers } from './staff-commands.ts';
import { findWithdrawal } from './table.ts';

export interface BackOptions {
  readonly submit: (command: Command<DepositState, DepositChange>) => Promise<Outcome>;
  readonly propose: Propose;
  readonly db: Pool;
  readonly chains: WatcherOf;
  readonly settings: () => WalletSettings;
  readonly market: () => RatesNow;
  readonly payers: Pick<Payers, 'linkedUsers'>;
}

type Input = ParsedOf<'withdrawal_back', StaffTable>;
type Answered = Promise<Result<AnswerOf<'withdrawal_back', StaffTable>, Refusal>>;
/** What came, and by which option. */
type Back = Pick<ComingBack, 'option' | 'came'>;

export class PaymentsBack {
  readonly #options: BackOptions;

  constructor(options: BackOptions) {
    this.#options = options;
  }

  async say(input: Input, context: StaffContext): Answered {
    const { db, propose, submit, payers } = this.#options;
    const { staffId } = memberOf(context);
    const id = parseId(input.id);
    const withdrawal = id === undefined ? undefined : await findWithdrawal(db, id);
    if (!withdrawal) return err(refuse('ITEM_UNKNOWN'));
    const { userId } = withdrawal;
    if ((await payers.linkedUsers(staffId)).includes(userId)) return err(refuse('BENEFICIARY'));
    const request = { endpoint: 'withdrawal_back', input, context } as const;
    const command = staffCommand(request, { realm: 'live', owners: [userId] });
    const before = await answeredBefore(db, command.key);
    if (before) return backAnswer(before);
    const read = await this.#came(withdrawal, input);
    if (!read.ok) return read;
    const { option, came } = read.value;
    const asked = { userId, method: methodOfOption(option), reference: came.reference };
    const now = await readFacts(db, asked);
    const isUsed = now.isUsed && now.free === undefined;
    if (
      !isUsed &&
      comesBackOf(withdrawal, read.value) === undefined &&
      (await this.#takesTwo(withdrawal, read.value, now, staffId))
    )
      return propose(request, {
        kind: now.isContested ? 'payment_back_held' : 'payment_back',
        subject: { kind: 'user', id: String(userId) },
        body: bodyOf(withdrawal, input, read.value, now),
        reason: input.reason,
      });
    const receipt = now.free;
    let facts = NO_FACTS;
    let isThere = true;
    const outcome = await submit({
      ...command,
      looksAt: [],
      names: { wallet: receipt === undefined ? [withdrawal.id] : [withdrawal.id, receipt] },
      // Asked again under the lock: what was booked until then counts, and whoever has left is credited nothing.
      expand: async (tx) => {
        facts = await readFacts(tx, asked);
        isThere = (await uidOfRealUser(tx, userId)) !== undefined;
        return [];
      },
      decide: (state) => {
        if (!isThere) return err(refuse('ITEM_UNKNOWN'));
        const by = { key: context.key, staffId, agreed: undefined };
        const decided = decideComingBack(state, { id: withdrawal.id, option, came, receipt, facts, ...by });
        return decided.ok ? ok({ change: decided.value, answer: { proposal: null } }) : decided;
      },
    });
    return backAnswer(outcome);
  }

  /** As it was typed, and as the chain says where that is asked. What was said before is answered as it was. */
  async #came(withdrawal: Withdrawal, input: Input): Promise<Result<Back, Refusal>> {
    const { db, settings } = this.#options;
    const named = settings().options.find(({ id }) => String(id) === input.charge_id);
    if (!named || !isOffered(settings(), named)) return err(refuse('OPTION_UNKNOWN'));
    const option = await optionAt(db, named, input.address);
    if (!option) return err(refuse('INPUT_INVALID', { field: 'address' }));
    const amount = readCoins('amount', input.amount);
    if (!amount.ok) return amount;
    const reference = readReference(option, input.reference);
    if (reference === undefined) return err(refuse('INPUT_INVALID', { field: 'reference' }));
    const back = { option, came: { reference, amount: amount.value } };
    if (comesBackOf(withdrawal, back)) return ok(back);
    const seen = await lookAtBack(this.#options, withdrawal.userId, back);
    return seen.ok ? ok({ option, came: { ...back.came, confirmations: seen.value } }) : seen;
  }

  /** As it looks now: the decision asks again under the lock. What has no rate is refused there. */
  async #takesTwo(
    { paidBy }: Withdrawal,
    { option, came }: Back,
    { isContested, lastDay, free }: DepositFacts,
    staffId: Id,
  ): Promise<boolean> {
    if (isContested || paidBy === staffId) return true;
    const { db, settings, market } = this.#options;
    const booked = free === undefined ? undefined : (await findReceipt(db, free))?.booked;
    const of = { currency: option.currency, least: NO_LEAST };
    const credit = creditNow({ wallet: { settings: settings() }, market: market() }, of, came);
    const units = booked ?? (credit.ok ? credit.value.units : undefined);
    return units !== undefined && lastDay + units >= settings().limits.twoPeople;
  }
}

function backAnswer(outcome: Outcome): Awaited<Answered> {
  if (!outcome.ok) return outcome;
  const { proposal } = outcome.value;
  return ok({ proposal: typeof proposal === 'string' ? proposal : null });
}

const bodyOf = ({ id }: Withdrawal, input: Input, { option, came }: Back, { free }: DepositFacts) => ({
  ...{ withdrawal: String(id), charge_id: input.charge_id, method: methodOfOption(option) },
  ...(input.address !== '' && option.kind === 'coin' && { address: addressOf(option) }),
  ...{ reference: came.reference, amount: coinText(came.amount) },
  ...(free !== undefined && { receipt: String(free) }),
});
