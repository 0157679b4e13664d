// Images as an upload keeps them, without a decoder's process for each: those have tests of their own.

import * as path from 'node:path';
import { systemClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { systemEntropy } from '@fairtick/kernel/random';
import { DiskStore } from '@fairtick/server/platform/files/disk-store';
import { Files } from '@fairtick/server/platform/files/files';
import type { TestDatabase } from './database.ts';
import { testKeys } from './outside.ts';

/** Where a server with this DATA_DIR keeps files. */
export const filesFolder = (dataDir: string): string => path.join(dataDir, 'files');

export function keptFiles(db: Pick<TestDatabase, 'app'>, dataDir: string): Files {
  const disk = new DiskStore(filesFolder(dataDir));
  return new Files({
    ...{ db: db.app, clock: systemClock, entropy: systemEntropy, keys: testKeys },
    stores: { write: 'disk', of: { disk } },
    mayReview: async () => false,
  });
}

/** Keeps an image of somebody's that nothing was used for yet; answers with their link to it. */
export function imageKeeper(
  db: Pick<TestDatabase, 'app'>,
  dataDir: string,
  files = keptFiles(db, dataDir),
): (ownerId: Id) => Promise<string> {
  const bytes = Buffer.from('ffd8ff0123ffd9', 'hex');
  return async (id) => {
    const kept = await files.keep({ ownerId: id, kind: 'image', bytes, width: 1, height: 1 });
    if (!kept.ok) throw new Error(kept.error.error);
    return files.links.link(kept.value, { kind: 'user', id });
  };
}
