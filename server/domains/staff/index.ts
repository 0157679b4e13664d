// What the wiring may use of the staff. No other domain knows them.

export { StaffSessions } from './sessions.ts';
