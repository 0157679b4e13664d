// What other domains and the wiring may use of accounts.

export { Passwords } from './passwords.ts';
export { idleDemoUsers, removeUsers } from './removal-table.ts';
export { type AccountEndpoint, type AccountOptions, accountHandlers } from './routes.ts';
export { normalEmail, normalPassword, profitPercent, SESSION_IDLE_MS, uidOf } from './rules.ts';
export { hashToken, Sessions, type SessionsOptions } from './sessions.ts';
export { findUser, insertUsers, type NewUser, readBalances, type UserRow } from './table.ts';
export { balanceViews, userView } from './views.ts';
