// The public tick log as a stranger reads it: entry bundles, the hash tree over them, inclusion proofs and signed checkpoints.
// Own implementation of RFC 6962 and of signed notes, on Node's hash and signature alone.

import { createHash, createPublicKey, verify } from 'node:crypto';

const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);
/** How DER writes that the 32 bytes which follow are an Ed25519 key. */
const ED25519_DER = Buffer.from('302a300506032b6570032100', 'hex');

export const leafHash = (entry) => sha256(LEAF, entry);
const nodeHash = (left, right) => sha256(NODE, left, right);

/** Entries one after another, each behind its length in two bytes. Throws when a bundle breaks off. */
export function readBundle(bytes) {
  const entries = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 2 + bytes.readUInt16BE(at);
    if (end > bytes.length) throw new Error('an entry bundle breaks off');
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
}

/** The tick in an entry. Throws unless it has the published form. */
export function readEntry(bytes, index) {
  const lines = bytes.toString('utf8').split('\n');
  const form = lines.length === 9 && lines[0] === 'fairtick/tick/v1' && lines[8] === '';
  const [, pair, seq, bid, ask, sourceTime, receivedTime, source] = lines;
  const numbers = [seq, sourceTime, receivedTime];
  if (!form || !numbers.every((text) => /^\d+$/.test(text)) || ![bid, ask].every((text) => /^\d+(\.\d+)?$/.test(text)))
    throw new Error(`entry ${index} of the log does not have the published form`);
  return {
    index,
    pair,
    seq: Number(seq),
    bid,
    ask,
    sourceTime: Number(sourceTime),
    receivedTime: Number(receivedTime),
    source,
    leaf: leafHash(bytes),
  };
}

/** The tree over leaf hashes, all perfect subtrees kept, so that the root of every earlier size is at hand. */
export class Tree {
  constructor(leaves) {
    this.rows = [leaves];
    while (this.rows[this.rows.length - 1].length > 1) {
      const row = this.rows[this.rows.length - 1];
      const above = [];
      for (let i = 0; i + 1 < row.length; i += 2) above.push(nodeHash(row[i], row[i + 1]));
      this.rows.push(above);
    }
  }

  /** Root of the first `size` leaves: the perfect subtrees of its binary digits, joined from the right. */
  root(size) {
    let hash;
    let end = size;
    for (let height = 0; end > 0; height += 1) {
      const width = 2 ** height;
      if (Math.floor(end / width) % 2 === 0) continue;
      end -= width;
      const left = this.rows[height][end / width];
      hash = hash ? nodeHash(left, hash) : left;
    }
    return hash ?? sha256(Buffer.alloc(0));
  }
}

/** The root that a leaf and its proof lead to; undefined when the proof has too many or too few hashes. */
export function rootByProof(leaf, index, size, proof) {
  if (index >= size) return undefined;
  const path = [...proof];
  const climb = (at, width) => {
    if (width === 1) return leaf;
    let half = 1;
    while (half * 2 < width) half *= 2;
    const sibling = path.pop();
    if (sibling === undefined) return undefined;
    const below = at < half ? climb(at, half) : climb(at - half, width - half);
    if (below === undefined) return undefined;
    return at < half ? nodeHash(below, sibling) : nodeHash(sibling, below);
  };
  // The proof runs from the leaf up, the climb from the root down: the last hash is the first needed.
  const root = climb(index, size);
  return path.length === 0 ? root : undefined;
}

/** Size and root of a checkpoint that the key signed. Throws with the reason when it did not. */
export function readCheckpoint(note, verifierKey) {
  const [name, id, encoded] = splitKey(verifierKey);
  const key = Buffer.from(encoded, 'base64');
  if (key.length !== 33 || key[0] !== 1) throw new Error('the verifier key is no Ed25519 key');
  const wantedId = sha256(`${name}\n`, key).subarray(0, 4);
  if (wantedId.toString('hex') !== id) throw new Error('the verifier key does not have its own id');
  const cut = note.indexOf('\n\n');
  if (cut < 0) throw new Error('the checkpoint is no signed note');
  const text = note.slice(0, cut + 1);
  const line = note
    .slice(cut + 2)
    .split('\n')
    .find((one) => one.startsWith(`— ${name} `));
  const signed = Buffer.from(line?.slice(name.length + 3) ?? '', 'base64');
  if (signed.length !== 68 || !signed.subarray(0, 4).equals(wantedId)) throw new Error('the log has not signed it');
  const publicKey = createPublicKey({
    key: Buffer.concat([ED25519_DER, key.subarray(1)]),
    format: 'der',
    type: 'spki',
  });
  if (!verify(null, Buffer.from(text), publicKey, signed.subarray(4))) throw new Error('its signature is wrong');
  const [origin, size, root] = text.split('\n');
  if (origin !== name || !/^\d+$/.test(size)) throw new Error('it is no checkpoint of this log');
  return { size: Number(size), root: Buffer.from(root, 'base64') };
}

function splitKey(text) {
  const match = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text);
  if (!match) throw new Error('the verifier key is malformed');
  return match.slice(1);
}
