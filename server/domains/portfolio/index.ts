export { portfolioLedger } from './ledger.ts';
export { removeIdleDemoUsers } from './removal.ts';
export { type PortfolioRouteOptions, portfolioRoutes } from './routes.ts';
export type { PortfolioChange } from './rules.ts';
