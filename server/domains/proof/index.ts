// What others may use of proof: its call, and what an order's proof is made of for whoever checks it again.

export { proofRoutes } from './routes.ts';
export { forexParts, forexTerms, microParts, microTerms, type Part, proofTick } from './views.ts';
