// A witness's signature: what is signed byte by byte, and that nothing else is taken for one.

import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { fromBase64, toBase64 } from '../bytes.ts';
import { cosign, cosignedAt, formatWitnessKey } from './cosignature.ts';
import { type NoteCrypto, type NoteSigner, openNote, signNote } from './note.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());
const spki = (key: Uint8Array) =>
  createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key]),
    format: 'der',
    type: 'spki',
  });
const crypto: NoteCrypto = { sha256, verify: (key, message, signature) => verify(null, message, spki(key), signature) };

function signerOf(name: string, seed: number): NoteSigner {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, seed)]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = new Uint8Array(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(12));
  return { name, publicKey, sign: (message) => new Uint8Array(sign(null, message, key)) };
}
const log = signerOf('fairtick.log/ticks', 1);
const witness = signerOf('witness.example/one', 2);
const TEXT = `fairtick.log/ticks\n3\n${toBase64(new Uint8Array(32))}\n`;
const NOTE = signNote(TEXT, log, sha256);

test('the line says name, key id, time and signature, as C2SP tlog-cosignature has them', () => {
  const [dash, name, encoded = ''] = cosign(TEXT, witness, 1_700_000_000, sha256).trimEnd().split(' ');
  const bytes = Buffer.from(fromBase64(encoded) ?? []);
  const id = createHash('sha256').update('witness.example/one\n\x04').update(witness.publicKey).digest().subarray(0, 4);
  expect([dash, name, bytes.length]).toEqual(['—', 'witness.example/one', 76]);
  expect(bytes.subarray(0, 4)).toEqual(id);
  expect(bytes.readBigUInt64BE(4)).toBe(1_700_000_000n);
  const message = Buffer.from(`cosignature/v1\ntime 1700000000\n${TEXT}`);
  expect(verify(null, message, spki(witness.publicKey), bytes.subarray(12))).toBe(true);
  expect(formatWitnessKey(witness, sha256)).toBe(
    `witness.example/one+${id.toString('hex')}+${Buffer.concat([Buffer.from([4]), witness.publicKey]).toString('base64')}`,
  );
});

test('a note that is cosigned is still the log’s, and says when the witness saw it', () => {
  const note = NOTE + cosign(TEXT, witness, 1_700_000_000, sha256);
  expect(openNote(note, log, crypto)).toEqual({ ok: true, value: TEXT });
  expect(cosignedAt(note, witness, crypto)).toBe(1_700_000_000);
});

test('no line, another key, another text, another time and a line by the log’s own kind are none', () => {
  const line = cosign(TEXT, witness, 1_700_000_000, sha256);
  const other = signerOf('witness.example/one', 3);
  expect(cosignedAt(NOTE, witness, crypto)).toBeUndefined();
  expect(cosignedAt(NOTE + line, other, crypto)).toBeUndefined();
  const moved = TEXT.replace('\n3\n', '\n4\n');
  expect(cosignedAt(signNote(moved, log, sha256) + line, witness, crypto)).toBeUndefined();
  const [head = '', name = '', encoded = ''] = line.trimEnd().split(' ');
  const bytes = fromBase64(encoded) ?? new Uint8Array(0);
  const later = bytes.map((byte, at) => (at === 11 ? byte + 1 : byte));
  expect(cosignedAt(`${NOTE}${head} ${name} ${toBase64(later)}\n`, witness, crypto)).toBeUndefined();
  expect(cosignedAt(`${NOTE}${head} ${name} ${toBase64(bytes.slice(0, 70))}\n`, witness, crypto)).toBeUndefined();
  expect(cosignedAt(signNote(TEXT, witness, sha256), witness, crypto)).toBeUndefined();
});
