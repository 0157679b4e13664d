// The key that says to a push service who sends (VAPID, RFC 8292): made here, without anybody else. Browsers subscribe to it, so it never changes.

import webPush, { type VapidKeys } from 'web-push';
import type { Pool, Queries } from '../database/pools.ts';
import type { Keys } from '../keys/keys.ts';
import { insertPushKey, readPushKey, resealPushKey, type SealedPushKey } from './table.ts';

const ABOUT = 'vapid';

/** At a server's start: nobody's question writes. Nothing where there is one already. */
export async function makeVapidKeys(db: Queries, keys: Keys): Promise<void> {
  if (await readPushKey(db)) return;
  const made = webPush.generateVAPIDKeys();
  const sealed = keys.seal('web_push', Buffer.from(made.privateKey), ABOUT);
  await insertPushKey(db, { public_key: made.publicKey, sealed });
}

/** Throws where there are none, where they were changed, or their master key is missing. */
export async function vapidKeys(db: Queries, keys: Keys): Promise<VapidKeys> {
  const known = await readPushKey(db);
  if (!known) throw new Error('no server has made the key of our messages');
  return opened(keys, known);
}

function opened(keys: Keys, { public_key: publicKey, sealed }: SealedPushKey): VapidKeys {
  const plain = keys.open('web_push', sealed, ABOUT);
  if (!plain) throw new Error('the key of our messages does not open: it was changed, or its master key is missing');
  return { publicKey, privateKey: Buffer.from(plain).toString() };
}

/** As the owner. How many were sealed by another master key. */
export async function resealVapid(keys: Keys, owner: Pool): Promise<number> {
  const known = await readPushKey(owner);
  if (!known || keys.sealedBy(known.sealed) === keys.current) return 0;
  await resealPushKey(owner, keys.seal('web_push', Buffer.from(opened(keys, known).privateKey), ABOUT));
  return 1;
}
