// What a borrower's own device finds of the record of their signature, against a log of three hundred acts.

import { toBase64, toHex, utf8 } from '@fairtick/kernel/bytes';
import { encodeActEntry } from '@fairtick/kernel/log/act-entry';
import { leafHash, rootOfLeafHashes } from '@fairtick/kernel/log/merkle';
import { formatCheckpoint } from '@fairtick/kernel/log/note';
import { saltedHash } from '@fairtick/kernel/log/salted-hash';
import { encodeEntryBundle, fullTileHash, TILE_WIDTH } from '@fairtick/kernel/log/tiles';
import { sha256 } from '@noble/hashes/sha2.js';
import { expect, test } from 'vitest';
import { checkSigned, type SignedParts } from './check-signed.ts';

const SIZE = 300;
const AT = 270;
const SALT = new Uint8Array(32).fill(7);
const HTML = '<p>1,000 for 30 days at 0.25 %</p>';
const EVIDENCE = '{"loan":"77","terms":{"amount":"1000.00"}}';
const hashOf = (text: string): string => toHex(sha256(utf8(text)));
const CONTENTS = JSON.stringify({
  ...{ by: 'system:0', about: 'user:5', loan: '77' },
  ...{ evidence: hashOf(EVIDENCE), agreement: hashOf(HTML) },
});
const RECORD = {
  evidence: EVIDENCE,
  act: { index: AT, time: 1_000 + AT, kind: 'loan_signed', salt: toBase64(SALT), contents: CONTENTS },
};

const entries = Array.from({ length: SIZE }, (_, index) =>
  encodeActEntry({
    ...{ index, time: 1_000 + index, kind: index === AT ? 'loan_signed' : 'user_read' },
    contentsHash: index === AT ? saltedHash(sha256, SALT, CONTENTS) : sha256(utf8(String(index))),
  }),
);
const leaves = entries.map((entry) => leafHash(sha256, entry));
const joined = (hashes: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(hashes));
const files: Readonly<Record<string, Uint8Array>> = {
  checkpoint: utf8(
    `${formatCheckpoint({ origin: 'x', size: SIZE, root: rootOfLeafHashes(sha256, leaves), extensions: [] })}\n— x sig\n`,
  ),
  'tile/entries/001.p/44': encodeEntryBundle(entries.slice(TILE_WIDTH)),
  'tile/0/000': joined(leaves.slice(0, TILE_WIDTH)),
  'tile/0/001.p/44': joined(leaves.slice(TILE_WIDTH)),
  'tile/1/000.p/1': fullTileHash(sha256, joined(leaves.slice(0, TILE_WIDTH))),
};
const shown =
  (changed: Readonly<Record<string, Uint8Array>> = {}): SignedParts['read'] =>
  async (path) => {
    const file = changed[path] ?? files[path];
    if (!file) throw new Error(`there is no ${path}`);
    return file;
  };
const whole: SignedParts = { loanId: '77', html: HTML, record: RECORD, read: shown() };
const act = (change: Partial<typeof RECORD.act>) => ({
  ...whole,
  record: { ...RECORD, act: { ...RECORD.act, ...change } },
});

test('what was signed is what the log was told of', async () => expect(await checkSigned(whole)).toBe('agrees'));

/** As the log would show it had this entry been another. */
function logWith(entry: Uint8Array<ArrayBuffer>): SignedParts['read'] {
  return shown({
    'tile/entries/001.p/44': encodeEntryBundle(entries.map((one, at) => (at === AT ? entry : one)).slice(TILE_WIDTH)),
  });
}

test.each<[string, SignedParts, string]>([
  ['one byte of the agreement', { ...whole, html: HTML.replace('0.25', '0.24') }, 'agreement'],
  ['one byte of the evidence', { ...whole, record: { ...RECORD, evidence: `${EVIDENCE} ` } }, 'evidence'],
  ['the record of another loan', { ...whole, loanId: '78' }, 'record'],
  ['another kind of act', act({ kind: 'loan_approved' }), 'record'],
  ['contents that are no JSON', act({ contents: 'x' }), 'agreement'],
  ['another salt', act({ salt: toBase64(new Uint8Array(32)) }), 'entry'],
  ['a salt that is none', act({ salt: '?' }), 'record'],
  ['another time', act({ time: 1 }), 'entry'],
  ['another place', act({ index: AT + 1 }), 'entry'],
  ['contents that say more', act({ contents: CONTENTS.replace('{', '{"more":1,') }), 'entry'],
  [
    'an entry that the root does not know',
    {
      ...act({ time: 5 }),
      read: logWith(
        encodeActEntry({ index: AT, time: 5, kind: 'loan_signed', contentsHash: saltedHash(sha256, SALT, CONTENTS) }),
      ),
    },
    'log',
  ],
  ['a place that is to come', act({ index: null as unknown as number }), 'waits'],
  ['a place behind what is shown', act({ index: SIZE }), 'waits'],
])('%s: %#', async (_, parts, outcome) => expect(await checkSigned(parts)).toBe(outcome));

test('a log that is not shown is no answer', async () => {
  const read = async (): Promise<Uint8Array> => Promise.reject(new Error('away'));
  await expect(checkSigned({ ...whole, read })).rejects.toThrow('away');
});
