// What other domains and the one list may use of verification.

export { verificationDomain } from './domain.ts';
export { verificationPart } from './part.ts';
export { mayReview } from './reviewing.ts';
export { verificationRoutes } from './routes.ts';
export type { Reviewers } from './staff-commands.ts';
export { verificationStaffRoutes } from './staff-routes.ts';
