// What other domains and the wiring may use of accounts.

export { Captchas } from './captcha/captchas.ts';
export { Codes } from './codes/codes.ts';
export { CODE_MESSAGES } from './codes/message.ts';
export { type CodeSendingOptions, codeSender, toldBy } from './codes/sending.ts';
export type { NewUser } from './columns.ts';
export { NEW_SIGN_IN, newSignInLetter, newSignInSender } from './devices/new-sign-in.ts';
export { accountsDomain } from './domain.ts';
export { securityHandlers } from './factors/routes.ts';
export { readWord } from './factors/word.ts';
export {
  ELSEWHERE,
  isUncapped,
  type Jurisdictions,
  type Offer,
  offeredPair,
  offersLess,
  offerTo,
  type Product,
  readJurisdictions,
} from './jurisdictions.ts';
export { isRefused } from './names/areas.ts';
export { emailAddress, emailName } from './names/email.ts';
export { isReached } from './names/table.ts';
export { noticeHandlers } from './notices.ts';
export {
  freezeOf,
  limitRefusal,
  lossLeft,
  lossRefusal,
  minuteText,
  offerOf,
  openingRefusal,
  withdrawnRefusal,
} from './opening.ts';
export { type AccountsChange, type AccountsState, accountsPart } from './part.ts';
export { passwordLength, passwordLike } from './password-rules.ts';
export { passwordHandlers } from './passwords/routes.ts';
export { Passwords } from './passwords.ts';
export { holdPresent } from './present.ts';
export { protectionRoutes } from './protection/routes.ts';
export { registrationHandlers } from './registering/routes.ts';
export { idleDemoUsers } from './removal-table.ts';
export { type AppStart, accountHandlers } from './routes.ts';
export { profitPercent, SESSION_IDLE_MS, uidOf } from './rules.ts';
export {
  type FoundUserRow,
  openSessionsOf,
  readFoundUser,
  realUserByUid,
  searchUsers,
  uidOfRealUser,
} from './search-table.ts';
export { closingOnlyMinutes, toldStatus, withStatusHosts } from './service-status.ts';
export { Sessions } from './sessions.ts';
export { readAppSettings } from './settings.ts';
export { signInHandlers } from './signing-in/routes.ts';
export {
  type Freeze,
  type Freezes,
  LOCK_BITS,
  NOTHING_LOCKED,
  STANDING_LOOKS_AT,
  type Standing,
  type StandingChange,
} from './standing.ts';
export { countryOf, endedFreezes, lapsedLocks, readStanding } from './standing-table.ts';
export { findUser, readRecipients } from './table.ts';
export { newsStopToken, stopNews } from './telling/news-stop.ts';
export { markRefused, newsReaders, wantsNews } from './telling/news-table.ts';
export { pushTargets } from './telling/push.ts';
export { tellingRoutes } from './telling/routes.ts';
export { demoView } from './views.ts';
