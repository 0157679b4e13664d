// Where a withdrawal stands: its steps, which of them are done, and how much of its time is left. Pure.

import type { AnswerOf } from '@fairtick/contract/http/index';

export type Withdrawal = AnswerOf<'draw'>;

export interface Step {
  readonly name:
    | 'requested'
    | 'review'
    | 'approved'
    | 'decision'
    | 'paid'
    | 'came_back'
    | 'rejected'
    | 'returned'
    | 'cancelled';
  readonly state: 'done' | 'now' | 'later';
  /** When it was done. */
  readonly time: number | undefined;
}

type Known = Pick<Withdrawal, 'status' | 'created_at' | 'steps' | 'came_back'>;

/** Four steps while all goes well, and a fifth where the payment came back; one that was refused or taken back ends with that. */
export function timelineOf({ status, created_at, steps, came_back: back }: Known): readonly Step[] {
  const at = (wanted: number): number | undefined => steps.findLast((step) => step.status === wanted)?.time;
  const approved = at(2);
  const requested: Step = { name: 'requested', state: 'done', time: at(1) ?? created_at };
  const review: Step = { name: 'review', state: status === 1 ? 'now' : 'done', time: undefined };
  const agreed: Step = { name: 'approved', state: 'done', time: approved };
  switch (status) {
    case 1:
      return [
        requested,
        review,
        { name: 'decision', state: 'later', time: undefined },
        { name: 'paid', state: 'later', time: undefined },
      ];
    case 2:
      return [requested, review, agreed, { name: 'paid', state: 'now', time: undefined }];
    case 3:
      return [
        ...[requested, review, agreed],
        { name: 'paid', state: 'done', time: at(3) },
        ...(back === null ? [] : [{ name: 'came_back', state: 'done', time: back.time } as const]),
      ];
    case 4:
      return approved === undefined
        ? [requested, review, { name: 'rejected', state: 'done', time: at(4) }]
        : [requested, review, agreed, { name: 'returned', state: 'done', time: at(4) }];
    case 5:
      return [requested, { name: 'cancelled', state: 'done', time: at(5) }];
  }
}

/** Of the time from the request to its deadline, 0 to 1. */
export function shareLeft(
  { created_at, deadline }: Pick<Withdrawal, 'created_at' | 'deadline'>,
  nowMs: number,
): number {
  return Math.min(1, Math.max(0, (deadline - nowMs) / (deadline - created_at)));
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Hours and minutes until then, as a clock writes them: 23:41. */
export function clockLeft(deadline: number, nowMs: number): string {
  const left = Math.max(0, deadline - nowMs);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${two(left / HOUR_MS)}:${two((left % HOUR_MS) / MINUTE_MS)}`;
}
