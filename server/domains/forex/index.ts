// What others may use of forex: the batch's part of it, tick decisions for the desk, live figures for the socket.

export { readFinancing } from './financing-table.ts';
export { resultsSince } from './list-table.ts';
export { type KeptOrder, readFinanced, readLive, readLiveOf } from './live-table.ts';
export { forexRoutes } from './routes.ts';
export { type ForexChange, ForexDraft } from './rules/draft.ts';
export { decideMarginCall, decideStopOut, decideTick, resetOrders } from './rules/ending.ts';
export { dueNights, type FinancingCharge, isFinanced } from './rules/financing.ts';
export { decideNights } from './rules/night.ts';
export {
  Exposure,
  ForexOrders,
  type ForexSettings,
  type ForexState,
  floatingOf,
  isLive,
  type MarketAt,
  signedQuantity,
  type Tradable,
} from './rules/state.ts';
export {
  findOwn,
  insertFinancing,
  insertOrders,
  loadExposure,
  loadForBatch,
  updateOrders,
  writeExposure,
} from './table.ts';
export { forexView, toForexTrade } from './views.ts';
