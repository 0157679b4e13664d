// Every table that a server serves. What holds for all endpoints (limits, documents, roles, malformed input) is tested over this list.

import { usersTable } from './http/index.ts';
import { staffTable } from './staff/index.ts';

export const ENDPOINT_TABLES = [usersTable, staffTable] as const;
export type ServedTable = (typeof ENDPOINT_TABLES)[number];
