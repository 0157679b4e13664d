// What other domains and the wiring may use of accounts.

export type { NewUser, UserRow } from './columns.ts';
export { type AccountsChange, accountsPart } from './part.ts';
export { Passwords } from './passwords.ts';
export { idleDemoUsers } from './removal-table.ts';
export { type AccountEndpoint, type AccountOptions, type AppStart, accountHandlers } from './routes.ts';
export { normalEmail, normalPassword, profitPercent, SESSION_IDLE_MS, uidOf } from './rules.ts';
export { hashToken, Sessions, type SessionsOptions } from './sessions.ts';
export { accountSettings, readAppSettings } from './settings.ts';
export { findUser } from './table.ts';
export { userView } from './views.ts';
