// All endpoints of the staff by name, served on the console's port.

import type { EndpointTable } from '../table.ts';
import { auditEndpoints } from './audit.ts';
import { chatStaffEndpoints } from './chat.ts';
import { clientMoneyStaffEndpoints } from './client-money.ts';
import { companyStaffEndpoints } from './companies.ts';
import { contentStaffEndpoints } from './content.ts';
import { depositStaffEndpoints } from './deposits.ts';
import { feedbackStaffEndpoints } from './feedback.ts';
import { fundStaffEndpoints } from './funds.ts';
import { houseEndpoints } from './house.ts';
import { loanStaffEndpoints } from './loans.ts';
import { operationEndpoints } from './operation.ts';
import { outboxEndpoints } from './outbox.ts';
import { peopleEndpoints } from './people.ts';
import { receiptEndpoints } from './receipts.ts';
import { settingEndpoints } from './settings.ts';
import { signInEndpoints } from './sign-in.ts';
import { traderStaffEndpoints } from './traders.ts';
import { userEndpoints } from './users.ts';
import { reviewEndpoints } from './verification.ts';
import { payoutEndpoints } from './withdrawals.ts';

export const staffTable = {
  name: 'Fairtick console',
  audience: 'staff',
  prefixes: ['/staff/api/'],
  about: '/staff',
  files: '/staff/api/files/{id}',
  endpoints: {
    ...operationEndpoints,
    ...signInEndpoints,
    ...peopleEndpoints,
    ...settingEndpoints,
    ...houseEndpoints,
    ...clientMoneyStaffEndpoints,
    ...depositStaffEndpoints,
    ...receiptEndpoints,
    ...auditEndpoints,
    ...userEndpoints,
    ...reviewEndpoints,
    ...outboxEndpoints,
    ...payoutEndpoints,
    ...fundStaffEndpoints,
    ...contentStaffEndpoints,
    ...feedbackStaffEndpoints,
    ...companyStaffEndpoints,
    ...chatStaffEndpoints,
    ...traderStaffEndpoints,
    ...loanStaffEndpoints,
  },
} as const satisfies EndpointTable<'staff'>;

export type StaffTable = typeof staffTable;
