// The staff's endpoints of loans.

import type { loanStaffEndpoints } from '@fairtick/contract/staff/loans';
import type { StaffHandlers } from '../../platform/endpoints.ts';
import { LoanDesk, type LoanStaffOptions } from './staff-commands.ts';

export function loanStaffRoutes(options: LoanStaffOptions): StaffHandlers<keyof typeof loanStaffEndpoints> {
  const desk = new LoanDesk(options);
  return {
    loan_persons: (input) => desk.persons(input),
    loan_person_item: (input, context) => desk.person(input, context),
    loan_person_decide: (input, context) => desk.decidePerson(input, context),
    loans: (input) => desk.list(input),
    loan_item: (input, context) => desk.read(input, context),
    loan_decide: (input, context) => desk.decide(input, context),
    loan_pool: () => desk.pool(),
  };
}
