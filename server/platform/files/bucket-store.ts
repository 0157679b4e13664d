// Sealed bytes in a bucket that speaks S3: put, get and delete, signed with AWS Signature Version 4.

import { hash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { S3Place } from '../config/outside.ts';
import { assertName, type FileStore, MAX_FILE_BYTES } from './store.ts';

const ANSWER_LIMIT_MS = 15_000;
const RETRIES = 2;

export class BucketStore implements FileStore {
  readonly #client: AwsClient;
  readonly #base: string;

  constructor({ url, region, bucket, key, secret }: S3Place) {
    const account = { accessKeyId: key, secretAccessKey: secret };
    this.#client = new AwsClient({ ...account, region, service: 's3', retries: RETRIES });
    this.#base = `${url.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}/`;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const response = await this.#send('PUT', name, bytes);
    if (!response.ok) throw refused('PUT', response);
  }

  async get(name: string): Promise<Uint8Array | undefined> {
    const response = await this.#send('GET', name);
    if (response.status === 404) return undefined;
    if (!response.ok) throw refused('GET', response);
    const length = Number(response.headers.get('content-length'));
    if (!(length > 0 && length <= MAX_FILE_BYTES)) throw new Error(`the bucket answers with ${length} bytes`);
    return new Uint8Array(await response.arrayBuffer());
  }

  async delete(name: string): Promise<void> {
    const response = await this.#send('DELETE', name);
    if (!response.ok && response.status !== 404) throw refused('DELETE', response);
  }

  async #send(method: string, name: string, bytes?: Uint8Array): Promise<Response> {
    assertName(name);
    const response = await this.#client.fetch(this.#base + name, {
      method,
      // The signature covers the bytes, too.
      headers: { 'x-amz-content-sha256': hash('sha256', bytes ?? '', 'hex') },
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      redirect: 'error',
      ...(bytes ? { body: new Uint8Array(bytes) } : {}),
    });
    // A body that nobody reads keeps the connection.
    if (method !== 'GET' || !response.ok) await response.body?.cancel();
    return response;
  }
}

const refused = (method: string, { status }: Response): Error => new Error(`the bucket answers ${status} to ${method}`);
