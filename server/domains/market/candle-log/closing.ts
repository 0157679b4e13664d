// Closes the windows that the log of ticks has passed, on every server: whoever comes first under the lock of the log's head writes their candles, and the
// others find them written. Nothing is asked of the database while no minute has ended.

import { windowOf } from '@fairtick/engine/log-candles';
import type { Pool } from '../../../platform/database/pools.ts';
import { Integrator, type IntegratorOptions } from '../../../platform/transparency/index.ts';
import { type CandlesLog, openCandlesLog } from './candles-log.ts';
import { readPassedTime } from './table.ts';

export interface ClosingOptions extends Pick<IntegratorOptions, 'clock' | 'logger'> {
  readonly pool: Pool;
  readonly log: CandlesLog;
}

/** Its look closes every window that the log of ticks has passed. */
export function candlesIntegrator({ pool, log, clock, logger }: ClosingOptions): Integrator {
  /** Windows that end up to here are closed, as far as this server knows. */
  let through = 0;
  const place = async (stopping: AbortSignal): Promise<number> => {
    if (windowOf('minute', clock.now()) <= through) return -1;
    const wanted = windowOf('minute', await readPassedTime(pool));
    const before = log.size;
    while (through < wanted && !stopping.aborted) {
      const [reached = wanted] = await log.append([wanted]);
      through = reached;
    }
    return log.size > before ? log.size - 1 : -1;
  };
  return new Integrator({ what: 'candles', log, place, clock, logger });
}

export interface Candles {
  readonly log: CandlesLog;
  health(): ReturnType<Integrator['health']>;
  stop(): Promise<void>;
}

/** The log of candles, opened and closed window by window from here on. */
export async function startCandles({
  logger,
  ...options
}: Omit<Parameters<typeof openCandlesLog>[0], 'onError'> & {
  readonly logger: IntegratorOptions['logger'];
}): Promise<Candles> {
  const log = await openCandlesLog({
    ...options,
    onError: (error) => logger.error({ err: error }, 'the log of candles'),
  });
  const integrator = candlesIntegrator({ ...options, log, logger });
  integrator.start();
  return {
    log,
    health: () => integrator.health(),
    async stop() {
      await integrator.stop();
      await log.stop();
    },
  };
}
