// `npm run gap-player -- [--rounds N] [--seed S]`: plays several accounts against the house, each round on a database of its own, and says what came of it.

import { parseArgs } from 'node:util';
import { setup, teardown } from '../harness/global-setup.ts';
import { playGap } from './gap.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
if (!Number.isSafeInteger(rounds) || !Number.isSafeInteger(seed) || rounds < 1) {
  console.error('--rounds and --seed take whole numbers.');
  process.exit(2);
}

await setup();
let failed = 0;
let unpaid = 0;
try {
  for (let at = 0; at < rounds; at += 1) {
    const round = await playGap(seed + at);
    unpaid += round.unpaid;
    if (round.unpaid > 0 || round.broken.length > 0) failed += 1;
    const { plan, shock, gap, taken, refused, before, after, broken } = round;
    console.log(
      `${seed + at}: ${plan}, shock ${shock} %, gap ${gap} %: ${taken} positions taken, ${refused} refused; the house had ${before}, has ${after}; ` +
        `${round.unpaid} winners not paid${broken.length > 0 ? `; ${broken.join(', ')}` : ''}`,
    );
  }
} finally {
  await teardown();
}
console.log(`${rounds} rounds: ${unpaid} winners not paid, ${failed} rounds lost by the house.`);
process.exitCode = failed > 0 ? 1 : 0;
