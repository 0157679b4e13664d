// A push service of tests: takes what a server sends to a browser, and opens it as that browser would (RFC 8188, RFC 8291).

import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestBrowser {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** What it was sent, opened. */
  readonly got: unknown[];
  /** What the service answers of it from now on. */
  status: number;
}

export interface PushService {
  readonly origin: string;
  readonly requests: http.IncomingMessage[];
  browser(): TestBrowser;
  close(): Promise<void>;
}

const expand = (salt: Buffer, secret: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/** salt(16) | record size(4) | length of the sender's key(1) | key | one record that ends with 2. */
function opened(body: Buffer, own: ECDH, auth: Buffer): string {
  const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)];
  const [sender, record] = [body.subarray(21, 21 + length), body.subarray(21 + length)];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const secret = expand(auth, own.computeSecret(sender), info, 32);
  const key = expand(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = expand(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}

/** Who says that they send: the public key, once its signature holds. Throws where it does not. */
export function senderOf(authorization: string, origin: string): string {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const good = verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url'));
  const { aud }: { aud?: unknown } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  if (!good || aud !== origin) throw new Error('the sender is not who they say');
  return key;
}

export async function openPushService(): Promise<PushService> {
  const requests: http.IncomingMessage[] = [];
  const browsers = new Map<string, { shown: TestBrowser; open: (body: Buffer) => unknown }>();
  const server = http.createServer((request, response) => {
    requests.push(request);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const found = browsers.get(request.url ?? '');
      const status = found?.shown.status ?? 404;
      if (found && status === 201) found.shown.got.push(found.open(Buffer.concat(chunks)));
      response.writeHead(status, status === 302 ? { location: '/stolen' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    origin,
    requests,
    browser() {
      const own = createECDH('prime256v1');
      const [p256dh, auth] = [own.generateKeys(), randomBytes(16)];
      const path = `/push/${browsers.size + 1}`;
      const shown: TestBrowser = {
        endpoint: `${origin}${path}`,
        p256dh: p256dh.toString('base64url'),
        auth: auth.toString('base64url'),
        got: [],
        status: 201,
      };
      browsers.set(path, { shown, open: (body) => JSON.parse(opened(body, own, auth)) });
      return shown;
    },
    close: () => new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve()))),
  };
}
