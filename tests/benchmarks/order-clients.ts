// Load from its own process: each connection is a demo user who opens and closes one small position after another, a tenth of them options.

import { Agent, request } from 'node:http';

const [, , base = '', connections = '64', ms = '4000'] = process.argv;
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });

interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: { readonly token?: string; readonly Id?: string };
}

function call(path: string, body: object, token = ''): Promise<Envelope> {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      base + path,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          authorization: token,
          lang: 'en',
        },
      },
      (answer) => {
        let got = '';
        answer.setEncoding('utf8');
        answer.on('data', (piece: string) => {
          got += piece;
        });
        answer.on('end', () => resolve(JSON.parse(got)));
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

const latenciesMs: number[] = [];

async function timed(path: string, body: object, token: string): Promise<Envelope> {
  const start = performance.now();
  const answer = await call(path, body, token);
  latenciesMs.push(performance.now() - start);
  if (answer.code !== 1) throw new Error(`${path}: ${answer.msg}`);
  return answer;
}

async function client(until: number, token: string): Promise<void> {
  for (let n = 0; performance.now() < until; n += 1) {
    if (n % 10 === 9) {
      await timed('/v2/api/micro/submit', { forex_id: 1, type: 1, number: '10', seconds: '30' }, token);
      continue;
    }
    const order = await timed(
      '/v2/api/forex/submit',
      { type: 1, cont: '0.01', forex_id: 1, status: 1, multiple: '100' },
      token,
    );
    await timed('/v2/api/forex/close', { id: order.data.Id }, token);
  }
}

const tokens = await Promise.all(
  Array.from(
    { length: Number(connections) },
    async () => (await call('/api/user/createAccountDemoForU', {})).data.token ?? '',
  ),
);
const until = performance.now() + Number(ms);
await Promise.all(tokens.map((token) => client(until, token)));
latenciesMs.sort((a, b) => a - b);
const at = (share: number): number => Math.round((latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0) * 10) / 10;
process.send?.({ orders: latenciesMs.length, p50Ms: at(0.5), p99Ms: at(0.99) }, () => process.exit(0));
