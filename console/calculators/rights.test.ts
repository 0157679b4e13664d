import { expect, test } from 'vitest';
import { may, rolesWith } from './rights.ts';

test('a right is there with the grant that is asked for, or with any where none is named', () => {
  const rights = { verification: ['read'], resend: [] } as const;
  expect(may(rights, 'verification')).toBe(true);
  expect(may(rights, 'verification', 'do', 'read')).toBe(true);
  expect(may(rights, 'verification', 'do')).toBe(false);
  expect(may(rights, 'resend')).toBe(false);
  expect(may(rights, 'staff')).toBe(false);
});

test('whom to ask comes from the matrix', () => {
  expect(rolesWith('resend')).toEqual(['owner', 'support']);
  expect(rolesWith('verification', 'do')).toEqual(['compliance']);
});
