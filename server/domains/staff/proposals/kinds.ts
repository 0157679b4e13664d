// The registry: every kind of proposal that there is.

import type { PROPOSAL_KINDS } from '@fairtick/contract/staff/people';
import type { AnySetting } from '../../../platform/settings/setting.ts';
import { type LinkOptions, makeLink } from '../sign-in/links.ts';
import { StaffProposals, type StaffProposalsOptions } from './commands.ts';
import { contentDatesKind, contentWithdrawKind } from './content.ts';
import { type CreditChecks, depositCreditKind } from './deposits.ts';
import { correctionKind, houseMoveKind } from './house.ts';
import type { ProposalKind } from './kind.ts';
import { type BackChecks, paymentBackKind } from './payment-back.ts';
import { receiptBookKind, receiptKeepKind, receiptReturnKind } from './receipts.ts';
import { depositReverseKind } from './reversal.ts';
import { settingKind } from './setting.ts';
import { staffKinds } from './staff.ts';
import { freezeKind, unfreezeKind } from './users.ts';

export interface KindServices extends LinkOptions, CreditChecks, BackChecks {
  /** All that the domains declare: only those for two people are proposed. */
  readonly settings: readonly AnySetting[];
}

export const proposalKinds = (
  services: KindServices,
): Readonly<Record<(typeof PROPOSAL_KINDS)[number], ProposalKind>> => ({
  ...staffKinds({
    makeLink: (tx, staffId, { proposal }) => makeLink(services, tx, { staffId, purpose: 'join', proposal }),
    now: () => services.clock.now(),
  }),
  house_move: houseMoveKind,
  correction: correctionKind,
  deposit_credit: depositCreditKind(services, 'deposits', false),
  deposit_credit_held: depositCreditKind(services, 'deposits_held', true),
  deposit_reverse: depositReverseKind,
  payment_back: paymentBackKind(services, 'deposits', false),
  payment_back_held: paymentBackKind(services, 'deposits_held', true),
  receipt_book: receiptBookKind(services.keys),
  receipt_return: receiptReturnKind(services.keys),
  receipt_keep: receiptKeepKind(services.keys),
  content_dates: contentDatesKind,
  content_withdraw: contentWithdrawKind,
  freeze: freezeKind,
  unfreeze: unfreezeKind,
  setting: settingKind(services.settings, 'jurisdictions'),
  money_setting: settingKind(services.settings, 'money_terms'),
  product_setting: settingKind(services.settings, 'product_terms'),
  status_setting: settingKind(services.settings, 'service_status'),
});

export const openProposals = (options: Omit<StaffProposalsOptions, 'kinds'> & KindServices): StaffProposals =>
  new StaffProposals({ ...options, kinds: proposalKinds(options) });
