// What a page's scripts took on the wire, as a real browser counts it.

import type { CDPSession } from 'playwright-core';

export interface Weighed {
  /** Headers of the answer included. */
  readonly bytes: number;
  /** The smallest files come as they are. */
  readonly encoding: string;
}

/** By address; filled as the page loads. Asks for gzip: the smaller Brotli is what most phones get, limits are for those that get gzip. */
export async function watchScripts(client: CDPSession): Promise<ReadonlyMap<string, Weighed>> {
  const began = new Map<string, { url: string; encoding: string }>();
  const weighed = new Map<string, Weighed>();
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    const encoding = response.headers['content-encoding'] ?? 'plain';
    if (type === 'Script') began.set(requestId, { url: response.url, encoding });
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const script = began.get(requestId);
    if (script) weighed.set(script.url, { bytes: encodedDataLength, encoding: script.encoding });
  });
  await client.send('Network.enable');
  await client.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': 'gzip' } });
  return weighed;
}
