// npm run bench: speeds as ratios against a peer measured in the same run, because machines are noisy. Names as arguments choose: engine, orders,
// bursts, reads, socket, sign-in, uploads, first-screen, rebuild, scale, ledger, queues, search, followers, fund-days; `versions FOLDER` compares with another version.

import { benchBursts } from './bursts.ts';
import { benchEngine } from './engine.ts';
import { benchFirstScreen } from './first-screen.ts';
import { benchFollowers } from './followers.ts';
import { benchFundDays } from './fund-days.ts';
import { benchLedger } from './ledger.ts';
import { benchOrders } from './orders.ts';
import { benchQueues } from './queues.ts';
import { benchReads } from './reads.ts';
import { benchRebuild } from './rebuild.ts';
import { benchScale } from './scale.ts';
import { benchSearch } from './search.ts';
import { benchSignIn } from './sign-in.ts';
import { benchSocket } from './socket.ts';
import { benchUploads } from './uploads.ts';
import { benchVersions } from './versions.ts';

const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  engine: benchEngine,
  orders: benchOrders,
  bursts: benchBursts,
  reads: benchReads,
  socket: benchSocket,
  'sign-in': benchSignIn,
  uploads: benchUploads,
  'first-screen': benchFirstScreen,
  rebuild: benchRebuild,
  scale: benchScale,
  ledger: benchLedger,
  queues: benchQueues,
  search: benchSearch,
  followers: benchFollowers,
  'fund-days': benchFundDays,
};

const wanted = process.argv.slice(2);
// Needs another version's folder, so it is none of those that run without a word.
if (wanted[0] === 'versions') {
  await benchVersions(wanted[1] ?? '');
  process.exit(0);
}
for (const [name, run] of Object.entries(BENCHES)) {
  if (wanted.length === 0 || wanted.includes(name)) await run();
}
process.exit(0);
