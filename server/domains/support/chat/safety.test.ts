// What is left of a message before it is stored: signs, secrets, and how long it may be.

import { expect, test } from 'vitest';
import { isCard, safeText } from './safety.ts';

const said = (typed: string): string => {
  const safe = safeText(typed);
  return safe.ok ? safe.value.text : safe.error.error;
};
const masked = (typed: string): readonly string[] => {
  const safe = safeText(typed);
  return safe.ok ? safe.value.masked : [];
};
const SEED = 'abandon ability able about above absent absorb abstract absurd abuse access accident';

test.each([
  ['Where is my withdrawal?', 'Where is my withdrawal?'],
  ['one\r\ntwo\u2028three', 'one\ntwo\nthree'],
  ['a\n\n\n\n\nb', 'a\n\nb'],
  ['\u202etxet\u202c \u2066x\u2069 a\u0000b\u200bc', 'txet x abc'],
  [`z${'\u0321'.repeat(9)}`, `z${'\u0321'.repeat(4)}`],
  ['<b>1</b> & "2"', '<b>1</b> & "2"'],
  ['  \n\u200b ', 'VALUE_MISSING'],
  ['我的出金還沒有到', '我的出金還沒有到'],
  ['أين سحبي؟', 'أين سحبي؟'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['x'.repeat(201), 'CHAT_WORD_TOO_LONG'],
  [`${'字'.repeat(1_999)}。`, `${'字'.repeat(1_999)}。`],
  ['no '.repeat(668), 'CHAT_TOO_LONG'],
])('%j is kept as %j', (typed, kept) => {
  expect(said(typed)).toBe(kept);
});

test.each([
  ['4111 1111 1111 1111', '•••• 1111'],
  ['my card 4111-1111-1111-1111, 12/27', 'my card •••• 1111, 12/27'],
  ['4111111111111111 and 5500000000000004', '•••• 1111 and •••• 0004'],
  ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1', '•••• 1111'],
  ['４１１１ １１１１ １１１１ １１１１', '•••• 1111'],
  ['٤١١١ ١١١١ ١١١١ ١١١١', '•••• 1111'],
  ['3782 822463 10005', '•••• 0005'],
  ['card 4111111111111111 123', 'card •••• 1111 123'],
])('the card in %j is left out', (typed, kept) => {
  expect(said(typed)).toBe(kept);
  expect(masked(typed)).toEqual(['card']);
});

test.each(['4111 1111 1111 1112', 'withdrawal 1234567890123456', '2026-11-24 18:45', '+852 9123 4567', '411111111111'])(
  '%j is no card',
  (typed) => {
    expect(said(typed)).toBe(typed);
    expect(masked(typed)).toEqual([]);
  },
);

test('a check digit decides, and an issuer', () => {
  expect(isCard('4111111111111111')).toBe(true);
  expect(isCard('4111111111111112')).toBe(false);
  expect(isCard('0000000000000000')).toBe(false);
});

test.each([
  [SEED, '••••'],
  [`here: ${SEED.toUpperCase()} thanks`, 'here: •••• thanks'],
  [
    SEED.split(' ')
      .map((word, at) => `${at + 1}. ${word}`)
      .join('\n'),
    '1. ••••',
  ],
])('the seed phrase in %j is left out', (typed, kept) => {
  expect(said(typed)).toBe(kept);
  expect(masked(typed)).toEqual(['seed']);
});

test('eleven such words, and sentences, are no seed phrase', () => {
  for (const typed of [
    SEED.split(' ').slice(1).join(' '),
    'I have asked about this order twice and nobody was able to help me with the account so far, please look at it',
  ])
    expect(said(typed)).toBe(typed);
});

test.each([
  ['my password is hunter2', 'my password is ••••'],
  ['Password: correct-horse thanks', 'Password: •••• thanks'],
  ['密碼：abc123', '密碼：••••'],
  ['كلمة المرور: سر123', 'كلمة المرور: ••••'],
])('the password in %j is left out', (typed, kept) => {
  expect(said(typed)).toBe(kept);
  expect(masked(typed)).toEqual(['password']);
});

test.each([
  ['my p\u0430ssword is hunter2', 'my p\u0430ssword is ••••', 'password'],
  ['My ＰＡＳＳＷＯＲＤ is hunter2', 'My ＰＡＳＳＷＯＲＤ is ••••', 'password'],
  ['𝓹𝓪𝓼𝓼𝔀𝓸𝓻𝓭: hunter2, ok?', '𝓹𝓪𝓼𝓼𝔀𝓸𝓻𝓭: •••• ok?', 'password'],
  ['páss\u0336wo\u0332rd = hunter2', 'páss\u0336wo\u0332rd = ••••', 'password'],
  ['мой пароль: кот7', 'мой пароль: ••••', 'password'],
  ['ﾊﾟｽﾜｰﾄﾞ：abc', 'ﾊﾟｽﾜｰﾄﾞ：••••', 'password'],
  ['④①①① ①①①① ①①①① ①①①① ok', '•••• 1111 ok', 'card'],
  ['❹❶❶❶❶❶❶❶❶❶❶❶❶❶❶❶', '•••• 1111', 'card'],
  ['⑷⑴⑴⑴⑴⑴⑴⑴⑴⑴⑴⑴⑴⑴⑴⑴', '•••• 1111', 'card'],
  ['𝟒𝟏𝟏𝟏 𝟏𝟏𝟏𝟏 𝟏𝟏𝟏𝟏 𝟏𝟏𝟏𝟏!', '•••• 1111!', 'card'],
  [
    '4\ufe0f\u20e31\ufe0f\u20e31\ufe0f\u20e31\ufe0f\u20e31\ufe0f\u20e31\ufe0f\u20e31\ufe0f\u20e31\ufe0f\u20e3 11111111',
    '•••• 1111',
    'card',
  ],
  ['4\u0332\u0333\u0331\u03301111111 11111111', '•••• 1111', 'card'],
  [SEED.replaceAll('a', '\u0430'), '••••', 'seed'],
  [SEED.replaceAll('o', '\u03bf').replaceAll('b', 'ｂ'), '••••', 'seed'],
  [SEED.replaceAll('e', 'é'), '••••', 'seed'],
])('%j looks like a secret and is left out', (typed, kept, what) => {
  expect(said(typed)).toBe(kept);
  expect(masked(typed)).toEqual([what]);
});

test('what holds no secret is kept as it was written', () => {
  for (const typed of ['Ⅷ ① ﬁne ＡＢＣ', 'мой счёт: 15 евро', 'İstanbul ß ǅ ﷺ', 'ﾊﾟｽﾜｰﾄﾞ', '🏴 1️⃣ 2️⃣'])
    expect(said(typed)).toBe(typed);
});

test.each(['\u200d', '\u200c'])('a joiner %j between marks makes no taller tower', (joiner) => {
  const mark = '\u0941';
  const kept = said(`क${`${mark}${joiner}`.repeat(40)}${mark}`);
  expect(kept.match(/\p{M}/gu)).toHaveLength(4);
});

test('who only speaks of a password is read', () => {
  for (const typed of ['I forgot my password', 'my password is wrong', 'How do I change the password?'])
    expect(said(typed)).toBe(typed);
});
