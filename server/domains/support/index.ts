// What the list of domains may use of support: each folder of the domain shows here what it has.

export { mayLookAtChat } from './chat/reviewing.ts';
export { chatRoutes } from './chat/routes.ts';
export { type ChatSettings, readChatSettings } from './chat/settings.ts';
export { chatStaffRoutes } from './chat/staff-routes.ts';
export { holdsThreadOf } from './chat/staff-table.ts';
export { tellChats } from './chat/telling.ts';
export { supportDomain } from './domain.ts';
export { mayLookAtFeedback } from './feedback/reviewing.ts';
export { feedbackRoutes } from './feedback/routes.ts';
export { feedbackStaffRoutes } from './feedback/staff-routes.ts';
