// A network between the app and PostgreSQL that can be cut at the moment of a COMMIT: before it arrives, or after, with the answer lost.

import * as net from 'node:net';

export type Cut = 'before_commit' | 'after_commit';

export interface CuttingProxy {
  /** `url` with this proxy's address in place of the server's. */
  through(url: string): string;
  /** Cuts the connection at its next COMMIT; the ones after that pass. */
  cutNext(cut: Cut): void;
  readonly cuts: number;
  close(): Promise<void>;
}

/** The simple query message `Q`, its length, COMMIT and a zero byte, as the protocol has it. */
const COMMIT = Buffer.concat([Buffer.from('Q'), Buffer.from([0, 0, 0, 11]), Buffer.from('COMMIT\0')]);
/** The server's word that it is done. */
const COMMITTED = Buffer.concat([Buffer.from('C'), Buffer.from([0, 0, 0, 11]), Buffer.from('COMMIT\0')]);

export async function openCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const folder = target.searchParams.get('host');
  const connect = (): net.Socket =>
    folder ? net.connect(`${folder}/.s.PGSQL.${target.port}`) : net.connect(Number(target.port), target.hostname);
  const sockets = new Set<net.Socket>();
  let armed: Cut | undefined;
  let cuts = 0;
  const server = net.createServer((client) => {
    const upstream = connect();
    let deaf = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (data) => {
      if (armed && data.includes(COMMIT)) {
        deaf = true;
        cuts += 1;
        if (armed === 'before_commit') client.destroy();
        else upstream.write(data);
        armed = undefined;
        return;
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      // Answers to what was sent before the COMMIT may come first; with its own the transaction has ended, and nobody is told.
      if (deaf && data.includes(COMMITTED)) client.destroy();
      else if (deaf) return;
      else client.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    through(url) {
      const changed = new URL(url);
      changed.searchParams.delete('host');
      changed.hostname = '127.0.0.1';
      changed.port = String(address.port);
      return changed.href;
    },
    cutNext(cut) {
      armed = cut;
    },
    get cuts() {
      return cuts;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
