// One HTTP connection that asks and counts: a request is bytes made beforehand, an answer is cut by its length and neither kept nor parsed.
// The client shares the machine with what it measures, so what it costs is taken from the server.

import { connect, type Socket } from 'node:net';

const END = Buffer.from('\r\n\r\n');
const LENGTH = Buffer.from('content-length: ');
const ACCEPTED = Buffer.from('HTTP/1.1 200 ');
const NEW_LINE = 13;
const ZERO = 48;

export interface ReadWire {
  /** Asks one request after the other until then; the answers' count. Throws where one is not 200. */
  ask(requests: readonly Buffer[], untilMs: number, latenciesMs: number[]): Promise<number>;
  close(): void;
}

export async function openReadWire(url: string): Promise<ReadWire> {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('error', reject);
  });
  return {
    ask: (requests, untilMs, latenciesMs) => askOver(socket, requests, untilMs, latenciesMs),
    close: () => socket.destroy(),
  };
}

function askOver(socket: Socket, requests: readonly Buffer[], untilMs: number, latenciesMs: number[]): Promise<number> {
  return new Promise((resolve, reject) => {
    let asked = Math.floor(latenciesMs.length * 7) % requests.length;
    let answered = 0;
    let missing = 0;
    let sentMs = 0;
    const end = (done: () => void): void => {
      socket.removeAllListeners('data').removeAllListeners('close').removeAllListeners('error');
      done();
    };
    const next = (): void => {
      sentMs = performance.now();
      asked = asked + 1 === requests.length ? 0 : asked + 1;
      socket.write(requests[asked] ?? '');
    };
    const take = (piece: Buffer): void => {
      missing = missing === 0 ? restOf(piece) : missing - piece.length;
      if (missing > 0) return;
      const now = performance.now();
      latenciesMs.push(now - sentMs);
      answered += 1;
      if (now < untilMs) next();
      else end(() => resolve(answered));
    };
    const fail = (error: Error): void => end(() => reject(error));
    socket.on('data', (piece) => {
      try {
        take(piece);
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    });
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('the connection ended')));
    next();
  });
}

/** Bytes of the answer that are still to come after its first piece, which holds all its headers. */
function restOf(piece: Buffer): number {
  const cut = piece.indexOf(END);
  const at = piece.indexOf(LENGTH);
  if (cut < 0 || at < 0 || at > cut || piece.compare(ACCEPTED, 0, ACCEPTED.length, 0, ACCEPTED.length) !== 0)
    throw new Error(`no answer of ours: ${piece.toString('latin1', 0, 200)}`);
  let length = 0;
  for (let i = at + LENGTH.length; piece[i] !== NEW_LINE; i += 1) length = length * 10 + (piece[i] ?? ZERO) - ZERO;
  return cut + END.length + length - piece.length;
}
