// One person's e-mail is one text, and what no mail would reach or could be mistaken for another is none.

import { describe, expect, test } from 'vitest';
import { emailAddress } from './email.ts';

describe('an e-mail', () => {
  test.each([
    [' Ann@Example.COM ', 'ann@example.com'],
    ['ann@exämple.com', 'ann@xn--exmple-cua.com'],
    ['owner@localhost', 'owner@localhost'],
    ["o'neil+desk@example.com", "o'neil+desk@example.com"],
  ])('%s is %s', (text, email) => expect(emailAddress(text)).toBe(email));

  test.each([
    '',
    'ann',
    'ann@',
    '@example.com',
    'ann@example.com@example.com',
    'ann\u202e@example.com',
    'an\u200bn@example.com',
    'ann@exa\u200bmple.com',
    'änn@example.com',
    '.ann@example.com',
    'ann..b@example.com',
    'a"b@example.com',
    'ann@.com',
    'ann@x..y',
    'ann@exa mple.com',
    'ann\0@example.com',
    `${'a'.repeat(65)}@example.com`,
  ])('%j is none', (text) => expect(emailAddress(text)).toBeUndefined());
});
