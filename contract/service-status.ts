// The words of the service's status, and how a version of the setting is read. No schemas, so that the apps have it without them.

import { isRecord } from './client/is-record.ts';

/** Why it is what it is. */
export const STATUS_REASONS = ['none', 'maintenance', 'incident', 'market', 'law'] as const;
export type StatusReason = (typeof STATUS_REASONS)[number];

/**
 * 0 in service, 1 maintenance is announced, 2 closing only, 3 not served here (closing only too), 4 apps older than `min_version` must be loaded anew. None
 * stops closing, cancelling, withdrawing or reading.
 */
export type ServiceStatus = 0 | 1 | 2 | 3 | 4;

/** As the server names them, in the order in which people compare them. */
export const STATUS_FIELDS = ['status', 'reason', 'from', 'until', 'url', 'min_version'] as const;
export type StatusField = (typeof STATUS_FIELDS)[number];
export type StatusFacts = Readonly<Record<StatusField, string | number>>;

/** A version of the setting, which is JSON; undefined for what is not of its shape. */
export function statusFacts(json: string): StatusFacts | undefined {
  const value = parsed(json);
  if (!isRecord(value)) return undefined;
  const { status, reason, from, until, url, min_version } = value;
  const told = typeof reason === 'string' && typeof url === 'string';
  if (!told || typeof status !== 'number' || typeof from !== 'number') return undefined;
  if (typeof until !== 'number' || typeof min_version !== 'number') return undefined;
  return { status, reason, from, until, url, min_version };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Of 2 and 3: what opens, pays in, follows or buys is refused by the server, and held back by the app before anything is sent. */
export const closesEntrance = (status: number): boolean => status === 2 || status === 3;
