export { portfolioLedger } from './ledger.ts';
export { removeIdleDemoUsers } from './removal.ts';
export { portfolioRoutes } from './routes.ts';
