// An image that only its viewer may fetch: asked for with the token, never by an address alone.

import { ApiError } from '@fairtick/contract/client/failures';
import { noteCall } from './activity.ts';
import { sessionStore } from './session.ts';

/** Throws ApiError where it does not come: its link ended after five minutes, or it is not for this viewer. */
export async function fetchImage(link: string, signal: AbortSignal): Promise<Blob> {
  const { token } = sessionStore.get();
  const response = await fetch(link, {
    signal,
    cache: 'no-store',
    headers: token === undefined ? {} : { authorization: token },
  });
  noteCall();
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || !type.startsWith('image/')) throw new ApiError('refused', 0, '');
  return await response.blob();
}
