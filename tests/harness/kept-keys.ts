// How a key that a test sent from this machine stands in the tables: as it is, or of a visitor as a hash with the address.

import { createHash } from 'node:crypto';

export const keptAs = (key: string): string[] => [
  key,
  `visitor:${createHash('sha256').update(`127.0.0.1/${key}`).digest('hex')}`,
];
