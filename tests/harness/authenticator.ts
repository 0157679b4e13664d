// A passkey in software, as a browser would hand its answers over: ES256, no attestation, always says that it verified the person unless told not to.

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { z } from 'zod';

const VERIFIED = 0x04;
const PRESENT = 0x01;
const ATTESTED = 0x40;

const toMake = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string() }),
  user: z.object({ id: z.string() }),
  authenticatorSelection: z.object({
    residentKey: z.enum(['required', 'preferred']),
    userVerification: z.literal('required'),
  }),
});
const toUse = z.object({
  challenge: z.string(),
  rpId: z.string(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(z.object({ id: z.string() })).optional(),
});

/** What a test wants to be wrong. */
export interface Wrong {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly unverified?: boolean;
  readonly crossOrigin?: boolean;
  readonly userHandle?: string;
  /** Signs with a key that nobody registered. */
  readonly otherKey?: boolean;
  readonly counter?: number;
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

export class Authenticator {
  readonly credentialId = randomBytes(32);
  readonly #origin: string;
  readonly #keys = newKey();
  #userHandle = '';
  counter = 0;

  /** Of a browser that shows the page of this origin. */
  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The browser's answer to what a page was told to ask, as JSON. */
  make(options: string, wrong: Wrong = {}): string {
    const { challenge, rp, user } = toMake.parse(JSON.parse(options));
    this.#userHandle = user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const publicKey = map([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.credentialId, publicKey]);
    const authData = Buffer.concat([this.#said(rp.id, ATTESTED, wrong), attested]);
    const attestation = map([
      ['fmt', 'none'],
      ['attStmt', { cbor: map([]) }],
      ['authData', authData],
    ]);
    return this.#answer({
      clientDataJSON: base64url(this.#clientData('webauthn.create', challenge, wrong)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    });
  }

  use(options: string, wrong: Wrong = {}): string {
    const { challenge, rpId } = toUse.parse(JSON.parse(options));
    this.counter += 1;
    const authData = this.#said(rpId, 0, wrong);
    const clientData = this.#clientData('webauthn.get', challenge, wrong);
    const key: KeyObject = wrong.otherKey ? newKey().privateKey : this.#keys.privateKey;
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), key);
    return this.#answer({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
      userHandle: wrong.userHandle ?? this.#userHandle,
    });
  }

  #answer(response: Readonly<Record<string, unknown>>): string {
    const id = base64url(this.credentialId);
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
  }

  #said(rpId: string, flags: number, wrong: Wrong): Buffer {
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags | PRESENT | (wrong.unverified ? 0 : VERIFIED), 0);
    tail.writeUInt32BE(wrong.counter ?? this.counter, 1);
    return Buffer.concat([sha256(wrong.rpId ?? rpId), tail]);
  }

  #clientData(type: string, challenge: string, wrong: Wrong): Buffer {
    const origin = wrong.origin ?? this.#origin;
    const crossOrigin = wrong.crossOrigin ?? false;
    return Buffer.from(JSON.stringify({ type, challenge: wrong.challenge ?? challenge, origin, crossOrigin }));
  }
}

/** CBOR, as much of it as a passkey says. */
type Cbor = number | string | Buffer | { readonly cbor: Buffer };

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

function item(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return value.cbor;
}

const map = (entries: readonly (readonly [Cbor, Cbor])[]): Buffer =>
  Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, value]) => [item(key), item(value)])]);
