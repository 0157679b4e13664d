// An image that only its viewer may see: its link is good for five minutes. Fetched, it stays as long as its screen, and no address of it is left.

import { readEnvelope } from '@fairtick/contract/client/envelope';
import { ApiError } from '@fairtick/contract/client/failures';
import { noteCall } from './activity.ts';
import { settingsStore } from './settings.ts';

/** Throws ApiError where it does not come: its link ended after five minutes, or it is not for this viewer. */
export async function fetchImage(link: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(link, { signal, cache: 'no-store', headers: { lang: settingsStore.get().lang } });
  noteCall();
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('image/')) {
    const refusal = readEnvelope(await response.text());
    throw new ApiError('refused', refusal?.code ?? 0, refusal?.msg ?? '');
  }
  return await response.blob();
}
