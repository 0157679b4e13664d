// What other domains and the one list may use of micro.

export { frozenTerms as microFrozenTerms, microAcceptance } from './acceptance.ts';
export { microDomain } from './domain.ts';
export { microPart } from './part.ts';
export { microRoutes } from './routes.ts';
export {
  type MicroSettings,
  type MicroState,
  resetMicro,
} from './rules.ts';
export { microLossLevel, readMicroSettings } from './settings.ts';
export { countMicroOrders, findOwn, loadForBatch, resultsSince } from './table.ts';
export { microView } from './views.ts';
