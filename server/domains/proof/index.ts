// What others may use of proof: its endpoint, and the parts of an order's proof for the audit, which checks them again.

export { ticksAround } from './around.ts';
export { proofRoutes } from './routes.ts';
export {
  forexParts,
  forexTerms,
  microParts,
  microTerms,
  type Part,
  proofAcceptance,
  proofTick,
} from './views.ts';
