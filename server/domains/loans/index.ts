// What other domains and the one list may use of loans.

export { loansDomain } from './domain.ts';
export { loansPart } from './part.ts';
export { dueOfProof } from './proofs.ts';
export { mayLookAtLoan } from './reviewing.ts';
export { loanRoutes } from './routes.ts';
export { type LoanSettings, readLoanSettings } from './settings.ts';
export { loanStaffRoutes } from './staff-routes.ts';
export { hasLoan } from './table.ts';
