// What a page's scripts, or other files, took on the wire, as a real browser counts it.

import type { CDPSession } from 'playwright-core';

export interface Weighed {
  /** Headers of the answer included. */
  readonly bytes: number;
  /** The smallest files come as they are. */
  readonly encoding: string;
}

/** By address; filled as the page loads. Asks for gzip: the smaller Brotli is what most phones get, limits are for those that get gzip. */
export async function watchFiles(
  client: CDPSession,
  types: readonly string[] = ['Script'],
): Promise<ReadonlyMap<string, Weighed>> {
  const began = new Map<string, { url: string; encoding: string }>();
  const weighed = new Map<string, Weighed>();
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    const encoding = response.headers['content-encoding'] ?? 'plain';
    if (types.includes(type)) began.set(requestId, { url: response.url, encoding });
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = began.get(requestId);
    if (file) weighed.set(file.url, { bytes: encodedDataLength, encoding: file.encoding });
  });
  await client.send('Network.enable');
  await client.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': 'gzip' } });
  return weighed;
}
