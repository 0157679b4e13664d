// Messages in the contract's words, for users and for the staff.

import type { AnswerOf } from '@fairtick/contract/http/index';
import type { ChatMessage, ChatThread } from '@fairtick/contract/staff/chat';
import type { Id } from '@fairtick/kernel/ids';
import { eventOf, firstName } from './rules.ts';
import type { QueuedThread } from './staff-table.ts';
import type { MessageRow } from './table.ts';

type MessageView = AnswerOf<'chat'>['data'][number];

/** Of a file, for who looks. */
type LinkOf = (file: string) => string;

const common = ({ seq, author, text, masked, image, time }: MessageRow, linkOf: LinkOf) => ({
  ...{ seq, author, text, event: eventOf(author, text) },
  masked: [...masked],
  image: image === null ? '' : linkOf(image),
  time: Number(time),
});

export const messageView = (row: MessageRow, linkOf: LinkOf): MessageView => ({
  ...common(row, linkOf),
  name: row.author === 'staff' ? firstName(row.name ?? '') : '',
});

/** The staff know each other by their whole names. */
export const staffMessageView = (row: MessageRow, linkOf: LinkOf): ChatMessage => ({
  ...common(row, linkOf),
  name: row.name ?? '',
});

export const threadView = (row: QueuedThread, staffId: Id): ChatThread => ({
  id: String(row.id),
  userId: String(row.user_id),
  ...{ uid: row.uid, demo: row.realm === 'demo', lang: row.lang, state: row.state, score: row.score },
  openedTime: Number(row.opened_time),
  answerDue: Number(row.answer_due),
  takenBy: row.holder_name ?? '',
  mine: row.holder === staffId,
});
