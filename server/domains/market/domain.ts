// What the market declares: ticks that are old are deleted each day.

import { EACH_DAY } from '../../platform/schedule/periods.ts';
import type { DomainDeclaration } from '../domain-part.ts';
import { openingBounds } from './settings.ts';
import { letGoOldTicks } from './ticks/retention.ts';

export const marketDomain: DomainDeclaration = {
  settings: [openingBounds],
  jobs: ({ db }) => [{ name: 'old ticks let go', ...EACH_DAY, run: async () => ({ ticks: await letGoOldTicks(db) }) }],
};
