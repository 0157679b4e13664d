// The users' endpoints of loans.

import type { loanEndpoints } from '@fairtick/contract/http/loans';
import { ok } from '@fairtick/kernel/result';
import type { Handlers } from '../../platform/endpoints.ts';
import { type LoanOptions, LoanService } from './commands.ts';
import { LoanPersons } from './person-commands.ts';

export function loanRoutes(options: LoanOptions): Handlers<keyof typeof loanEndpoints> {
  const loans = new LoanService(options);
  const persons = new LoanPersons(options);
  return {
    loan_person: async (_, context) => ok(await persons.read(context)),
    loan_person_submit: (input, context) => persons.submit(input, context),
    loan_config: async (_, context) => ok(await loans.configs(context)),
    loan_config_info: (input, context) => loans.config(input, context),
    loan_date: async () => ok(loans.date()),
    loan_agreement: (input, context) => loans.agreement(input, context),
    loan_signed: (input, context) => loans.signed(input, context),
    loan_submit: (input, context) => loans.submit(input, context),
    loan_list: async (input, context) => ok(await loans.list(input, context)),
    loan_info: (input, context) => loans.info(input, context),
    loan_repayment: (input, context) => loans.repayment(input, context),
    loan_repayment_accounts: (_, context) => loans.ways(context),
    loan_repayment_proof: (input, context) => loans.sendProof(input, context),
    loan_repay: (input, context) => loans.repay(input, context),
    loan_exclude: (input, context) => persons.exclude(input, context),
    loan_cancel: (input, context) => loans.takeBack(input, context),
  };
}
