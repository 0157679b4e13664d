// Takes a ledger along as a file: it comes without an envelope, so it goes by fetch; a refusal comes as one all the same.

import { readEnvelope } from '@fairtick/contract/client/envelope';
import { type ApiError, failureOf } from '@fairtick/contract/client/failures';
import { heedExpiry, requestHeaders } from './api.ts';
import { sayToast, toastOf } from './toast.ts';

const PATH = '/v3/api/ledger.csv';

/** Of one account, of one kind and of some days where they are not ''. */
type WantedSheet = Readonly<Record<'account' | 'type' | 'from' | 'to', string>>;

/** Says what was refused. */
export async function saveLedger(wanted: WantedSheet): Promise<void> {
  const file = await readSheet(wanted);
  if (!file) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `ledger-${wanted.account}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** undefined where it was refused, which is said. */
export async function readSheet(wanted: WantedSheet): Promise<Blob | undefined> {
  const file = await fetchSheet(new URLSearchParams(wanted));
  if (file instanceof Blob) return file;
  heedExpiry(file);
  sayToast(toastOf(file));
  return undefined;
}

async function fetchSheet(query: URLSearchParams): Promise<Blob | ApiError> {
  try {
    const response = await fetch(`${PATH}?${query}`, { headers: requestHeaders() });
    if (response.ok && response.headers.get('content-type')?.startsWith('text/csv')) return await response.blob();
    const envelope = readEnvelope(await response.text());
    return envelope ? failureOf({ kind: 'answer', envelope }, false, false) : failureOf({ kind: 'lost' }, false, false);
  } catch {
    return failureOf({ kind: 'lost' }, false, false);
  }
}
