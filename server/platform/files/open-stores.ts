// Where files lie on this server, by its settings.

import * as path from 'node:path';
import type { Config } from '../config/config.ts';
import { BucketStore } from './bucket-store.ts';
import { DiskStore } from './disk-store.ts';
import type { FileStores } from './store.ts';

/** In the bucket where one is set; what was written into the data folder before stays readable there. */
export function openStores({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): FileStores {
  const disk = new DiskStore(path.join(dataDir, 'files'));
  return s3 ? { write: 'bucket', of: { disk, bucket: new BucketStore(s3) } } : { write: 'disk', of: { disk } };
}
