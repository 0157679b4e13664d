// What is published: lists page by page, and one text. Asked for anew in another language.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import { useEffect } from 'react';
import { call } from '../stores/api.ts';
import { markAnnouncementRead } from '../stores/content.ts';
import { QUERY } from '../transport/query.ts';
import { useAnswer } from './use-answer.ts';
import { nextPage, type Records, useRecords } from './use-records.ts';
import { useSession } from './use-session.ts';
import { useSettings } from './use-settings.ts';

export type Headline = AnswerOf<'news_list'>['data'][number];
export type Announcement = AnswerOf<'announcements'>['data'][number];
export type Article = AnswerOf<'news_info'>;

const idOf = ({ id }: { readonly id: string }): string => id;

export function useNews(): Records<Headline> {
  const lang = useSettings((settings) => settings.lang);
  return useRecords(
    [QUERY.content, 'news', lang],
    idOf,
    async (cursor, signal) => {
      const page = cursor === '' ? 1 : Number(cursor);
      const { data, total } = await call('news_list', { category_id: 1, page }, { quiet: true, signal });
      return { items: data, next: nextPage(page, data.length, PAGE_SIZE, total) };
    },
    'everybody',
  );
}

/** What is found by words, in titles first. */
export function useFoundContent(q: string): Records<AnswerOf<'content_search'>['data'][number]> {
  const lang = useSettings((settings) => settings.lang);
  return useRecords(
    [QUERY.content, 'found', lang, q],
    idOf,
    async (cursor, signal) => {
      const page = cursor === '' ? 1 : Number(cursor);
      const { data, total } = await call('content_search', { q, page }, { quiet: true, signal });
      return { items: data, next: nextPage(page, data.length, PAGE_SIZE, total) };
    },
    'everybody',
  );
}

export function useAnnouncements(): Records<Announcement> {
  const lang = useSettings((settings) => settings.lang);
  return useRecords(
    [QUERY.content, 'announcements', lang],
    idOf,
    async (cursor, signal) => {
      const page = cursor === '' ? 1 : Number(cursor);
      const { data, total } = await call('announcements', { page }, { quiet: true, signal });
      return { items: data, next: nextPage(page, data.length, PAGE_SIZE, total) };
    },
    'everybody',
  );
}

export const useArticle = (id: string) => useAnswer(QUERY.content, 'news_info', { id });
export const useActivity = () => useAnswer(QUERY.content, 'activity', {});

/** An announcement that somebody has open is read. One about the terms is only by their own word. */
export function useReadWhenShown(article: Article | undefined): void {
  const signedIn = useSession() !== undefined;
  const wanted =
    signedIn && article !== undefined && article.about !== null && article.about !== 'terms' && !article.read;
  const { id, lang, version } = article ?? {};
  useEffect(() => {
    if (wanted && id !== undefined && lang !== undefined && version !== undefined)
      void markAnnouncementRead({ id, lang, version }).catch(() => undefined);
  }, [wanted, id, lang, version]);
}
