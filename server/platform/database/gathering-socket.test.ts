import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { GatheringSocket } from './gathering-socket.ts';

test('what is corked without waiting leaves in one piece and in order, and what comes later by itself', async () => {
  let got = '';
  const server = createServer((peer) => peer.on('data', (bytes) => (got += bytes.toString())));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const socket = new GatheringSocket();
  socket.connect(address.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.resume();
  const statement = (text: string): void => {
    socket.cork();
    socket.write(text);
    socket.uncork();
  };
  statement('a');
  statement('b');
  statement('c');
  expect(socket.writableLength).toBe(3);
  await new Promise((turn) => setImmediate(turn));
  expect(socket.writableLength).toBe(0);
  statement('d');
  socket.end();
  await once(socket, 'close');
  server.close();
  await once(server, 'close');
  expect(got).toBe('abcd');
});
