import { describe, expect, test } from 'vitest';
import { emailAddress, emailName } from './email.ts';

describe('one form for each address', () => {
  test.each([
    [' Ann@Example.COM ', 'ann@example.com'],
    ['ann+trading@example.com', 'ann+trading@example.com'],
    ['ann@exämple.com', 'ann@xn--exmple-cua.com'],
    // Cyrillic а: another domain, and shown as that.
    ['ann@аpple.com', 'ann@xn--pple-43d.com'],
    ['ann@EXAMPLE。com', 'ann@example.com'],
  ])('%s', (typed, name) => expect(emailName(typed)).toBe(name));
});

describe('refuses what mail could not reach, or what looks like another', () => {
  test.each([
    ['a direction', 'ann\u202e@example.com'],
    ['a sign that is not seen', 'an\u200bn@example.com'],
    ['one within the domain', 'ann@exam\u200bple.com'],
    ['a Cyrillic а', 'аnn@example.com'],
    ['quotes', 'a"b@example.com'],
    ['a tag', '<b>@x.y'],
    ['NUL', 'ann\0@example.com'],
    ['an empty label', 'ann@.com'],
    ['two full stops', 'ann@x..y'],
    ['two full stops before the at', 'a..b@example.com'],
    ['one at the beginning', '.ann@example.com'],
    ['one at the end', 'ann.@example.com'],
    ['one at the end of the domain', 'ann@example.com.'],
    ['no domain', 'ann@'],
    ['one label', 'ann@localhost'],
    ['an address of a machine', 'ann@127.0.0.1'],
    ['the same in brackets', 'ann@[127.0.0.1]'],
    ['the same in hexadecimal', 'ann@0x7f.1'],
    ['no local part', '@example.com'],
    ['a blank', 'ann smith@example.com'],
    ['a local part of 65', `${'a'.repeat(65)}@example.com`],
    ['a label of 64', `ann@${'a'.repeat(64)}.com`],
    ['255 signs', `${'a'.repeat(64)}@${`${'b'.repeat(62)}.`.repeat(3)}cc`],
    ['nothing', ''],
  ])('%s', (_, typed) => expect(emailName(typed)).toBeUndefined());
});

test('what was normalised stays as it is', () => {
  for (const typed of ['ann@exämple.com', "O'Neil@Example.org", 'a.b-c_d@x.co'])
    expect(emailName(emailName(typed) ?? '')).toBe(emailName(typed));
});

test('a member of the staff may be of this machine; a user may not', () => {
  expect(emailAddress('owner@localhost')).toBe('owner@localhost');
  expect(emailName('owner@localhost')).toBeUndefined();
});
