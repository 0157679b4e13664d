// What the list of domains may use of content.

export {
  carryOutDates,
  carryOutWithdrawal,
  type DatesAsked,
  datesAsked,
  planDates,
  planWithdrawal,
  type WithdrawalAsked,
  withdrawalAsked,
} from './by-two.ts';
export { companyRoutes } from './companies/routes.ts';
export { companyStaffRoutes } from './companies/staff-routes.ts';
export { contentDomain } from './domain.ts';
export { htmlOf } from './html.ts';
export { contentRoutes } from './routes.ts';
export { keepWords } from './search-table.ts';
export { isMain } from './settings.ts';
export { Shelf } from './shelf.ts';
export { contentStaffRoutes } from './staff-routes.ts';
export { readPicture } from './table.ts';
export { ANNOUNCEMENT_MESSAGES } from './telling/message.ts';
export { type AnnouncingOptions, announcementMailSender, announcementPush } from './telling/senders.ts';
