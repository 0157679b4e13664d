// What is asked of passkeys, and whether they answered it: the browser's origin compared whole, the person verified by the authenticator.

import type { Id } from '@fairtick/kernel/ids';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { NewPasskey, PasskeyRow, PasskeyUse } from './factor-table.ts';

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
const handleOf = (staffId: Id): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(staffId.toString()));

const fromText = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'));
const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

export class Passkeys {
  readonly #consoleUrl: () => string;

  /** Where the console is for people: its host is what passkeys are made for. */
  constructor(consoleUrl: () => string) {
    this.#consoleUrl = consoleUrl;
  }

  /** For a new passkey of a member, which finds itself at the next sign-in. */
  async toMake(member: { readonly staffId: Id; readonly name: string; readonly email: string }): Promise<Question> {
    return question(
      await generateRegistrationOptions({
        rpName: ISSUER,
        rpID: this.#place().host,
        userName: member.email,
        userDisplayName: member.name,
        userID: handleOf(member.staffId),
        timeout: PATIENCE_MS,
        attestationType: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    );
  }

  /** Of one of these passkeys; of any that the browser has where none are named. */
  async toUse(passkeys: readonly PasskeyRow[] = []): Promise<Question> {
    const allowed = passkeys.map((one) => ({
      id: toText(one.credential_id),
      transports: one.transports === '' ? [] : one.transports.split(' '),
    }));
    return question(
      await generateAuthenticationOptions({
        rpID: this.#place().host,
        timeout: PATIENCE_MS,
        userVerification: 'required',
        ...(allowed.length === 0 ? {} : { allowCredentials: allowed }),
      }),
    );
  }

  /** The new passkey; undefined where the answer is none to this challenge, from here, by a verified person. */
  async made(text: string, challenge: string, staffId: Id, label: string): Promise<NewPasskey | undefined> {
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
      staffId,
      publicKey: made.publicKey,
      counter: made.counter,
      transports: transports
        .filter((one) => /^[a-z-]{1,20}$/.test(one))
        .slice(0, 8)
        .join(' '),
      backedUp,
      label,
    };
  }

  /** What a browser sent as a passkey's answer, with the passkey's id; undefined where it is none. */
  read(text: string): { readonly credentialId: Uint8Array; readonly answer: Assertion } | undefined {
    const answer = assertion.safeParse(parsed(text));
    return answer.success ? { credentialId: fromText(answer.data.id), answer: answer.data } : undefined;
  }

  /** undefined where the passkey did not answer this challenge, from here, for this member, by a verified person. */
  async used(answer: Assertion, challenge: string, passkey: PasskeyRow): Promise<PasskeyUse | undefined> {
    const { userHandle, ...response } = answer.response;
    if (isCrossOrigin(response.clientDataJSON)) return undefined;
    if (typeof userHandle === 'string' && userHandle !== toText(handleOf(passkey.staff_id))) return undefined;
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
    const { hostname, origin } = new URL(this.#consoleUrl());
    return { host: hostname, origin };
  }

  #expected(challenge: string) {
    const { host, origin } = this.#place();
    return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: host, requireUserVerification: true };
  }
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
