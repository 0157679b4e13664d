// A bucket that speaks as much S3 as files need: put, get and delete of objects. It checks every signature by its own reading of AWS's
// description, which aws-vectors.test.ts holds against AWS's published examples.

import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SignedRequest {
  readonly method: string;
  /** As on the wire: encoded, with its query. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Uint8Array | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** What the request's Authorization must end with. */
export function signatureOf({ method, target, headers }: SignedRequest, secret: string): string {
  const [, scope = '', names = ''] =
    /Credential=[^/]+\/([^,]+),\s*SignedHeaders=([^,]+),/.exec(headers.authorization ?? '') ?? [];
  const [date = '', region = '', service = ''] = scope.split('/');
  const [path = '', query = ''] = target.split('?');
  const parameters = query === '' ? [] : query.split('&').map((one) => (one.includes('=') ? one : `${one}=`));
  const lines = names.split(';').map((name) => `${name}:${(headers[name] ?? '').trim()}\n`);
  const canonical = [method, path, parameters.sort().join('&'), lines.join(''), names, headers['x-amz-content-sha256']];
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical.join('\n'))].join('\n');
  const key = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, date));
  return hmac(key, text).toString('hex');
}

export interface BucketServer {
  readonly url: string;
  /** Bytes by path. */
  readonly objects: Map<string, Buffer>;
  /** Method and status of each answer. */
  readonly answered: string[];
  /** The next requests are answered with this status. */
  fail(status: number, times: number): void;
  close(): Promise<void>;
}

export async function startBucket(accessKey: string, secret: string): Promise<BucketServer> {
  const objects = new Map<string, Buffer>();
  const answered: string[] = [];
  let failing = { status: 0, times: 0 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, Buffer.concat(chunks), response));
  });
  const answer = (request: IncomingMessage, body: Buffer, response: ServerResponse): void => {
    const status = statusOf(request, body);
    answered.push(`${request.method} ${status}`);
    const found = status === 200 && request.method === 'GET' ? objects.get(request.url ?? '') : undefined;
    response.writeHead(status, { 'content-length': found?.length ?? 0 }).end(found);
  };
  const statusOf = (request: IncomingMessage, body: Buffer): number => {
    if (failing.times > 0) {
      failing = { ...failing, times: failing.times - 1 };
      return failing.status;
    }
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const { method = '', url: target = '' } = request;
    const signed = `Signature=${signatureOf({ method, target, headers }, secret)}`;
    const good = headers.authorization?.includes(`Credential=${accessKey}/`) && headers.authorization.endsWith(signed);
    if (!good || headers['x-amz-content-sha256'] !== sha256(body)) return 403;
    if (method === 'PUT') objects.set(target, body);
    else if (method === 'DELETE') return objects.delete(target) ? 204 : 404;
    else return objects.has(target) ? 200 : 404;
    return 200;
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    objects,
    answered,
    fail(status, times) {
      failing = { status, times };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
