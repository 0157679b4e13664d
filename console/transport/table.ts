// The endpoints that the console calls: all of the staff's, also those whose handlers are still to come.

import { auditEndpoints } from '@fairtick/contract/staff/audit';
import { staffTable } from '@fairtick/contract/staff/index';
import { outboxEndpoints } from '@fairtick/contract/staff/outbox';
import { peopleEndpoints } from '@fairtick/contract/staff/people';
import { settingEndpoints } from '@fairtick/contract/staff/settings';
import { signInEndpoints } from '@fairtick/contract/staff/sign-in';
import { userEndpoints } from '@fairtick/contract/staff/users';
import { verificationEndpoints } from '@fairtick/contract/staff/verification';

export const consoleTable = {
  ...staffTable,
  endpoints: {
    ...staffTable.endpoints,
    ...signInEndpoints,
    ...peopleEndpoints,
    ...settingEndpoints,
    ...userEndpoints,
    ...verificationEndpoints,
    ...outboxEndpoints,
    ...auditEndpoints,
  },
} as const;

export type ConsoleTable = typeof consoleTable;
