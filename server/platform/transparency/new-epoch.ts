// Says openly that a log goes on from less than the world was shown: a new key, and a note by it and by the old one.

import { type LogEpoch, signEpoch } from '@fairtick/kernel/log/epoch';
import { formatVerifierKey, type NoteSigner } from '@fairtick/kernel/log/note';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { Pool } from 'pg';
import { ed25519Signer, publicKeyOf, sha256 } from './crypto.ts';
import type { LogRows } from './entry-store.ts';
import { contradiction, type KeyEpoch, readKeyEpochs } from './known-past.ts';
import { LogView } from './log-view.ts';
import { LogReader } from './reader.ts';
import type { SigningKeys } from './signing-keys.ts';
import { insertEpoch } from './table.ts';

export interface BreakOptions {
  /** The database's owner. */
  readonly owner: Pool;
  readonly rows: LogRows;
  readonly origin: string;
  readonly keys: SigningKeys & { next(origin: string, used: readonly Uint8Array[]): Uint8Array };
  readonly reason: string;
  readonly nowMs: number;
}

/** undefined where the log is part of what is known and needs no break. Only while no server of this database runs. */
export async function breakOpenly(options: BreakOptions): Promise<Result<LogEpoch | undefined, string>> {
  const { owner, rows, origin, keys, reason, nowMs } = options;
  const view = new LogView(owner, rows);
  await view.load();
  const reader = new LogReader({ pool: owner, view, rows });
  const epochs = await readKeyEpochs(owner, rows.log, origin);
  let last: LogEpoch['last'] | undefined;
  for (const known of await keys.checkpoints.of(origin)) {
    const found = await contradiction(known, epochs, async (size) => {
      const root = await reader.rootAt(size);
      return root.ok ? root.value : undefined;
    });
    if (found && !found.known) return err(`${origin}: ${found.sentence}: it is of another log.`);
    if (found?.known && found.known.size >= (last?.size ?? 0)) last = found.known;
  }
  if (!last) return ok(undefined);
  const signer = signerOf(
    keys.next(
      origin,
      epochs.map(({ key }) => key.publicKey),
    ),
    origin,
  );
  const { frontier } = view;
  const epoch: LogEpoch = {
    ...{ origin, number: (epochs.at(-1)?.number ?? 1) + 1, reason },
    last: { size: last.size, root: last.root },
    from: { size: frontier.size, root: frontier.root() },
    key: formatVerifierKey(signer, sha256),
  };
  const note = signEpoch(epoch, [signer, ...before(epochs, keys, origin)], sha256);
  await insertEpoch(owner, rows.log, { number: epoch.number, publicKey: signer.publicKey, note }, nowMs);
  return ok(epoch);
}

const signerOf = (seed: Uint8Array, origin: string): NoteSigner => ({
  ...{ name: origin, publicKey: publicKeyOf(seed), sign: ed25519Signer(seed) },
});

/** The key before, where it was not lost with the machine. */
function before(epochs: readonly KeyEpoch[], keys: SigningKeys, origin: string): readonly NoteSigner[] {
  const key = epochs.at(-1)?.key;
  const seed = key && keys.seedOf(origin, key.publicKey);
  return seed ? [signerOf(seed, origin)] : [];
}
