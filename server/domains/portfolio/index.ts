export { type PortfolioRouteOptions, portfolioRoutes } from './routes.ts';
export type { OpenedUser, PortfolioChange } from './rules.ts';
