// What every answer of the server is wrapped in, and the three ways in which one try for it can end.

import type { ErrorCode } from '../errors.ts';
import { isRecord } from './is-record.ts';

export interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}
export type Attempt =
  | { readonly kind: 'answer'; readonly envelope: Envelope }
  | { readonly kind: 'unavailable'; readonly envelope: Envelope | undefined }
  | { readonly kind: 'lost' };

export const DONE = 1;
export const SESSION_EXPIRED: ErrorCode<'SESSION_EXPIRED'> = 999;
export const INTERNAL: ErrorCode<'INTERNAL'> = 1000;
export const CLOSING_ONLY: ErrorCode<'CLOSING_ONLY'> = 1012;
export const OUTCOME_UNKNOWN: ErrorCode<'OUTCOME_UNKNOWN'> = 1009;

/** undefined where the text is no envelope: whoever answered was not our server. */
export function readEnvelope(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || typeof value.code !== 'number') return undefined;
    return { code: value.code, msg: typeof value.msg === 'string' ? value.msg : '', data: value.data };
  } catch {
    return undefined;
  }
}
