// What the editors write, version by version, and what of it is read.

import { z } from 'zod';
import { ANNOUNCED, AUDIENCES, CONTENT_KINDS } from '../content-kinds.ts';
import { idText, page, timeMs, whole } from '../fields.ts';
import { LANGUAGES } from '../languages.ts';
import { richText } from '../rich-text.ts';
import { changes, reads } from './drafts.ts';

const lang = z.enum(LANGUAGES.map(({ key }) => key));
const kind = z.enum(CONTENT_KINDS);
const about = z.enum(ANNOUNCED);
const audience = z.enum(AUDIENCES);
const time = whole(0, 9e15);
const reason = z.string().max(500);
/** When, where and by whom something is read. Inputs are flat: countries with commas between. */
const shown = {
  audience,
  publish_time: time,
  expire_time: time.optional(),
  pinned: z.enum(['yes', 'no']).optional().default('no'),
  countries: z
    .string()
    .regex(/^([A-Z]{2}(,[A-Z]{2}){0,299})?$/)
    .optional()
    .default(''),
};

const item = z.object({
  id: z.string(),
  kind,
  about: about.nullable(),
  audience,
  /** Stands above newer ones in its list. */
  pinned: z.boolean(),
  /** ISO 3166 alpha-2: for who lives in one of these alone; for everybody where there are none. */
  countries: z.array(z.string()),
  publishTime: timeMs,
  expireTime: timeMs.nullable(),
  /** In the reader's language, of the newest version; empty where nothing is written yet. */
  title: z.string(),
  /** Languages with a version that is read. */
  published: z.array(lang),
  /** Languages whose newest version is not the one that is read. */
  drafts: z.array(lang),
});
export type ContentItem = z.infer<typeof item>;

const version = z.object({
  lang,
  version: z.number().int(),
  title: z.string(),
  summary: z.string(),
  body: richText,
  picture: z.string().nullable(),
  editor: z.string(),
  /** Written by the caller: what takes two people is published by somebody else. */
  mine: z.boolean(),
  createdTime: timeMs,
  published: z.boolean(),
});
export type ContentVersion = z.infer<typeof version>;

const WRITE = { act: 'content', grants: ['do'] } as const;
const PUBLISH = { act: 'content', grants: ['do', 'check'] } as const;
/** Alone, or of what is about the terms as the first of two. */
const MOVE = { act: 'content', grants: ['do', 'propose'] } as const;

/** Done, or a proposal that waits for a second person. */
const doneOrProposed = z.object({ proposal: z.string().nullable() });

export const contentStaffEndpoints = {
  content_items: reads({
    path: '/staff/api/content',
    summary: 'What was written, newest first',
    input: z.object({ kind: kind.optional(), page }),
    answer: z.object({ data: z.array(item), total: z.number().int() }),
    right: { act: 'content', grants: ['read', 'do', 'check'] },
  }),
  content_item: reads({
    path: '/staff/api/content/{id}',
    summary: 'One of them with the newest version of each language, and the one that is read',
    input: z.object({ id: idText }),
    answer: item.extend({ versions: z.array(version) }),
    right: { act: 'content', grants: ['read', 'do', 'check'] },
  }),
  content_new: changes({
    method: 'POST',
    path: '/staff/api/content/new',
    summary: 'Begin something: nothing of it is read before a version is published',
    input: z.object({ kind, about: about.optional(), ...shown }),
    answer: z.object({ id: z.string() }),
    right: WRITE,
  }),
  content_dates: changes({
    method: 'POST',
    path: '/staff/api/content/dates',
    summary:
      'From when and until when it is read, by whom and where, and whether it stands above newer ones. Of what is about the terms a proposal',
    input: z.object({ id: idText, ...shown, reason }),
    answer: doneOrProposed,
    right: MOVE,
    elevated: true,
  }),
  content_write: changes({
    method: 'POST',
    path: '/staff/api/content/write',
    summary:
      'The next version in a language. The file is JSON: title, summary, picture (or null) and body, the text as a tree in JSON of its own',
    input: z.object({ id: idText, lang }),
    answer: z.object({ version: z.number().int() }),
    right: WRITE,
    body: 'multipart',
  }),
  content_picture: changes({
    method: 'POST',
    path: '/staff/api/content/picture',
    summary: 'A picture for texts (JPEG, PNG or WebP), public from then on to whoever has its address',
    input: z.object({}),
    answer: z.object({ id: z.string(), width: z.number().int(), height: z.number().int() }),
    right: WRITE,
    rate: { max: 60, perSeconds: 3600, by: 'user' },
    body: 'multipart',
  }),
  content_publish: changes({
    method: 'POST',
    path: '/staff/api/content/publish',
    summary: 'Have a version read. Of an announcement about the terms only by another person than who wrote it',
    input: z.object({ id: idText, lang, version: whole(1, 1_000_000) }),
    answer: z.object({}),
    right: PUBLISH,
    elevated: true,
  }),
  content_withdraw: changes({
    method: 'POST',
    path: '/staff/api/content/withdraw',
    summary: 'Have nothing of a language read any more. Of what is about the terms a proposal',
    input: z.object({ id: idText, lang, reason }),
    answer: doneOrProposed,
    right: MOVE,
    elevated: true,
  }),
};
