// The browser's passkeys: the server's question goes in as text, the answer comes out as text.

import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

/** The person closed the browser's dialog, let it run out, or has no passkey for this place. */
export class PasskeyCancelled extends Error {}

/** Throws PasskeyCancelled. */
export async function createPasskey(options: string): Promise<string> {
  const optionsJSON: PublicKeyCredentialCreationOptionsJSON = JSON.parse(options);
  return answer(() => startRegistration({ optionsJSON }));
}

/** Throws PasskeyCancelled. */
export async function askPasskey(options: string): Promise<string> {
  const optionsJSON: PublicKeyCredentialRequestOptionsJSON = JSON.parse(options);
  return answer(() => startAuthentication({ optionsJSON }));
}

async function answer(ask: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await ask());
  } catch {
    // Whatever the browser says of it, in its own language or none, nothing was sent.
    throw new PasskeyCancelled();
  }
}
