// What is asked of passkeys, and whether they answered it: the browser's origin compared whole, the person verified by the authenticator.

import { isIP } from 'node:net';
import type { Id } from '@fairtick/kernel/ids';
import { typedLine } from '@fairtick/kernel/typed-line';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { Logger } from '../logger.ts';

const ISSUER = 'Fairtick';
const ES256 = -7;
const RS256 = -257;
const ALGORITHMS = [ES256, RS256];
/** So long the browser waits for the person. */
const PATIENCE_MS = 120_000;

const encoded = z.string().regex(/^[A-Za-z0-9_-]+$/);
const credential = z.object({ id: encoded, rawId: encoded, type: z.literal('public-key') });
const registration = credential.extend({
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string()).optional(),
  }),
});
const assertion = credential.extend({
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.or(z.literal('')).nullish(),
  }),
});
const clientData = z.object({ crossOrigin: z.boolean().optional() });

export type Assertion = z.infer<typeof assertion>;

/** A passkey that was just made. */
export interface MadePasskey {
  readonly credentialId: Uint8Array;
  /** COSE. */
  readonly publicKey: Uint8Array;
  readonly counter: number;
  /** With blanks between. */
  readonly transports: string;
  readonly backedUp: boolean;
}

/** A passkey as it is kept. */
export interface KeptPasskey {
  readonly credential_id: Uint8Array;
  readonly public_key: Uint8Array;
  readonly counter: bigint;
  readonly transports: string;
}

export interface PasskeyUse {
  readonly credentialId: Uint8Array;
  readonly counter: number;
  readonly backedUp: boolean;
}

/** Whom a new passkey is made for. */
export interface PasskeyOwner {
  readonly id: Id;
  /** What tells their passkeys apart in the browser's list: an e-mail or a number. */
  readonly account: string;
  readonly name: string;
}

/** What a passkey is asked; `options` is JSON for the browser. */
export interface Question {
  readonly challenge: string;
  readonly options: string;
}

const question = (options: { readonly challenge: string }): Question => ({
  challenge: options.challenge,
  options: JSON.stringify(options),
});

/** The id that a passkey keeps of its owner. */
const handleOf = (ownerId: Id): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(ownerId.toString()));

const fromText = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'));
const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

const LABEL_MOST = 60;

/** What somebody calls a passkey of theirs, as it is kept: at most 60 UTF-16 units, cut where a form of its signs is longer. */
export const passkeyLabel = (typed: string): string => typedLine(typedLine(typed).slice(0, LABEL_MOST));

export class Passkeys {
  readonly #url: () => string;
  readonly #resident: 'required' | 'preferred';

  /**
   * Where the app, or the console, is for people: its host is what passkeys are made for. `resident`: whether one must find itself at a sign-in
   * without a name.
   */
  constructor(url: () => string, resident: 'required' | 'preferred' = 'required') {
    this.#url = url;
    this.#resident = resident;
  }

