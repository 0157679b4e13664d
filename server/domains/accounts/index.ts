// What other domains and the wiring may use of accounts.

export type { NewUser } from './columns.ts';
export { accountsDomain } from './domain.ts';
export { emailAddress } from './email.ts';
export {
  EVERYTHING,
  type Jurisdictions,
  type Offer,
  offeredPair,
  offersLess,
  offerTo,
  type Product,
  readJurisdictions,
} from './jurisdictions.ts';
export { noticeHandlers } from './notices.ts';
export { freezeOf, lossLeft, lossRefusal, minuteText, offerOf, openingRefusal, withdrawnRefusal } from './opening.ts';
export { type AccountsChange, type AccountsState, accountsPart } from './part.ts';
export { Passwords } from './passwords.ts';
export { idleDemoUsers } from './removal-table.ts';
export { type AppStart, accountHandlers } from './routes.ts';
export { normalPassword, profitPercent, SESSION_IDLE_MS, uidOf } from './rules.ts';
export {
  type FoundUserRow,
  openSessionsOf,
  readFoundUser,
  realUserByUid,
  searchUsers,
  uidOfRealUser,
} from './search-table.ts';
export { hashToken, Sessions } from './sessions.ts';
export { readAppSettings } from './settings.ts';
export {
  type Freeze,
  type Freezes,
  LOCK_BITS,
  NOTHING_LOCKED,
  STANDING_LOOKS_AT,
  type Standing,
  type StandingChange,
} from './standing.ts';
export { endedFreezes, lapsedLocks, readStanding } from './standing-table.ts';
export { findUser, readRecipients } from './table.ts';
export { userView } from './views.ts';
