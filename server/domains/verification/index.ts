// What other domains and the one list may use of verification.

export { verificationDomain } from './domain.ts';
export { verificationPart } from './part.ts';
export { personsOf, type SamePerson, samePerson, verifiedName } from './persons.ts';
export { mayReview } from './reviewing.ts';
export { verificationRoutes } from './routes.ts';
export { kycRetentionYears } from './settings.ts';
export type { Reviewers } from './staff-commands.ts';
export { verificationStaffRoutes } from './staff-routes.ts';
export { waitsForReview } from './table.ts';
