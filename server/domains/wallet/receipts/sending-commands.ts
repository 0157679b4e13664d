// Who sends money of nobody back: takes it, and says by which payment it went. Each is a command, decided with what is there at its commit.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import type { StaffTable } from '@fairtick/contract/staff/index';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { assert, err, ok, type Result } from '@fairtick/kernel/result';
import type { Command } from '../../../platform/commands/command.ts';
import { staffCommand } from '../../../platform/commands/request.ts';
import type { PoolClient } from '../../../platform/database/pools.ts';
import { memberOf, type StaffContext } from '../../../platform/endpoints.ts';
import { HOUSE } from '../../ledger/index.ts';
import { type DepositChange, isOfBank } from '../deposits/staff-rules.ts';
import { readPayment } from '../withdrawals/payment.ts';
import type { ReceiptDeskOptions } from './commands.ts';
import type { ReceiptState } from './rules.ts';
import { decideSent, decideTaking } from './sending.ts';
import { findReceipt, isPaymentUsed, type StoredReceipt } from './table.ts';

type Name = 'receipt_take' | 'receipt_sent';
type Input<N extends Name> = ParsedOf<N, StaffTable>;
type Done = Promise<Result<AnswerOf<'receipt_take', StaffTable>, Refusal>>;

interface Act<N extends Name> {
  readonly endpoint: N;
  readonly input: Input<N>;
  readonly context: StaffContext;
}

interface How {
  readonly expand?: NonNullable<Command<ReceiptState, DepositChange>['expand']>;
  readonly decide: (
    state: ReceiptState,
    by: { readonly id: Id; readonly staffId: Id },
  ) => Result<DepositChange, Refusal>;
}

export class ReceiptSending {
  readonly #options: ReceiptDeskOptions;

  constructor(options: ReceiptDeskOptions) {
    this.#options = options;
  }

  async take(input: Input<'receipt_take'>, context: StaffContext): Done {
    const found = await this.#found(input.id);
    if (!found.ok) return found;
    return this.#act({ endpoint: 'receipt_take', input, context }, found.value, { decide: decideTaking });
  }

  async sent(input: Input<'receipt_sent'>, context: StaffContext): Done {
    const found = await this.#found(input.id);
    if (!found.ok) return found;
    const receipt = found.value;
    const place = { kind: isOfBank(receipt) ? 'bank' : 'coin', network: receipt.method } as const;
    const reference = readPayment(place, input.reference);
    if (!reference.ok) return reference;
    const payment = { ...receipt, reference: reference.value };
    let isUsed = false;
    return this.#act({ endpoint: 'receipt_sent', input, context }, receipt, {
      // Asked again under the lock: what was paid until then counts.
      expand: async (db: PoolClient) => {
        isUsed = await isPaymentUsed(db, payment);
        return [];
      },
      decide: (state, by) => decideSent(state, { ...by, key: context.key, reference: reference.value, isUsed }),
    });
  }

  async #found(typed: string): Promise<Result<StoredReceipt, Refusal>> {
    const id = parseId(typed);
    const found = id === undefined ? undefined : await findReceipt(this.#options.db, id);
    return found ? ok(found) : err(refuse('ITEM_UNKNOWN'));
  }

  async #act<N extends Name>({ endpoint, input, context }: Act<N>, { id }: StoredReceipt, how: How): Done {
    const { submit, staff } = this.#options;
    const { staffId } = memberOf(context);
    const { expand, decide } = how;
    const outcome = await submit({
      ...staffCommand({ endpoint, input, context }, { realm: 'live', owners: [HOUSE] }),
      ...{ looksAt: [], names: { wallet: [id] } },
      ...(expand ? { expand } : {}),
      decide: (state) => {
        const decided = decide(state, { id, staffId });
        if (!decided.ok) return decided;
        const after = decided.value.wallet?.receipts?.[0];
        assert(after !== undefined, 'it was changed');
        return ok({ change: decided.value, answer: { state: after.state } });
      },
    });
    if (outcome.ok) return ok({ state: outcome.value.state === 'returned' ? 'returned' : 'returning' });
    const { error, params } = outcome.error;
    if (error !== 'TAKEN_BY_OTHER') return outcome;
    const by = parseId(params?.name ?? '');
    return err(refuse(error, { name: by === undefined ? '' : await staff.name(by) }));
  }
}
