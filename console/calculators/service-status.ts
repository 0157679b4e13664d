// The service's status, read out of a setting's JSON so that people compare it in words. What is not of this shape is undefined: it is shown as it came.

import { isRecord } from '@fairtick/contract/client/is-record';

/** As the server names them, in the order in which people compare them. */
export const STATUS_FIELDS = ['status', 'reason', 'from', 'until', 'url', 'min_version'] as const;
export type StatusField = (typeof STATUS_FIELDS)[number];
export type StatusFacts = Readonly<Record<StatusField, string | number>>;

export function statusFacts(json: string): StatusFacts | undefined {
  const value = parsed(json);
  if (!isRecord(value)) return undefined;
  const { status, reason, from, until, url, min_version } = value;
  const told = typeof reason === 'string' && typeof url === 'string';
  if (!told || typeof status !== 'number' || typeof from !== 'number') return undefined;
  if (typeof until !== 'number' || typeof min_version !== 'number') return undefined;
  return { status, reason, from, until, url, min_version };
}

/** What of the status a line of a proposal's difference is about; undefined where it is about something else. */
export const statusField = (field: string): StatusField | undefined =>
  STATUS_FIELDS.find((one) => field === `value.${one}`);

/** One value of a difference, which is JSON; '' where there was none. */
export function statusFact(json: string): string | number {
  const value = parsed(json);
  return typeof value === 'string' || typeof value === 'number' ? value : '';
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
