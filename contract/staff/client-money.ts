// The proof of client money as the staff read it: what anybody reads, in the console of those who settle it.

import { z } from 'zod';
import { clientMoneyAnswer } from '../http/client-money.ts';
import { reads } from './drafts.ts';

export const clientMoneyStaffEndpoints = {
  client_money_books: reads({
    path: '/staff/api/client-money',
    summary: 'The newest proof of client money, with what is to be settled between the pools',
    input: z.object({}),
    answer: clientMoneyAnswer,
    right: { act: 'books', grants: ['read', 'propose', 'check'] },
  }),
};
