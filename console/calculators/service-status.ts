// Lines of a difference between two versions of the service's status, so that people compare them in words.

import { STATUS_FIELDS, type StatusField } from '@fairtick/contract/service-status';

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
