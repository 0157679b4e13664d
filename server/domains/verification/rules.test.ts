// What a name and a number may be, and what a decision comes to.

import { describe, expect, test } from 'vitest';
import { FIRST_VALUES } from '../../platform/settings/setting.ts';
import { NOTHING_LOCKED, readJurisdictions } from '../accounts/index.ts';
import {
  cleanCard,
  cleanCountry,
  cleanName,
  type Decision,
  decideVerification,
  decisionOf,
  maskedCard,
  maskedName,
  signsOf,
  type Verification,
} from './rules.ts';

test.each([
  ['Kim Doe', 'K••• D•••'],
  [' 陳大文 ', '陳•••'],
  ['𠮷 田', '𠮷••• 田•••'],
])('%s is shown as %s to whoever does not review it', (name, masked) => expect(maskedName(name)).toBe(masked));

describe('names', () => {
  test.each([
    ['  Ann \t\n Lee ', 'Ann Lee'],
    ['Jose\u0301', 'José'],
    ['Ann\u202eeeL', 'AnneeL'],
    ['A\u200bn\u00adn\ufeff', 'Ann'],
    ['\u0000Ann\u0007', 'Ann'],
    ['An\u200dn', 'Ann'],
    // Persian and Hindi words that are others without theirs.
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क\u094d\u200dष', 'क\u094d\u200dष'],
    ['\u200cمحمد\u200c', 'محمد'],
    ["O'Neill-Smith, Jr.", "O'Neill-Smith, Jr."],
    ['=HYPERLINK("x")', '=HYPERLINK("x")'],
    ['陳大文', '陳大文'],
  ])('%j is kept as %j', (typed, kept) => expect(cleanName(typed)).toBe(kept));

  test.each(['', ' ', '123', '\u202e\u200b', '...', '\u200c'])('%j is none', (typed) =>
    expect(cleanName(typed)).toBeUndefined(),
  );
});

describe('numbers of documents', () => {
  test.each([
    [' a123456(7) ', 'A123456(7)', 'A1234567', '••••4567'],
    ['ＡＢ－１２３４', 'AB-1234', 'AB1234', '••••1234'],
    ['١٢٣٤٥', '12345', '12345', '••••2345'],
    ['۱۲۳۴۵', '12345', '12345', '••••2345'],
    ['ab 12\u202e34', 'AB 1234', 'AB1234', '••••1234'],
    ['ΑΒ 123456', 'ΑΒ 123456', 'ΑΒ123456', '••••3456'],
  ])('%j is kept as %j', (typed, kept, signs, masked) => {
    const card = cleanCard(typed);
    expect([card, signsOf(card ?? ''), maskedCard(card ?? '')]).toEqual([kept, signs, masked]);
  });

  test.each(['', '123', '----', '12=34', '<b>1234</b>', "1' OR '1'='1", '1234\u{1f600}'])('%j is none', (typed) =>
    expect(cleanCard(typed)).toBeUndefined(),
  );
});

test('countries are those that are', () => {
  expect(['', ' hk ', 'PL', 'xq', 'ZZ', 'X', 'POL', '12'].map(cleanCountry)).toEqual([
    '',
    'HK',
    'PL',
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

describe('a decision', () => {
  const waits: Verification = {
    ...{ id: 1n, userId: 7n, country: '', front: 'f', back: 'b', status: 1 },
    ...{ claimedBy: 9n, seenBy: [4n, 9n] },
  };
  const jurisdictions = readJurisdictions(FIRST_VALUES);
  const stateOf = (row: Verification | undefined, country?: string) => ({
    verification: { of: () => row },
    accounts: { standing: () => ({ ...NOTHING_LOCKED, nowMs: 5_000, country }), jurisdictions },
  });
  const accept: Decision = { accept: true };
  const reject: Decision = { accept: false, code: 'expired', words: 'x' };
  const decide = (row: Verification | undefined, decision: Decision) =>
    decideVerification(stateOf(row), { id: 1n, staffId: 9n, decision });

  test('verifies by the time of the lock, and leaves a residence that was not stated', () => {
    expect(decide(waits, accept)).toMatchObject({
      value: {
        accounts: { standing: [{ userId: 7n, set: { verifiedTime: 5_000 } }] },
        notices: [{ kind: 'verified' }],
      },
    });
    const set = decide({ ...waits, country: 'HK' }, accept);
    expect(set).toMatchObject({ value: { accounts: { standing: [{ set: { verifiedTime: 5_000, country: 'HK' } }] } } });
  });

  test.each([
    ['DE', 'SG', undefined],
    ['SG', 'DE', 'DE'],
    [undefined, 'SG', 'SG'],
    [undefined, 'DE', 'DE'],
    // Neither takes anything from the other.
    ['DE', 'FR', undefined],
    ['SG', 'HK', undefined],
    ['DE', 'DE', undefined],
    ['DE', '', undefined],
    [undefined, '', undefined],
  ])('of who declared %s and sent %s writes the residence %s', (declared, sent, written) => {
    const decided = decideVerification(stateOf({ ...waits, country: sent }, declared), {
      ...{ id: 1n, staffId: 9n },
      decision: accept,
    });
    const [change] = decided.ok ? (decided.value.accounts.standing ?? []) : [];
    expect(change?.set).toEqual({ verifiedTime: 5_000, ...(written === undefined ? {} : { country: written }) });
  });

  test('that rejects keeps the reason by its name, for any reader’s language, and changes no standing', () => {
    const rejected = decide(waits, reject);
    expect(rejected).toMatchObject({ value: { accounts: {} } });
    const params = (decision: Decision) => {
      const decided = decide(waits, decision);
      return decided.ok ? decided.value.notices?.[0]?.params : undefined;
    };
    expect(params(reject)).toEqual({ rejection: 'expired', words: 'x' });
    expect(params({ accept: false, code: 'cropped', words: '' })).toEqual({ rejection: 'cropped' });
    expect(params({ accept: false, code: 'other', words: 'A copy.' })).toEqual({ words: 'A copy.' });
    expect(rejected).toMatchObject({
      value: { acts: [{ kind: 'verification_rejected', contents: { code: 'expired' } }] },
    });
  });

  test('that accepts comes from who holds the item and has seen both images; one that rejects needs neither', () => {
    for (const row of [
      { ...waits, seenBy: [] },
      { ...waits, seenBy: [4n] },
      { ...waits, claimedBy: undefined },
      { ...waits, claimedBy: 4n },
    ]) {
      expect(decide(row, accept)).toMatchObject({ error: { error: 'IMAGES_UNSEEN' } });
      expect(decide(row, reject).ok).toBe(true);
    }
    expect(decide(waits, accept).ok).toBe(true);
  });

  test('is made once', () => {
    expect(decide(undefined, accept)).toMatchObject({ error: { error: 'ITEM_UNKNOWN' } });
    for (const status of [2, 3] as const)
      for (const decision of [accept, reject])
        expect(decide({ ...waits, status }, decision)).toMatchObject({ error: { error: 'ALREADY_DECIDED' } });
  });

  test('that rejects has a reason, and one of no kind has words', () => {
    const of = (reason_code: 'other' | 'expired' | undefined, reason: string) =>
      decisionOf({ decision: 'reject', reason_code, reason });
    expect([of(undefined, 'x').ok, of('other', ' \u200b').ok, of('other', 'x').ok, of('expired', '').ok]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test('that rejects sends the user nowhere', () => {
    const words = { decision: 'reject', reason_code: 'expired', reason: 'send it to help@evil.example' } as const;
    expect(decisionOf(words)).toMatchObject({ error: { error: 'REASON_LEADS_AWAY' } });
  });
});
