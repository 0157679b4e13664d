// Load from its own process: as many connections as are asked for, each with one request after the other. Told by message what to ask, answers
// with what it counted.

import { openReadWire } from './read-wire.ts';

export interface ReadsOrder {
  readonly url: string;
  /** Asked in turn by each connection. */
  readonly requests: readonly { readonly path: string; readonly token: string }[];
  readonly connections: number;
  readonly ms: number;
}

export interface ReadsReport {
  readonly perSecond: number;
  readonly answers: number;
  readonly p99Ms: number;
}

async function run({ url, requests, connections, ms }: ReadsOrder): Promise<ReadsReport> {
  const bytes = requests.map(({ path, token }) =>
    Buffer.from(
      `GET ${path} HTTP/1.1\r\nhost: bench\r\nlang: en\r\naccept-encoding: gzip, deflate\r\n${token === '' ? '' : `authorization: ${token}\r\n`}\r\n`,
      'latin1',
    ),
  );
  const wires = await Promise.all(Array.from({ length: connections }, () => openReadWire(url)));
  const latenciesMs: number[] = [];
  const start = performance.now();
  const counts = await Promise.all(wires.map((wire) => wire.ask(bytes, start + ms, latenciesMs)));
  const seconds = (performance.now() - start) / 1_000;
  for (const wire of wires) wire.close();
  const answers = counts.reduce((all, one) => all + one, 0);
  latenciesMs.sort((a, b) => a - b);
  return { perSecond: answers / seconds, answers, p99Ms: latenciesMs[Math.floor(answers * 0.99)] ?? 0 };
}

process.on('message', (order: ReadsOrder) => {
  run(order).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
