// What the list of domains may use of the staff. No other domain knows them.

export { auditRoutes } from './audit/routes.ts';
export { decidedAsNow, heldRefusal } from './decided-as-now.ts';
export { staffDomain } from './domain.ts';
export { freezeRoutes } from './freezes/routes.ts';
export { houseRoutes } from './house/routes.ts';
export { enableOnMachine, linkOnMachine, ownerOnMachine } from './machine.ts';
export { outboxRoutes } from './outbox-routes.ts';
export { peopleRoutes } from './people/routes.ts';
export { listColleagues } from './people/table.ts';
export { openProposals } from './proposals/kinds.ts';
export { staffPart } from './proposals/part.ts';
export { firstLink, linkAddress } from './sign-in/links.ts';
export { staffRoutes } from './sign-in/routes.ts';
export { StaffSessions } from './sign-in/sessions.ts';
export { findMember, linkedUsers, staffName } from './table.ts';
export { userReads } from './users/routes.ts';
