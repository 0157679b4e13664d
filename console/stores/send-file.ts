// Sends a file with a call: what the contract calls multipart does not go by `call`.

import { endpoints } from 'virtual:staff-contract';
import { readEnvelope } from '@fairtick/contract/client/envelope';
import { failureOf } from '@fairtick/contract/client/failures';
import { newKey } from '@fairtick/contract/client/request';
import { UPLOAD_FIELD } from '@fairtick/contract/endpoint';
import { systemEntropy } from '@fairtick/kernel/random';
import { noteCall } from './activity.ts';
import type { StaffEndpoint, StaffInput } from './api.ts';
import { forgetSession, sessionStore } from './session.ts';
import { settingsStore } from './settings.ts';

/** The answer's data. Throws ApiError. */
export async function sendFile<N extends Extract<StaffEndpoint, 'content_write' | 'content_picture'>>(
  name: N,
  input: StaffInput<N>,
  file: Blob,
): Promise<unknown> {
  const [, path] = endpoints[name] ?? [];
  if (path === undefined) throw new Error(`no call named ${name}`);
  const form = new FormData();
  for (const [field, value] of Object.entries(input)) form.set(field, String(value));
  form.set(UPLOAD_FIELD, file, 'file');
  const headers: Record<string, string> = { lang: settingsStore.get().lang, 'Idempotency-Key': newKey(systemEntropy) };
  const { token } = sessionStore.get();
  if (token !== undefined) headers.authorization = token;
  let text: string;
  try {
    text = await (await fetch(path, { method: 'POST', headers, body: form })).text();
  } catch {
    throw failureOf({ kind: 'lost' }, true, true);
  }
  const envelope = readEnvelope(text);
  if (!envelope) throw failureOf({ kind: 'lost' }, true, true);
  noteCall();
  if (envelope.code === 1) return envelope.data;
  const failure = failureOf({ kind: 'answer', envelope }, true, false);
  if (failure.code === 999) forgetSession('expired');
  throw failure;
}
