// Feedback as rules: how much of it there may be, until when a complaint is answered, and what the staff may do with it. Pure.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import {
  FEEDBACK_LEAST,
  FEEDBACK_MOST,
  FEEDBACK_STATES,
  type FeedbackKind,
  type FeedbackState,
} from '@fairtick/contract/feedback-kinds';
import { leadsNowhere } from '@fairtick/contract/told-words';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { typedLines } from '@fairtick/kernel/typed-line';

const DAY_MS = 86_400_000;
/** In any 24 hours: of a user, and of a visitor's address. */
export const USER_LIMIT = 5;
export const ADDRESS_LIMIT = 3;
export const LIMIT_MS = DAY_MS;
/** A claim holds for so long, ms. */
export const CLAIM_MS = DAY_MS;
/** Words are kept for so long after it was closed, ms: two years. */
export const KEEP_MS = 730 * DAY_MS;
const COMPLAINT_DAYS = 15;

/** 1 received, 2 in work, 3 answered, 4 closed. */
export type Status = 1 | 2 | 3 | 4;
export const stateOf = (status: Status): FeedbackState => FEEDBACK_STATES[status - 1] ?? 'received';

/** What its writer can name it by: a complaint is told from the rest. */
export const numberOf = (kind: FeedbackKind, id: Id): string => `${kind === 'complaint' ? 'C' : 'F'}-${id}`;

/** Monday to Friday in UTC; `day` counts from 1970-01-01, a Thursday. */
const isWorkingDay = (day: number): boolean => (day + 3) % 7 < 5;

/** UTC ms: the end of the fifteenth working day after the day on which it came; public holidays are not left out. */
export function complaintDue(receivedMs: number): number {
  let day = Math.floor(receivedMs / DAY_MS);
  for (let left = COMPLAINT_DAYS; left > 0; ) {
    day += 1;
    if (isWorkingDay(day)) left -= 1;
  }
  return (day + 1) * DAY_MS;
}

/** RATE_LIMITED where `limit` came within the last 24 hours. `times`: of those, UTC ms, the oldest first. */
export function limitRefusal(times: readonly number[], limit: number, nowMs: number): Refusal | undefined {
  const oldest = times.at(-limit);
  if (oldest === undefined || oldest + LIMIT_MS <= nowMs) return undefined;
  return refuse('RATE_LIMITED', { seconds: String(Math.ceil((oldest + LIMIT_MS - nowMs) / 1_000)) });
}

/** What is kept of what somebody wrote; 10 to 2,000 signs of it. */
export function readText(typed: string): Result<string, Refusal> {
  const text = typedLines(typed);
  const signs = [...text].length;
  if (signs === 0) return err(refuse('VALUE_MISSING', { field: 'text' }));
  if (signs < FEEDBACK_LEAST) return err(refuse('TEXT_TOO_SHORT', { min: String(FEEDBACK_LEAST) }));
  if (signs > FEEDBACK_MOST) return err(refuse('TEXT_TOO_LONG', { max: String(FEEDBACK_MOST) }));
  return ok(text);
}

/** Likewise of the staff's answer, which leads nowhere. */
export function readAnswer(typed: string): Result<string, Refusal> {
  const text = readText(typed);
  return text.ok && !leadsNowhere(text.value) ? err(refuse('REASON_LEADS_AWAY')) : text;
}

export interface Claimed {
  readonly kind: FeedbackKind;
  readonly status: Status;
  /** Whose claim holds now. */
  readonly holder: Id | undefined;
}

export type StaffDoing = 'claim' | 'answer' | 'close';
type DoingRefusal = Refusal<'ALREADY_DECIDED' | 'CLAIM_FIRST' | 'TAKEN_BY_OTHER' | 'COMPLAINT_UNANSWERED'>;

/** Why the member may not do that; undefined where they may. Whoever holds a claim is alone with it until it ends. */
export function doingRefusal(item: Claimed, doing: StaffDoing, staffId: Id): DoingRefusal | undefined {
  const { kind, status, holder } = item;
  if (status === 4 || (status === 3 && doing !== 'close')) return refuse('ALREADY_DECIDED');
  if (status === 3) return undefined;
  if (holder !== undefined && holder !== staffId) return refuse('TAKEN_BY_OTHER');
  if (doing === 'claim') return undefined;
  if (holder === undefined) return refuse('CLAIM_FIRST');
  return doing === 'close' && kind === 'complaint' ? refuse('COMPLAINT_UNANSWERED') : undefined;
}

/** Whether the member reads what was written: who holds the claim, and who held it last once there is nothing more to do. */
export const mayRead = ({ status, holder }: Claimed, lastHolder: Id | null, staffId: Id): boolean =>
  status < 3 ? holder === staffId : lastHolder === staffId;
