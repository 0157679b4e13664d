import { describe, expect, test } from 'vitest';
import { passwordRefusal } from './password-rules.ts';

const NAMES = ['ann.margaret@example.com', '+85291234567'];

describe('a new password', () => {
  test.each([
    ['7 signs', 'a1b2c3d', 'PASSWORD_TOO_SHORT'],
    ['8 signs', 'a1b2c3dZ', undefined],
    ['7 signs outside of the first plane', '😀'.repeat(7), 'PASSWORD_TOO_SHORT'],
    ['128 signs', 'xY'.repeat(64), undefined],
    ['129 signs', `${'xY'.repeat(64)}z`, 'PASSWORD_TOO_LONG'],
    // U+FDFA is one sign that becomes eighteen.
    ['8 signs that become more than 128', '\ufdfa'.repeat(8), 'PASSWORD_TOO_LONG'],
    ['5 ligatures that become 10 signs', 'ﬁ'.repeat(5), undefined],
    ['a common one', 'password1', 'PASSWORD_COMMON'],
    ['a common one in another case', 'PassWord1', 'PASSWORD_COMMON'],
    ['the e-mail', 'ann.margaret@example.com', 'PASSWORD_LIKE_ACCOUNT'],
    ['the e-mail in another case', 'ANN.Margaret@Example.com', 'PASSWORD_LIKE_ACCOUNT'],
    ['its first part', 'Ann.Margaret', 'PASSWORD_LIKE_ACCOUNT'],
    ['the mobile', '+85291234567', 'PASSWORD_LIKE_ACCOUNT'],
    ['its digits', '85291234567', 'PASSWORD_LIKE_ACCOUNT'],
    ['one with the name in it', 'ann.margaret7', undefined],
  ])('%s', (_, password, error) => expect(passwordRefusal(password, NAMES)?.error).toBe(error));
});
