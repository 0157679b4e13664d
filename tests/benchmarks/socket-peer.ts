// The peer: a plain ws server that sends each update to each client by one ws.send, as fast as it can while it is told to.

import { WebSocketServer } from 'ws';

const [, , updates = '[]'] = process.argv;
/** Texts of updates as the product sends them. */
const texts: readonly string[] = JSON.parse(updates);
/** What may wait for one client before the next update is given out. */
const MOST_UNSENT = 64 * 1024;

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, clientTracking: true });
let running = false;
let next = 0;

function give(): void {
  if (!running) return;
  const text = texts[next % texts.length] ?? '';
  next += 1;
  let full = false;
  for (const client of server.clients) {
    client.send(text);
    if (client.bufferedAmount > MOST_UNSENT) full = true;
  }
  if (full) setTimeout(give, 1);
  else setImmediate(give);
}

server.on('connection', (client) => client.on('error', () => {}));
server.on('listening', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' && address ? `ws://127.0.0.1:${address.port}` : '');
});
process.on('message', (on: boolean) => {
  running = on;
  if (on) give();
});
process.on('disconnect', () => process.exit(0));
