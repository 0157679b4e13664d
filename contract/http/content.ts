// News, announcements and the activity page, for anybody to read in their language or, with its name, in another.

import { z } from 'zod';
import { ANNOUNCED } from '../content-kinds.ts';
import { idText, nothing, page, timeMs, whole } from '../fields.ts';
import { LANGUAGES } from '../languages.ts';
import { richText } from '../rich-text.ts';
import { changes, reads } from './drafts.ts';

const lang = z.enum(LANGUAGES.map(({ key }) => key));

/** A minute: what is published is not read later than that by anybody. */
const KEPT_SECONDS = 60;

const headline = z.object({
  id: z.string(),
  title: z.string(),
  desc: z.string(),
  /** Address of a picture; empty where there is none. */
  logo: z.string(),
  /** Stands above newer ones. */
  pinned: z.boolean(),
  /** When it was published. */
  created_at: timeMs,
  /** The language it is in: English, then 繁體中文, where the one asked for has none. */
  lang,
});

const announcement = headline.extend({
  about: z.enum(ANNOUNCED),
  /** For demo accounts. */
  demo: z.boolean(),
  /** By the user; false for visitors. */
  read: z.boolean(),
});

export const contentEndpoints = {
  news_list: reads({
    path: '/api/news/list',
    summary: 'News (category 1), announcements (2) or notes about products (3), newest first',
    input: z.object({ category_id: whole(1, 3).optional().default(1), page }),
    answer: z.object({ data: z.array(headline), total: z.number().int() }),
    kept: KEPT_SECONDS,
  }),
  news_info: reads({
    path: '/api/news/info',
    summary: 'One of them: `body` is the text as a checked tree, `content` the same as HTML made of it',
    input: z.object({ id: idText }),
    answer: headline.extend({
      content: z.string(),
      body: richText,
      /** Of the text that is shown: what `announcement_read` is told was read. */
      version: z.number().int(),
      about: z.enum(ANNOUNCED).nullable(),
      demo: z.boolean(),
      read: z.boolean(),
    }),
    kept: KEPT_SECONDS,
  }),
  content_search: reads({
    path: '/v3/api/content/search',
    summary:
      'News, announcements and notes in which each of these words begins a word, in whichever of their languages: hits in titles first, then newest',
    input: z.object({ q: z.string().max(100), page }),
    answer: z.object({
      data: z.array(headline.extend({ about: z.enum(ANNOUNCED).nullable() })),
      /** Of more than 10,000 versions with these words only the newest count. */
      total: z.number().int(),
    }),
    rate: { max: 120, perSeconds: 60, by: 'user' },
  }),
  announcements: reads({
    path: '/v3/api/announcements',
    summary: 'Announcements, newest first, and how many the user has not read',
    input: z.object({ page }),
    answer: z.object({
      data: z.array(announcement),
      total: z.number().int(),
      unread: z.number().int(),
      /** The newest about the terms that the user has not acknowledged. */
      terms: announcement.nullable(),
    }),
    kept: KEPT_SECONDS,
  }),
  announcement_read: changes({
    method: 'POST',
    path: '/v3/api/announcements/read',
    summary: 'The user has read an announcement, and of one about the terms says so',
    whileClosing: 'passes',
    input: z.object({ id: idText, lang, version: whole(1, 1_000_000) }),
    answer: nothing,
  }),
  activity: reads({
    path: '/v3/api/activity',
    summary: 'What the activity page shows now: a picture and words in the language asked for',
    input: nothing,
    answer: z.object({ item: headline.extend({ body: richText }).nullable() }),
    kept: KEPT_SECONDS,
  }),
};
