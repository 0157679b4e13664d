// A stand-in for the app in tests that kill processes: opens the embedded database, adds a row, holds on until SIGTERM.

import { startEmbedded } from '@fairtick/server/platform/database/embedded';
import { connectOwner } from '@fairtick/server/platform/database/pools';

const started = await startEmbedded({
  dataDir: process.argv[2] ?? '',
  onNotice: (text) => console.log(`notice ${text}`),
});
if (!started.ok) {
  console.log(`refused ${started.error}`);
  process.exit(1);
}
const database = started.value;
const owner = await connectOwner(database.ownerUrl);
await owner.query('CREATE TABLE IF NOT EXISTS start_count (a int)');
await owner.query('INSERT INTO start_count VALUES (1)');
const rows = await owner.query('SELECT 1 FROM start_count');
await owner.end();
// Before the word 'ready': who reads it may send the signal in the same moment.
const keepAlive = setInterval(() => {}, 60_000);
process.once('SIGTERM', () => {
  clearInterval(keepAlive);
  void database.stop();
});
console.log(`ready ${database.adopted ? 'adopted' : 'embedded'} rows=${rows.rowCount}`);
