// What the server keeps secret in its own database is sealed under keys that are not there: one master key, from which each use has its own.
// Every sealed value names the master key that sealed it, so that masters can be changed one after the other.

import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Entropy } from '@fairtick/kernel/random';

/** A use never meets another's key: what one part sealed or signed means nothing to the next. */
export type KeyUse =
  | 'files'
  | 'file_links'
  | 'persons'
  | 'person_search'
  | 'destinations'
  | 'destination_search'
  | 'receipts'
  | 'staff_factors'
  | 'one_time_links'
  | 'user_factors'
  | 'sent_codes'
  | 'feedback'
  | 'chat'
  | 'web_push'
  | 'news_stop';

export const MASTER_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ID_BYTES = 4;

export interface MasterKey {
  /** Never given again. 1 to 2^32 - 1. */
  readonly id: number;
  readonly secret: Uint8Array;
}

/** AES-256-GCM for what must be read again, HMAC-SHA256 for what must only be recognised. */
export class Keys {
  readonly #masters: ReadonlyMap<number, Uint8Array>;
  readonly #entropy: Entropy;
  readonly #derived = new Map<string, KeyObject>();
  /** The master that seals from now on. */
  readonly current: number;

  /** The first master seals; the others only open what they sealed before. */
  constructor(masters: readonly [MasterKey, ...MasterKey[]], entropy: Entropy) {
    this.current = masters[0].id;
    this.#masters = new Map(masters.map(({ id, secret }) => [id, secret]));
    this.#entropy = entropy;
    if (this.#masters.size !== masters.length) throw new Error('two master keys have one id');
    for (const { id, secret } of masters) {
      if (secret.length !== MASTER_BYTES) throw new Error(`a master key has ${MASTER_BYTES} bytes`);
      if (!Number.isInteger(id) || id < 1 || id > 0xffff_ffff)
        throw new Error('a master key has an id from 1 to 2^32 - 1');
    }
  }

  /** `about` is whose and what it is; it must be the same to open it, so that nobody can move a sealed value to another row. */
  seal(use: KeyUse, plain: Uint8Array, about: string): Uint8Array {
    const head = Buffer.alloc(ID_BYTES);
    head.writeUInt32BE(this.current);
    const nonce = this.#entropy.bytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#keyOf(this.current, `seal:${use}`), nonce);
    cipher.setAAD(aad(head, about));
    return Buffer.concat([head, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }

  /** undefined where it was sealed about something else, was changed, or its master is not here any more. */
  open(use: KeyUse, sealed: Uint8Array, about: string): Uint8Array | undefined {
    const bytes = Buffer.from(sealed);
    if (bytes.length < ID_BYTES + NONCE_BYTES + TAG_BYTES) return undefined;
    const head = bytes.subarray(0, ID_BYTES);
    const master = head.readUInt32BE();
    if (!this.#masters.has(master)) return undefined;
    const nonce = bytes.subarray(ID_BYTES, ID_BYTES + NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.#keyOf(master, `seal:${use}`), nonce);
    decipher.setAAD(aad(head, about));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(ID_BYTES + NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    } catch {
      return undefined;
    }
  }

  /** The master that sealed it. */
  sealedBy(sealed: Uint8Array): number {
    return Buffer.from(sealed).readUInt32BE();
  }

  /** 32 bytes by which the text is recognised and that say nothing of it, under each master: the current one's first. */
  macs(use: KeyUse, text: string): readonly [Uint8Array, ...Uint8Array[]] {
    const [first = this.current, ...others] = this.ids;
    return [this.#mac(first, use, text), ...others.map((id) => this.#mac(id, use, text))];
  }

  /** As `macs`, under the current master alone. */
  mac(use: KeyUse, text: string): Uint8Array {
    return this.#mac(this.current, use, text);
  }

  /** Of every master, the current one's first. */
  get ids(): readonly number[] {
    return [this.current, ...[...this.#masters.keys()].filter((id) => id !== this.current)];
  }

  /** 32 bytes by which a master is recognised and that say nothing of it. Throws for one that is not here. */
  check(master: number): Uint8Array {
    return createHmac('sha256', this.#keyOf(master, 'check')).update('master').digest();
  }

  #mac(master: number, use: KeyUse, text: string): Uint8Array {
    return createHmac('sha256', this.#keyOf(master, `mac:${use}`))
      .update(text)
      .digest();
  }

  #keyOf(master: number, info: string): KeyObject {
    const place = `${master}/${info}`;
    let key = this.#derived.get(place);
    if (!key) {
      const secret = this.#masters.get(master);
      if (!secret) throw new Error('no such master key');
      // Handed to each use as it is: as bytes it would be made into a key anew each time, for more than the use itself costs.
      key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'fairtick', info, 32)));
      this.#derived.set(place, key);
    }
    return key;
  }
}

const aad = (head: Uint8Array, about: string): Buffer => Buffer.concat([head, Buffer.from(about)]);
