// What the list of domains may use of support: each folder of the domain shows here what it has.

export { supportDomain } from './domain.ts';
export { mayLookAtFeedback } from './feedback/reviewing.ts';
export { feedbackRoutes } from './feedback/routes.ts';
export { feedbackStaffRoutes } from './feedback/staff-routes.ts';
