// What is published in the contract's words.

import { pictureAddress } from '@fairtick/contract/content-kinds';
import type { AnswerOf } from '@fairtick/contract/http/index';
import { type Headline, hasRead, isForDemo, type Reads, type ShelfItem } from './rules.ts';

type HeadlineView = AnswerOf<'news_list'>['data'][number];
type FoundView = AnswerOf<'content_search'>['data'][number];
type AnnouncementView = AnswerOf<'announcements'>['data'][number];

export const headlineView = ({ id, pinned, publishTime }: ShelfItem, text: Headline): HeadlineView => ({
  id: String(id),
  title: text.title,
  desc: text.summary,
  logo: text.picture === undefined ? '' : pictureAddress(text.picture),
  pinned,
  created_at: publishTime,
  lang: text.lang,
});

export const announcementView = (item: ShelfItem, text: Headline, reads: Reads): AnnouncementView => ({
  ...headlineView(item, text),
  about: item.about ?? 'notice',
  demo: isForDemo(item, text),
  read: hasRead(reads, item),
});

export const foundView = (item: ShelfItem, text: Headline): FoundView => ({
  ...headlineView(item, text),
  about: item.about ?? null,
});
