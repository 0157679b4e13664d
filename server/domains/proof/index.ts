export { type ProofRouteOptions, proofRoutes } from './routes.ts';
