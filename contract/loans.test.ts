// Loans are for real users alone, and each call that changes something travels by POST.

import { expect, test } from 'vitest';
import { loanEndpoints } from './http/loans.ts';

test('nobody borrows play money, and no loan begins while only closing is possible', () => {
  for (const endpoint of Object.values(loanEndpoints)) expect(endpoint.roles).toEqual(['real']);
  expect(loanEndpoints.loan_submit.whileClosing).toBe('refused');
  expect(loanEndpoints.loan_repay.whileClosing).toBe('passes');
});

test('what changes something is a POST', () => {
  for (const endpoint of Object.values(loanEndpoints))
    expect([endpoint.path, endpoint.method]).toEqual([endpoint.path, endpoint.changesState ? 'POST' : 'GET']);
});
