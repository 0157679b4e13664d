// The browser's passkeys: the server's question goes in as text, the answer comes out as text. Their library comes when one is asked for.

/** The person closed the browser's dialog, let it run out, or has no passkey for this place. */
export class PasskeyCancelled extends Error {}

/** Why there are none here; undefined where there are. A browser binds them to a name: to an IP address it gives none. */
export function passkeyObstacle(
  hostname = location.hostname,
  known = 'PublicKeyCredential' in globalThis,
): 'address' | 'absent' | undefined {
  if (hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)) return 'address';
  return known ? undefined : 'absent';
}

/** Throws PasskeyCancelled. */
export async function createPasskey(options: string): Promise<string> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return answer(() => startRegistration({ optionsJSON: JSON.parse(options) }));
}

/** Throws PasskeyCancelled. */
export async function askPasskey(options: string): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return answer(() => startAuthentication({ optionsJSON: JSON.parse(options) }));
}

async function answer(ask: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await ask());
  } catch {
    // Whatever the browser says of it, in its own language or none, nothing was sent.
    throw new PasskeyCancelled();
  }
}
