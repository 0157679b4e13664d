// All endpoints of the users by name, and the types of any table's inputs and answers: the users' where no other table is named.

import type { z } from 'zod';
import type { EndpointTable } from '../table.ts';
import { accountEndpoints } from './accounts.ts';
import { chatEndpoints } from './chat.ts';
import { clientMoneyEndpoints } from './client-money.ts';
import { companyEndpoints } from './companies.ts';
import { contentEndpoints } from './content.ts';
import { depositEndpoints } from './deposits.ts';
import { feedbackEndpoints } from './feedback.ts';
import { followEndpoints } from './follow.ts';
import { forexEndpoints } from './forex.ts';
import { fundEndpoints } from './funds.ts';
import { leavingEndpoints } from './leaving.ts';
import { ledgerEndpoints, ledgerSheet, transferEndpoints } from './ledger.ts';
import { loanEndpoints } from './loans.ts';
import { marketEndpoints } from './market.ts';
import { microEndpoints } from './micro.ts';
import { noticeEndpoints } from './notices.ts';
import { proofEndpoints } from './proof.ts';
import { protectionEndpoints } from './protection.ts';
import { registrationEndpoints } from './registration.ts';
import { securityEndpoints } from './security.ts';
import { settingsEndpoints } from './settings.ts';
import { passwordEndpoints, signInEndpoints } from './sign-in.ts';
import { tellingEndpoints } from './telling.ts';
import { uploadEndpoints } from './uploads.ts';
import { verificationEndpoints } from './verification.ts';
import { destinationEndpoints, withdrawalEndpoints } from './withdrawals.ts';

export const usersTable = {
  name: 'Fairtick',
  audience: 'users',
  prefixes: ['/api/', '/v2/api/', '/v3/api/'],
  about: '/v3',
  files: '/v3/api/files/{id}',
  sheets: { ledger_csv: ledgerSheet },
  endpoints: {
    ...accountEndpoints,
    ...signInEndpoints,
    ...passwordEndpoints,
    ...registrationEndpoints,
    ...marketEndpoints,
    ...forexEndpoints,
    ...followEndpoints,
    ...microEndpoints,
    ...proofEndpoints,
    ...uploadEndpoints,
    ...verificationEndpoints,
    ...depositEndpoints,
    ...noticeEndpoints,
    ...securityEndpoints,
    ...settingsEndpoints,
    ...protectionEndpoints,
    ...leavingEndpoints,
    ...tellingEndpoints,
    ...destinationEndpoints,
    ...withdrawalEndpoints,
    ...ledgerEndpoints,
    ...transferEndpoints,
    ...clientMoneyEndpoints,
    ...loanEndpoints,
    ...fundEndpoints,
    ...contentEndpoints,
    ...feedbackEndpoints,
    ...companyEndpoints,
    ...chatEndpoints,
  },
} as const satisfies EndpointTable<'users'>;

export type UsersTable = typeof usersTable;
export type EndpointName<T extends EndpointTable = UsersTable> = Extract<keyof T['endpoints'], string>;
/** What a client may send. */
export type InputOf<N extends EndpointName<T>, T extends EndpointTable = UsersTable> = z.input<
  T['endpoints'][N]['input']
>;
/** What a handler gets. */
export type ParsedOf<N extends EndpointName<T>, T extends EndpointTable = UsersTable> = z.output<
  T['endpoints'][N]['input']
>;
export type AnswerOf<N extends EndpointName<T>, T extends EndpointTable = UsersTable> = z.output<
  T['endpoints'][N]['answer']
>;
