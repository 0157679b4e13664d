// What other domains and the one list may use of fund products.

export { fundsDomain } from './domain.ts';
export { fundsPart } from './part.ts';
export { fundRoutes } from './routes.ts';
export { type FundChange, type FundState, resetFunds } from './rules.ts';
export { type FundsSettings, readFundsSettings } from './settings.ts';
export { fundStaffRoutes } from './staff-routes.ts';
