// The process: reads the settings, starts the app, says where it is, and stops cleanly when asked.

import { systemClock } from '@fairtick/kernel/clock';
import { entropyRandom, systemEntropy } from '@fairtick/kernel/random';
import { readConfig, readRehearsal } from '../platform/config/config.ts';
import { createLogger } from '../platform/logger.ts';
import { startApp } from './app.ts';
import { dieAt } from './failpoint.ts';

/** A stop that takes longer is cut off: what was acknowledged is committed already. */
const STOP_LIMIT_MS = 10_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function leave(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const config = readConfig(process.env);
if (!config.ok) leave(config.error);
const logger = createLogger(config.value.logLevel);

const rehearsal = readRehearsal(process.env);
if (!rehearsal.ok) leave(rehearsal.error);
const { rateFactor, failpoint } = rehearsal.value;

const started = await startApp({
  config: config.value,
  rateFactor,
  ...(failpoint ? { moment: dieAt(failpoint, systemClock) } : {}),
  clock: systemClock,
  random: entropyRandom(systemEntropy),
  logger,
  onFatal: (reason) => leave(`Fairtick stops: ${reason}`),
});
if (!started.ok) leave(started.error);
const app = started.value;
say(`Fairtick     ${app.appUrl}   (prices: ${app.source})`);
say(`Console      ${app.consoleUrl}`);
if (app.ownerLink !== undefined) say(`First owner  ${app.ownerLink}   (once, within an hour)`);

let stopping = false;
function stop(signal: string): void {
  if (stopping) return;
  stopping = true;
  logger.info({ signal }, 'stopping');
  systemClock.after(STOP_LIMIT_MS, () => leave('The stop took too long and was cut off.'));
  app.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      logger.error({ err: error }, 'the stop failed');
      process.exit(1);
    },
  );
}
process.on('SIGTERM', () => stop('SIGTERM'));
process.on('SIGINT', () => stop('SIGINT'));
// Node would print the error as it is, with whatever it holds of a person.
for (const event of ['unhandledRejection', 'uncaughtException'] as const)
  process.on(event, (error: unknown) => {
    logger.error({ err: error }, 'an error nobody handled');
    leave('Fairtick stops: an internal error nobody handled.');
  });
