// What the user has told the house, page by page.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import { useEffect } from 'react';
import { call } from '../stores/api.ts';
import { QUERY, refresh } from '../transport/query.ts';
import { nextPage, type Records, useRecords } from './use-records.ts';

export type OwnFeedback = AnswerOf<'feedback'>['data'][number];

const idOf = ({ id }: OwnFeedback): string => id;

export function useFeedback(): Records<OwnFeedback> {
  // Answers come without a word to the page that is open: whoever opens the list reads it as it is now.
  useEffect(() => refresh(QUERY.feedback), []);
  return useRecords([QUERY.feedback], idOf, async (cursor, signal) => {
    const page = cursor === '' ? 1 : Number(cursor);
    const { data, total } = await call('feedback', { page }, { quiet: true, signal });
    return { items: data, next: nextPage(page, data.length, PAGE_SIZE, total) };
  });
}
