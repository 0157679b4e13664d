export { portfolioDomain } from './domain.ts';
export { portfolioRoutes } from './routes.ts';
