// Feedback in the contract's own words, for whoever wrote it and for the staff.

import type { AnswerOf } from '@fairtick/contract/http/index';
import type { QueuedFeedback } from '@fairtick/contract/staff/feedback';
import type { Id } from '@fairtick/kernel/ids';
import { uidOf } from '../../accounts/index.ts';
import { numberOf, stateOf } from './rules.ts';
import type { FeedbackRow } from './table.ts';

export const timeOf = (time: bigint | null): number | null => (time === null ? null : Number(time));

export const factsView = ({ id, kind, due_time: due }: Pick<FeedbackRow, 'id' | 'kind' | 'due_time'>) => ({
  id: String(id),
  number: numberOf(kind, id),
  due: timeOf(due),
});

export const ownView = (row: FeedbackRow, image: string): AnswerOf<'feedback'>['data'][number] => ({
  ...factsView(row),
  kind: row.kind,
  state: stateOf(row.status),
  text: row.words,
  received: Number(row.received_time),
  answer: row.answer ?? '',
  answered: timeOf(row.answered_time),
  image,
});

export const queuedView = (row: FeedbackRow, holder: Id | undefined, takenBy: string, staffId: Id): QueuedFeedback => ({
  ...factsView(row),
  kind: row.kind,
  state: stateOf(row.status),
  uid: row.user_id === null ? '' : uidOf(row.user_id),
  received: Number(row.received_time),
  takenBy,
  mine: holder === staffId,
});
