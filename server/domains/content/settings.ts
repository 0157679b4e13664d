// What the operator says of the directory.

import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting.ts';

export const isMain = defineSetting({
  key: 'is_main',
  doc: 'Whether this edition shows the directory of companies beside the pairs; 1 = it does.',
  first: 0,
  schema: z.union([z.literal(0), z.literal(1)]),
});
