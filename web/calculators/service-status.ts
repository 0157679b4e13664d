// What of the service's status is said to a user, and where its address may lead.

import { APP_VERSION } from '@fairtick/contract/app-version';
import type { AnswerOf } from '@fairtick/contract/http/index';

export type MainStatus = AnswerOf<'main_status'>;

/** How what was announced of its times is said. */
export type TimesKey = 'times.both' | 'times.from' | 'times.until' | 'times.soon' | 'times.unsaid' | 'times.late';

/** The status that is said: none while the service is open, nor to an app that is new enough. */
export const saidStatus = ({ status, min_version }: MainStatus, version = APP_VERSION): 1 | 2 | 3 | 4 | undefined =>
  status === 0 || (status === 4 && version >= min_version) ? undefined : status;

export function timesKey({ status, from, until }: MainStatus, nowMs: number): TimesKey | undefined {
  if (status === 4) return undefined;
  if (until !== 0 && until <= nowMs) return 'times.late';
  if (from > nowMs) return until === 0 ? 'times.from' : 'times.both';
  if (until !== 0) return 'times.until';
  return status === 1 ? 'times.soon' : 'times.unsaid';
}

/**
 * Where it leads: a path of this origin, or a host that is shown beside the link. The server asks for no more than these; what it may send one day is not
 * followed either.
 */
export function statusLink(url: string): { readonly href: string; readonly host: string } | undefined {
  if (/^\/(?![/\\])/.test(url)) return { href: url, host: '' };
  if (!url.startsWith('https://') || !URL.canParse(url)) return undefined;
  const { host, href } = new URL(url);
  return { href, host };
}
