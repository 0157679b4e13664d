// The link by which whoever has a letter of news gets no more of them: without signing in, and by one request, as programs for mail make it (RFC 8058).
// It can do nothing else. It names its user and a MAC, so nobody can make one, and nobody learns from answers who there is.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { equalBytes } from '@fairtick/kernel/bytes';
import { type Id, parseId } from '@fairtick/kernel/ids';
import type { Entropy } from '@fairtick/kernel/random';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { keyOfOne } from '../../../platform/commands/key.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { Records } from '../../../platform/records/records.ts';
import { lockOwners } from '../../ledger/index.ts';
import { readChosen, writeChosen } from './preferences-table.ts';

/** 192 bits of a MAC are as good as all of it, and the link stays short enough for a line of a letter. */
const MAC_BYTES = 24;
const TOKEN = /^(\d{1,19})\.([\w-]{32})$/;

const about = (userId: Id): string => `stop/${userId}`;
const shortened = (mac: Uint8Array): Uint8Array => mac.subarray(0, MAC_BYTES);

/** Good for as long as its master key is: a letter is read years later too. */
export const newsStopToken = (keys: Keys, userId: Id): string =>
  `${userId}.${Buffer.from(shortened(keys.mac('news_stop', about(userId)))).toString('base64url')}`;

export function userOfNewsStop(keys: Keys, token: string): Id | undefined {
  const [, name = '', mac = ''] = TOKEN.exec(token) ?? [];
  const userId = parseId(name);
  if (userId === undefined) return undefined;
  const told = Buffer.from(mac, 'base64url');
  const isOurs = keys.macs('news_stop', about(userId)).some((one) => equalBytes(shortened(one), told));
  return isOurs ? userId : undefined;
}

export interface NewsStopOptions {
  readonly records: Records;
  readonly entropy: Entropy;
  readonly keys: Keys;
}

/** Also where it was so already: whoever presses twice has not erred. */
export async function stopNews(
  { records, entropy, keys }: NewsStopOptions,
  token: string,
): Promise<Result<Record<string, never>, Refusal>> {
  const userId = userOfNewsStop(keys, token);
  if (userId === undefined) return err(refuse('LINK_SPENT'));
  const outcome = await records.write({
    key: keyOfOne(entropy, userId, 'news_stop'),
    act: async (tx) => {
      await lockOwners(tx, [userId], []);
      const chosen = await readChosen(tx, userId);
      // Nothing is written of somebody who has left.
      if (chosen.news?.mail === true)
        await writeChosen(tx, userId, { ...chosen, news: { ...chosen.news, mail: false } });
      return ok({});
    },
  });
  return outcome.ok ? ok({}) : outcome;
}
