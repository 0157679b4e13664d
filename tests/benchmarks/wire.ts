// One HTTP connection written for load: whole requests in one piece, answers cut by their length, nothing parsed that is not asked for. The
// client shares the machine with what it measures, so what it costs is taken from the server.

import { connect, type Socket } from 'node:net';

const BODY = '\r\n\r\n';
const LENGTH = 'content-length: ';

export interface Wire {
  /** The answer's body, one request at a time. Rejects when the connection ends. */
  call(path: string, body: string, headers: string): Promise<string>;
  close(): void;
}

export async function openWire(appUrl: string): Promise<Wire> {
  const url = new URL(appUrl);
  const socket: Socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('error', reject);
  });
  let got = '';
  let waiting: { resolve: (body: string) => void; reject: (error: Error) => void } | undefined;
  socket.setEncoding('latin1');
  socket.on('data', (piece: string) => {
    got = got === '' ? piece : got + piece;
    const cut = got.indexOf(BODY);
    if (cut < 0) return;
    const at = got.indexOf(LENGTH);
    const length = Number.parseInt(got.slice(at + LENGTH.length, at + LENGTH.length + 8), 10);
    if (got.length < cut + BODY.length + length) return;
    const body = got.slice(cut + BODY.length);
    got = '';
    waiting?.resolve(body);
  });
  const end = (): void => waiting?.reject(new Error('the connection ended'));
  socket.on('error', end);
  socket.on('close', end);
  return {
    call: (path, body, headers) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(
          `POST ${path} HTTP/1.1\r\nhost: bench\r\nlang: en\r\ncontent-type: application/json\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`,
          'latin1',
        );
      }),
    close: () => socket.destroy(),
  };
}

/** The text between `before` and the next quote; '' where there is none. For plain ids and tokens only. */
export function between(body: string, before: string): string {
  const at = body.indexOf(before);
  return at < 0 ? '' : body.slice(at + before.length, body.indexOf('"', at + before.length));
}

export const isAccepted = (body: string): boolean => body.startsWith('{"code":1,');

/** A full machine may be without a fresh price for a moment; whoever waits for one goes on waiting. */
export const isStale = (body: string): boolean => body.startsWith('{"code":2003,');
