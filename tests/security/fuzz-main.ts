// `npm run fuzz -- [--calls N] [--seed S] [--clients N] [--what users,staff,sockets]`: malformed calls and broken socket clients in any number, on a database of its own.

import { parseArgs } from 'node:util';
import { systemClock } from '@fairtick/kernel/clock';
import { setup, teardown } from '../harness/global-setup.ts';
import { fuzzHttp, shownReport } from './http-fuzz.ts';
import { startLiveApp } from './live-app.ts';
import { fuzzSocket, shownSocketReport } from './socket-fuzz.ts';
import { fuzzStaff, shownStaffReport } from './staff-fuzz.ts';

const PROGRESS_CALLS = 5_000;

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '100000' },
    clients: { type: 'string', default: '2000' },
    what: { type: 'string', default: 'users,staff,sockets' },
    seed: { type: 'string', default: String(systemClock.now() % 2 ** 32) },
  },
});
const [calls, clients, seed] = [values.calls, values.clients, values.seed].map(Number);
if (
  calls === undefined ||
  clients === undefined ||
  seed === undefined ||
  ![calls, clients, seed].every(Number.isSafeInteger)
) {
  console.error('--calls, --clients and --seed take whole numbers.');
  process.exit(2);
}

const PARTS = ['users', 'staff', 'sockets'];
const what = values.what.split(',');
if (!what.every((part) => PARTS.includes(part))) {
  console.error(`--what takes some of ${PARTS.join(', ')}, with commas between.`);
  process.exit(2);
}

await setup();
const app = await startLiveApp();
try {
  const startedMs = systemClock.monotonic();
  const onProgress = (done: number): void => {
    if (done % PROGRESS_CALLS !== 0) return;
    const perSecond = Math.round(done / ((systemClock.monotonic() - startedMs) / 1_000));
    console.log(`${done} of ${calls} calls, ${perSecond} a second`);
  };
  let problems = 0;
  if (what.includes('users')) {
    const report = await fuzzHttp(app, { calls, seed, onProgress });
    console.log(shownReport(report));
    problems += report.problems.length;
  }
  if (what.includes('staff')) {
    const report = await fuzzStaff(app, { calls, seed, onProgress });
    console.log(shownStaffReport(report));
    problems += report.problems.length;
  }
  if (what.includes('sockets')) {
    const report = await fuzzSocket(app, { clients, seed });
    console.log(shownSocketReport(report));
    problems += report.problems.length;
  }
  console.log(problems === 0 ? 'nothing broke' : `${problems} promises broken; --seed ${seed} shows them again`);
  process.exitCode = problems === 0 ? 0 : 1;
} finally {
  await app.stop();
  await teardown();
}
