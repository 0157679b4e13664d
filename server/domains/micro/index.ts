// What others may use of micro: the batch's part of it, expiry decisions for the desk.

export { microLedger } from './ledger.ts';
export { microPart } from './part.ts';
export { microRoutes } from './routes.ts';
export {
  type MicroSettings,
  type MicroState,
  resetMicro,
} from './rules.ts';
export { microLossLevel, microSettings, readMicroSettings } from './settings.ts';
export { findOwn, loadForBatch, resultsSince } from './table.ts';
export { microView } from './views.ts';
