// What runs beside trading: sessions, record writes, the schedule with its jobs, the outbox with its senders, the logs of the staff's acts
// and of what users' commands were taken in.

import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { type Random, systemEntropy } from '@fairtick/kernel/random';
import {
  appStart,
  type CandlesLog,
  EXPORTS,
  exportMaker,
  jobsOf,
  mayReviewFile,
  type Services,
  Sessions,
  StaffSessions,
  startCandles,
  toldStatus,
} from '../domains/parts.ts';
import { Decoder } from '../images/decoder.ts';
import { openAcceptancesLog } from '../platform/acceptances/acceptances-log.ts';
import { readWaitingAcceptances } from '../platform/acceptances/table.ts';
import { openActsLog } from '../platform/acts/acts-log.ts';
import { readWaitingActs } from '../platform/acts/table.ts';
import { openWatchers, type WatcherOf } from '../platform/chain/watchers.ts';
import { refusalsJob } from '../platform/commands/refusals.ts';
import type { Config } from '../platform/config/config.ts';
import type { Snapshots } from '../platform/database/snapshots.ts';
import { Files } from '../platform/files/files.ts';
import { openStores } from '../platform/files/open-stores.ts';
import type { Logger } from '../platform/logger.ts';
import { makeVapidKeys } from '../platform/push/vapid.ts';
import { Records } from '../platform/records/records.ts';
import { Schedule } from '../platform/schedule/schedule.ts';
import { type Integrator, type RowsLog, rowsIntegrator, type SigningKeys } from '../platform/transparency/index.ts';
import { messagesOutbox } from './messages.ts';
import type { OpenedSettings } from './settings-list.ts';

export interface BesideTrading {
  readonly files: Files;
  readonly decoder: Decoder;
  /** Where payments are looked up. */
  readonly chains: WatcherOf;
  readonly sessions: Sessions;
  readonly staffSessions: StaffSessions;
  readonly records: Records;
  readonly appStart: () => ReturnType<typeof appStart>;
  /** Whether the service is open, as connections are told it. */
  readonly status: ReturnType<typeof toldStatus>;
  /** By name, as they are served. */
  readonly logs: { readonly acts: RowsLog; readonly acceptances: RowsLog; readonly candles: CandlesLog };
  readonly acceptances: { readonly log: RowsLog; readonly integrator: Pick<Integrator, 'look'> };
  /** As last read: the database is not asked. */
  health(): Readonly<Record<string, unknown>>;
  /** Begins no further job, message, candle or place in a log, and waits for those under way. */
  stopJobs(): Promise<void>;
}

interface BesideOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly logKeys: SigningKeys;
}

export async function startBesideTrading(
  { config, clock, random, logger, logKeys }: BesideOptions,
  services: Services & { readonly newId: () => Id; readonly snapshots: Snapshots },
  { registry, pairs }: OpenedSettings,
): Promise<BesideTrading> {
  const { db, keys } = services;
  const sessions = new Sessions({ db, clock, entropy: systemEntropy, logger });
  await sessions.start();
  await makeVapidKeys(db, keys);
  const files = new Files({
    ...{ db, clock, keys, entropy: systemEntropy, stores: openStores(config) },
    mayReview: (staffId, attachedTo) => mayReviewFile({ db, clock }, staffId, attachedTo),
  });
  if (!(await files.sharesFolder()))
    logger.warn(
      {},
      "files: some that this database names are not in this server's DATA_DIR/files. Several servers need one folder that all of them mount, or S3_URL",
    );
  const schedule = new Schedule({
    pool: db,
    clock,
    logger,
    jobs: [...jobsOf(services), files.sweepJob(), refusalsJob(db)],
  });
  const outbox = messagesOutbox({
    config,
    pool: db,
    clock,
    logger,
    keys,
    addresses: services.addresses,
    makers: { [EXPORTS]: exportMaker({ ...services, files }) },
  });
  const rowsLogs = await openRowsLogs({ db, clock, logger, logKeys });
  const pairTexts = new Map(pairs.at().map((pair) => [pair.id, pair]));
  const candles = await startCandles({ pool: db, clock, keys: logKeys, logger, pairs: pairTexts });
  schedule.start();
  outbox.start();
  for (const { integrator } of Object.values(rowsLogs)) integrator.start();
  return {
    files,
    decoder: new Decoder(clock),
    chains: openWatchers(config.chains),
    sessions,
    staffSessions: new StaffSessions({ db, clock }),
    records: new Records({ pool: db, clock, random }),
    appStart: registry.derived(appStart),
    status: toldStatus(registry, services.addresses),
    logs: { acts: rowsLogs.acts.log, acceptances: rowsLogs.acceptances.log, candles: candles.log },
    acceptances: rowsLogs.acceptances,
    health: () => ({
      settings: registry.health(),
      schedule: schedule.health(),
      outbox: outbox.health(),
      acts: rowsLogs.acts.integrator.health(),
      acceptances: rowsLogs.acceptances.integrator.health(),
      candles: candles.health(),
    }),
    async stopJobs() {
      await schedule.stop();
      await outbox.stop();
      for (const { integrator, log } of Object.values(rowsLogs)) {
        await integrator.stop();
        await log.stop();
      }
      await candles.stop();
    },
  };
}

interface PlacingRows {
  readonly log: RowsLog;
  readonly integrator: Integrator;
}

/** Logs whose entries are rows that get their places later. */
async function openRowsLogs({
  db,
  clock,
  logger,
  logKeys,
}: Pick<Services, 'db'> & Pick<BesideOptions, 'clock' | 'logger' | 'logKeys'>): Promise<
  Record<'acts' | 'acceptances', PlacingRows>
> {
  const shared = (what: string) => ({
    ...{ pool: db, clock, keys: logKeys },
    onError: (error: unknown) => logger.error({ err: error }, `the log of ${what}`),
  });
  const acts = await openActsLog(shared('acts'));
  const acceptances = await openAcceptancesLog(shared('acceptances'));
  const placing = { pool: db, clock, logger };
  return {
    acts: { log: acts, integrator: rowsIntegrator({ ...placing, what: 'acts', log: acts, waiting: readWaitingActs }) },
    acceptances: {
      log: acceptances,
      integrator: rowsIntegrator({
        ...{ ...placing, what: 'acceptances' },
        ...{ log: acceptances, waiting: readWaitingAcceptances },
      }),
    },
  };
}
