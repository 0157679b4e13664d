export { portfolioDomain } from './domain.ts';
export { EXPORTS, exportMaker } from './export.ts';
export { exportRoutes, leavingRoutes } from './leaving-routes.ts';
export { portfolioRoutes } from './routes.ts';
