// The endpoints of a user's notices: each said as a sentence in the reader's language.

import type { noticeEndpoints } from '@fairtick/contract/http/notices';
import type { LanguageKey } from '@fairtick/contract/languages';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import { STORED_NOTICES } from '@fairtick/contract/socket/messages';
import { text } from '@fairtick/contract/texts/index';
import { parseId } from '@fairtick/kernel/ids';
import { ok } from '@fairtick/kernel/result';
import { keyOf } from '../../platform/commands/key.ts';
import type { Queries } from '../../platform/database/pools.ts';
import { type Handlers, userOf } from '../../platform/endpoints.ts';
import { markRead, readNotices, type StoredNotice } from '../../platform/notices/table.ts';
import type { Records } from '../../platform/records/records.ts';

export interface NoticeOptions {
  readonly reads: () => Queries;
  readonly records: Records;
}

export function noticeHandlers({ reads, records }: NoticeOptions): Handlers<keyof typeof noticeEndpoints> {
  return {
    notices: async ({ before }, context) => {
      const { userId } = userOf(context);
      const page = { before: before === undefined ? undefined : parseId(before), limit: PAGE_SIZE + 1 };
      const { notices, unread } = await readNotices(reads(), userId, page);
      const data = notices.slice(0, PAGE_SIZE).map((notice) => noticeView(context.lang, notice));
      return ok({ data, unread, more: notices.length > PAGE_SIZE });
    },
    notices_read: async (input, context) => {
      const { userId } = userOf(context);
      const outcome = await records.write({
        key: keyOf(userId, context.key, 'notices_read', input),
        act: async (tx) => {
          await markRead(tx, userId, parseId(input.id) ?? 0n);
          return ok({});
        },
      });
      return outcome.ok ? ok({}) : outcome;
    },
  };
}

/** A kind that an older or newer server stored and this one has no sentence for is shown by its name rather than not at all. */
function noticeView(lang: LanguageKey, { id, kind, params, orderId, time, read }: StoredNotice) {
  const known = STORED_NOTICES.find((one) => one === kind);
  return {
    id: String(id),
    kind,
    text: known ? text(lang, `notice.${known}`, params) : kind,
    orderId: orderId === undefined ? '' : String(orderId),
    time,
    read,
  };
}
