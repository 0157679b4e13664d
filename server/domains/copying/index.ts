// What the one list may use of copying.

export { copyingDomain } from './domain.ts';
export { hasFollowers } from './following/list-table.ts';
export { copiedFrom, copyingPart } from './following/part.ts';
export { requestsFollowed } from './following/requests-table.ts';
export { followRoutes } from './routes.ts';
export { type CopyingSettings, readCopyingSettings } from './settings.ts';
export { traderStaffRoutes } from './staff-routes.ts';
