// The log of acceptances for tests whose world has no server around it: what waits gets its places.

import { systemClock } from '@fairtick/kernel/clock';
import { openAcceptancesLog } from '@fairtick/server/platform/acceptances/acceptances-log';
import { readWaitingAcceptances } from '@fairtick/server/platform/acceptances/table';
import type { Pool } from '@fairtick/server/platform/database/pools';
import type { Logger } from '@fairtick/server/platform/logger';
import { rowsIntegrator } from '@fairtick/server/platform/transparency/index';
import { testLogKeys } from './outside.ts';

const SILENT: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export async function placeAcceptances(pool: Pool): Promise<void> {
  const options = { pool, clock: systemClock };
  const log = await openAcceptancesLog({ ...options, keys: testLogKeys, onError: () => {} });
  const waiting = readWaitingAcceptances;
  await rowsIntegrator({ ...options, what: 'acceptances', log, waiting, logger: SILENT }).look();
  await log.stop();
}
