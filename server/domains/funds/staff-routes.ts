// The staff's endpoints of fund products.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import type { fundStaffEndpoints } from '@fairtick/contract/staff/funds';
import type { StaffTable } from '@fairtick/contract/staff/index';
import { fundCapacity } from '@fairtick/engine/funds';
import { amount, formatUnits } from '@fairtick/kernel/decimal';
import { parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { NewAct } from '../../platform/acts/table.ts';
import type { Command, Outcome } from '../../platform/commands/command.ts';
import { staffCommand } from '../../platform/commands/request.ts';
import type { Pool } from '../../platform/database/pools.ts';
import { memberOf, type StaffContext, type StaffHandlers } from '../../platform/endpoints.ts';
import { decideConfirmation, type FundChange, type FundState, NOTHING } from './rules.ts';
import type { FundsSettings } from './settings.ts';
import { findSubscription, readCoverage, waitingRedemptions } from './table.ts';
import { fine, said, wordsOf } from './views.ts';

export interface FundStaffOptions {
  /** Refuses by the rights of the commit's moment before it decides. */
  readonly submit: (command: Command<FundState, FundChange>) => Promise<Outcome>;
  readonly db: Pool;
  readonly settings: () => FundsSettings;
}

const SHOWN = 200;
const usd = (units: bigint): string => formatUnits(units, 2);

async function overview({ db, settings }: FundStaffOptions, lang: StaffContext['lang']) {
  const [coverage, waiting] = await Promise.all([readCoverage(db, 'live'), waitingRedemptions(db, SHOWN)]);
  const { products } = settings();
  const gone = [...coverage.products.keys()].filter((id) => !products.some((one) => one.id === id));
  const nothing = { promised: amount(0n), running: amount(0n), count: 0 };
  const shown = [...products.map(({ id }) => id), ...gone].map(
    (id): AnswerOf<'funds', StaffTable>['products'][number] => {
      const product = products.find((one) => one.id === id);
      const { promised, running, count } = coverage.products.get(id) ?? nothing;
      return {
        ...{ id: String(id), title: product ? said(product.title, lang) : '', sold: product?.sold ?? false, count },
        ...{ running: usd(running), promised: fine(promised) },
        capacity: usd(product ? fundCapacity(coverage.free, product) : 0n),
      };
    },
  );
  return ok({
    ...{ free: fine(coverage.free), setAside: fine(coverage.setAside) },
    promised: fine([...coverage.products.values()].reduce((sum, one) => sum + one.promised, 0n)),
    products: shown,
    redemptions: waiting.map((one) => ({
      ...{ id: String(one.id), uid: one.uid, product: said(wordsOf(one), lang), amount: usd(one.amount) },
      ...{ penalty: fine(one.penalty), confirmedBy: one.confirmTime ?? 0 },
    })),
  });
}

async function confirm(
  { submit, db }: FundStaffOptions,
  input: ParsedOf<'fund_confirm', StaffTable>,
  context: StaffContext,
): Promise<Result<Record<string, never>, Refusal>> {
  const found = await findSubscription(db, parseId(input.id) ?? 0n);
  if (found?.realm !== 'live') return err(refuse('ITEM_UNKNOWN'));
  const { id, userId } = found;
  const { staffId } = memberOf(context);
  const outcome = await submit({
    ...staffCommand({ endpoint: 'fund_confirm', input, context }, { realm: 'live', owners: [userId] }),
    ...{ looksAt: [], names: { funds: [id] } },
    decide: (state) => {
      const change = decideConfirmation(state, { id, by: 'staff' });
      if (change === NOTHING) return err(refuse('ALREADY_DECIDED'));
      const act: NewAct = {
        ...{ kind: 'fund_redemption_confirmed', actor: { kind: 'staff', id: staffId } },
        ...{
          subject: { kind: 'user', id: String(userId) },
          contents: { subscription: String(id), amount: usd(found.amount) },
        },
      };
      return ok({ change: { ...change, acts: [act] }, answer: {} });
    },
  });
  return outcome.ok ? ok({}) : outcome;
}

export const fundStaffRoutes = (options: FundStaffOptions): StaffHandlers<keyof typeof fundStaffEndpoints> => ({
  funds: (_, { lang }) => overview(options, lang),
  fund_confirm: (input, context) => confirm(options, input, context),
});
