// `npm run simulate -- --seeds N --events M [--seed S]`: N seeds from S on, M events each. Shows progress and rate. A failure prints its seed, is
// made small and kept under regressions/. `--replay FILE` plays a kept one; `--threads T` and `--keep no` do what they say.

import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '@fairtick/kernel/clock';
import { runAll } from './crew.ts';
import { keep, readCase } from './keep.ts';
import { caseOf, type Ended, type Failure, run } from './run.ts';
import { shrink } from './shrink.ts';
import { Sums } from './strange.ts';

const SHRINK_LIMIT_MS = 120_000;
const TELL_EVERY_MS = 30_000;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    events: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string' },
    replay: { type: 'string' },
    keep: { type: 'string', default: 'yes' },
  },
});

function whole(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name} is a whole number from 1 on`);
  return Number(text);
}

function told(failure: Failure): void {
  console.error(`\nBroken after event ${failure.after}: ${failure.message}`);
}

async function replay(file: string): Promise<boolean> {
  const { failure, figures } = await run(readCase(file));
  if (failure) told(failure);
  else console.log(`All promises hold. ${JSON.stringify(figures)}`);
  return failure === undefined;
}

async function many(): Promise<boolean> {
  const count = whole('seeds', values.seeds);
  const events = whole('events', values.events);
  const first = whole('seed', values.seed);
  const startedMs = systemClock.monotonic();
  const sums = {
    seeds: 0,
    events: 0,
    ticks: 0,
    orders: 0,
    options: 0,
    journals: 0,
    processes: 0,
    stopOuts: 0,
    triggered: 0,
  };
  const asked = new Sums();
  let failed: { seed: number; failure: Failure } | undefined;
  const rate = (): string => {
    const seconds = (systemClock.monotonic() - startedMs) / 1_000;
    return `${sums.seeds} of ${count} seeds, ${sums.events} events in ${seconds.toFixed(0)} s, ${Math.round(sums.events / seconds)} a second`;
  };
  const cancel = systemClock.every(TELL_EVERY_MS, () => console.log(rate()));
  const onEnded = (seed: number, { failure, figures }: Ended): boolean => {
    sums.seeds += 1;
    if (failure) failed ??= { seed, failure };
    if (figures)
      for (const name of ['ticks', 'orders', 'options', 'journals', 'processes', 'stopOuts', 'triggered'] as const)
        sums[name] += figures[name];
    if (figures) asked.add(figures.askings);
    return failed === undefined;
  };
  await runAll({
    seeds: Array.from({ length: count }, (_, at) => first + at),
    events,
    threads: values.threads === undefined ? undefined : whole('threads', values.threads),
    onEvents: (done) => {
      sums.events += done;
    },
    onEnded,
  });
  cancel();
  console.log(rate());
  if (!failed) {
    const { ticks, orders, options, journals, processes, stopOuts, triggered } = sums;
    console.log(
      `${ticks} ticks, ${orders} forex orders, ${options} options, ${journals} journals; ${triggered} triggers, ${stopOuts} stop-outs; ` +
        `${processes} processes, all but ${sums.seeds} of them killed or restarted. All promises hold.`,
    );
    console.log(asked.told());
    if (!asked.enough) console.error('Less than half of what was asked is what no screen would send.');
    return asked.enough;
  }
  console.error(`\nSeed ${failed.seed} of ${events} events breaks a promise.`);
  told(failed.failure);
  const small = await shrink(caseOf(failed.seed, events), failed.failure, {
    play: run,
    clock: systemClock,
    limitMs: SHRINK_LIMIT_MS,
  });
  console.error(`\n${small.case.events.length} events are enough (${small.runs} runs): ${small.failure.message}`);
  if (values.keep === 'yes')
    console.error(`Kept. Again: npm run simulate -- --replay ${path.relative('', keep(small))}`);
  return false;
}

const good = values.replay === undefined ? await many() : await replay(values.replay);
process.exitCode = good ? 0 : 1;
