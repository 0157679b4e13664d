// The keys of files, when a master key is changed.

import type { Keys } from '../keys/keys.ts';
import type { Resealer } from '../keys/reseal.ts';
import { aboutFile } from './sealing.ts';
import { type SealedUpload, uploadsSealedByOthers, writeKeys } from './table.ts';

const RESEALED_AT_ONCE = 500;

/** Only the keys of the files: their bytes stay as they lie. */
export const filesResealer: Resealer = {
  use: 'files',
  async batch(keys, owner) {
    const rows = await uploadsSealedByOthers(owner, keys.current, RESEALED_AT_ONCE);
    if (rows.length > 0)
      await writeKeys(
        owner,
        rows.map((row) => ({ id: row.id, key: resealed(keys, row) })),
      );
    return rows.length;
  },
};

function resealed(keys: Keys, { id, owner_id, kind, key_sealed }: SealedUpload): Uint8Array {
  const about = aboutFile(id, owner_id, kind);
  const key = keys.open('files', key_sealed, about);
  if (!key) throw new Error(`the key of the file ${id} does not open`);
  return keys.seal('files', key, about);
}
