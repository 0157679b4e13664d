// What others may use of forex: its part, its rules for what spans domains, and its reads.

export { forexAcceptance } from './acceptance.ts';
export { type KeptOrder, readActiveOf } from './active-table.ts';
export { forexDomain } from './domain.ts';
export { type FiguresOfUsers, isTouched } from './figures.ts';
export { readFinancing } from './financing-table.ts';
export { frozenTerms as forexFrozenTerms, type PairName, stopsOf } from './frozen-terms.ts';
export { countForexOrders, resultsSince } from './list-table.ts';
export { forexPart } from './part.ts';
export {
  type ClosedRow,
  closedSince,
  copyCosts,
  countClosed,
  type Listed,
  listFilled,
  openCosts,
  type Whose,
} from './record-table.ts';
export { forexRoutes } from './routes.ts';
export { closePosition } from './rules/closing.ts';
export { ForexDraft } from './rules/draft.ts';
export { passedUserLimit, worthAt } from './rules/exposure.ts';
export { givenUp } from './rules/given-up.ts';
export { systemKey } from './rules/holds.ts';
export { houseCanTake, owedOnPositions } from './rules/house.ts';
export { resetOrders } from './rules/reset.ts';
export {
  ACTIVE_ORDER_LIMIT,
  equityAt,
  type FinancingCharge,
  type ForexChange,
  type ForexSettings,
  type ForexState,
  floatingOf,
  NO_CHANGE,
  type QuotesAt,
} from './rules/state.ts';
export { decideCloseAll } from './rules/user-decisions.ts';
export { readForexSettings, tradeFeeType } from './settings.ts';
export { findOwn, loadForBatch } from './table.ts';
export { forexView, toForexTrade, transOrders } from './views.ts';
