// Plays every shared recording whole, at high speed, with users trading at random, and has each order recomputed by recheck.mjs.
// Usage: node tests/independent/full-replay.ts [name of one session]. Minutes; ends with 1 on any disagreement.

import { recordingsDir } from '../harness/recordings.ts';
import { runSession, type SessionOptions } from './session.ts';

const from = recordingsDir();
const SESSIONS: Readonly<Record<string, Pick<SessionOptions, 'cuts' | 'codes' | 'speed' | 'reach'>>> = {
  // 96 hours, 48 of them a weekend.
  payrolls: {
    cuts: [{ file: 'EURUSD.ticks.2014-05-02_05.csv.gz' }, { file: 'NZDUSD.ticks.2014-05-02_05.csv.gz' }],
    codes: ['EURUSD', 'NZDUSD'],
    speed: 3_000,
    reach: 0.0015,
  },
  rates: {
    cuts: ['EURUSD', 'USDJPY', 'USDCHF'].map((code) => ({ file: `${code}.ticks.2016-01-04_05.csv.gz` })),
    codes: ['EURUSD', 'USDJPY', 'USDCHF'],
    speed: 1_000,
    reach: 0.0015,
  },
  gold: { cuts: [{ file: 'XAUUSD.ticks.2014-05-01.csv.gz' }], codes: ['XAUUSD'], speed: 1_000, reach: 0.003 },
  crossed: { cuts: [{ file: 'EURUSD-FXCM.ticks.2014-05-02.csv.gz' }], codes: ['EURUSD'], speed: 1_000, reach: 0.0015 },
};

const [wanted] = process.argv.slice(2);
if (from === undefined) {
  console.error('The recordings are not on this machine: name their folder in RECORDINGS_DIR.');
  process.exitCode = 2;
} else {
  for (const [name, options] of Object.entries(SESSIONS)) {
    if (wanted !== undefined && wanted !== name) continue;
    console.log(`── ${name}`);
    const begun = performance.now();
    const session = await runSession({
      ...options,
      from,
      seed: 7,
      users: 8,
      withMicro: true,
      onNote: (text) => console.log(`${((performance.now() - begun) / 1_000).toFixed(0)} s: ${text}`),
    });
    console.log(session.verdict.output);
    console.log(session.said);
    if (session.verdict.exitCode !== 0) {
      process.exitCode = 1;
      console.log(`kept for a closer look: ${session.evidenceFile}`);
    } else session.remove();
  }
}