  /** No browser makes a passkey for an address that is an IP. */
  get possible(): boolean {
    return isIP(this.#place().host.replace(/^\[|\]$/g, '')) === 0;
  }

  /** For a new passkey. `own` are those that its owner has: no browser makes a second one. */
  async toMake(owner: PasskeyOwner, own: readonly KeptPasskey[] = []): Promise<Question> {
    return question(
      await generateRegistrationOptions({
        rpName: ISSUER,
        rpID: this.#place().host,
        userName: owner.account,
        userDisplayName: owner.name,
        userID: handleOf(owner.id),
        excludeCredentials: own.map(named),
        timeout: PATIENCE_MS,
        attestationType: 'none',
        authenticatorSelection: { residentKey: this.#resident, userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    );
  }

  /** Of one of these passkeys; of any that the browser has where none are named. `challenge` asks the same again. */
  async toUse(passkeys: readonly KeptPasskey[] = [], challenge?: string): Promise<Question> {
    return question(
      await generateAuthenticationOptions({
        rpID: this.#place().host,
        timeout: PATIENCE_MS,
        userVerification: 'required',
        ...(challenge === undefined ? {} : { challenge: fromText(challenge) }),
        ...(passkeys.length === 0 ? {} : { allowCredentials: passkeys.map(named) }),
      }),
    );
  }

  /** The new passkey; undefined where the answer is none to this challenge, from here, by a verified person. */
  async made(text: string, challenge: string): Promise<MadePasskey | undefined> {
    const answer = registration.safeParse(parsed(text));
    if (!answer.success || isCrossOrigin(answer.data.response.clientDataJSON)) return undefined;
    const { transports = [], ...response } = answer.data.response;
    const verified = await unlessWrong(() =>
      verifyRegistrationResponse({
        response: { ...answer.data, response, clientExtensionResults: {} },
        supportedAlgorithmIDs: ALGORITHMS,
        ...this.#expected(challenge),
      }),
    );
    if (!verified?.verified) return undefined;
    const { credential: made, credentialBackedUp: backedUp } = verified.registrationInfo;
    return {
      credentialId: fromText(made.id),
      publicKey: made.publicKey,
      counter: made.counter,
      transports: transports
        .filter((one) => /^[a-z-]{1,20}$/.test(one))
        .slice(0, 8)
        .join(' '),
      backedUp,
    };
  }

  /** What a browser sent as a passkey's answer, with the passkey's id; undefined where it is none. */
  read(text: string): { readonly credentialId: Uint8Array; readonly answer: Assertion } | undefined {
    const answer = assertion.safeParse(parsed(text));
    return answer.success ? { credentialId: fromText(answer.data.id), answer: answer.data } : undefined;
  }

  /** undefined where the passkey did not answer this challenge, from here, for this owner, by a verified person. */
  async used(answer: Assertion, challenge: string, passkey: KeptPasskey, ownerId: Id): Promise<PasskeyUse | undefined> {
    const { userHandle, ...response } = answer.response;
    if (isCrossOrigin(response.clientDataJSON)) return undefined;
    if (typeof userHandle === 'string' && userHandle !== toText(handleOf(ownerId))) return undefined;
    const verified = await unlessWrong(() =>
      verifyAuthenticationResponse({
        response: { ...answer, response, clientExtensionResults: {} },
        // The library would refuse a counter that went back; passkeys kept in several places send what they have.
        credential: { id: answer.id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
        ...this.#expected(challenge),
      }),
    );
    if (!verified?.verified) return undefined;
    const { newCounter: counter, credentialBackedUp: backedUp } = verified.authenticationInfo;
    return { credentialId: passkey.credential_id, counter, backedUp };
  }

  #place(): { readonly host: string; readonly origin: string } {
    const { hostname, origin } = new URL(this.#url());
    return { host: hostname, origin };
  }

  #expected(challenge: string) {
    const { host, origin } = this.#place();
    return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: host, requireUserVerification: true };
  }
}

const named = ({ credential_id: id, transports }: KeptPasskey) => ({
  id: toText(id),
  transports: transports === '' ? [] : transports.split(' '),
});

/** A counter that goes back may be a copied passkey, or one that its owner keeps in several places: it is told and does not refuse. */
export function noteCounter(logger: Logger, owner: string, { counter: kept }: KeptPasskey, use: PasskeyUse): void {
  const before = Number(kept);
  if (use.counter > before || (use.counter === 0 && before === 0)) return;
  logger.warn({ owner, before, counter: use.counter }, "a passkey's counter went back");
}

/** A page of somebody else's shows ours in a frame. */
function isCrossOrigin(encodedData: string): boolean {
  const data = clientData.safeParse(parsed(Buffer.from(encodedData, 'base64url').toString()));
  return !data.success || data.data.crossOrigin === true;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The library throws for whatever is wrong with an answer, damaged CBOR included. */
async function unlessWrong<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
