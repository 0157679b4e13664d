// What others may use of micro: the batch's part of it, expiry decisions for the desk.

export { type MicroRouteOptions, microRoutes } from './routes.ts';
export {
  type Duration,
  decideMicroExpiry,
  type MicroChange,
  type MicroMarket,
  MicroOrders,
  type MicroSettings,
  type MicroState,
  resetMicro,
} from './rules.ts';
export { findOwn, insertOrders, loadForBatch, loadOpen, resultsSince, settleOrders } from './table.ts';
export { microView } from './views.ts';
