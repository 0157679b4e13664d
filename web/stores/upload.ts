// Sends a photo and tells how far it is: fetch cannot say that of what it sends, so this one call goes by XMLHttpRequest.

import { endpoints } from 'virtual:contract';
import { readEnvelope } from '@fairtick/contract/client/envelope';
import { ApiError, failureOf } from '@fairtick/contract/client/failures';
import { isRecord } from '@fairtick/contract/client/is-record';
import { UPLOAD_FIELD } from '@fairtick/contract/endpoint';
import { heedExpiry, requestHeaders } from './api.ts';

/** 10 MB over a slow network take most of a minute. */
const LIMIT_MS = 90_000;

/** The link by which a later call names the photo. `progress` hears the share that was sent, 0 to 1. Throws ApiError. */
export function sendPhoto(photo: Blob, progress: (share: number) => void, signal: AbortSignal): Promise<string> {
  const [, path] = endpoints.image_upload ?? [];
  if (path === undefined) throw new Error('no call named image_upload');
  const form = new FormData();
  form.set(UPLOAD_FIELD, photo, 'photo.jpg');
  const request = new XMLHttpRequest();
  request.open('POST', path);
  for (const [name, value] of Object.entries(requestHeaders())) request.setRequestHeader(name, value);
  request.timeout = LIMIT_MS;
  signal.addEventListener('abort', () => request.abort());
  request.upload.addEventListener('progress', ({ loaded, total }) => progress(total > 0 ? loaded / total : 0));
  return new Promise((resolve, reject) => {
    request.addEventListener('loadend', () => {
      if (signal.aborted) return reject(new ApiError('cancelled', 0, ''));
      const envelope = readEnvelope(request.responseText);
      if (envelope?.code === 1 && isRecord(envelope.data) && typeof envelope.data.url === 'string')
        return resolve(envelope.data.url);
      // A photo that arrived and was not heard of again lies unused and is swept: nothing is done twice.
      const failed = envelope
        ? failureOf({ kind: 'answer', envelope }, false, false)
        : failureOf({ kind: 'lost' }, false, true);
      heedExpiry(failed);
      reject(failed);
    });
    request.send(form);
  });
}
