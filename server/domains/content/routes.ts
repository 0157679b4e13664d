// The users' endpoints of what is published.

import { CATEGORIES } from '@fairtick/contract/content-kinds';
import { refuse } from '@fairtick/contract/errors';
import type { contentEndpoints } from '@fairtick/contract/http/content';
import type { AnswerOf } from '@fairtick/contract/http/index';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import type { Clock } from '@fairtick/kernel/clock';
import { parseId } from '@fairtick/kernel/ids';
import { err, ok } from '@fairtick/kernel/result';
import type { Handlers, RequestContext } from '../../platform/endpoints.ts';
import { countryOf } from '../accounts/index.ts';
import { ContentReaders, type ReaderOptions } from './commands.ts';
import { htmlOf } from './html.ts';
import { type Headline, hasRead, type Reader, type ShelfItem, textFor } from './rules.ts';
import { announcementView, foundView, headlineView } from './views.ts';

export interface ContentRouteOptions extends ReaderOptions {
  readonly clock: Clock;
}

export function contentRoutes(options: ContentRouteOptions): Handlers<keyof typeof contentEndpoints> {
  const { shelf, clock } = options;
  const readers = new ContentReaders(options);
  const readerOf = async ({ principal }: RequestContext): Promise<Reader> => ({
    ...{ nowMs: clock.now(), realm: principal?.realm },
    // Asked for where something goes by it: else lists are answered from memory.
    country: principal && (await shelf.isByCountry()) ? await countryOf(options.reads(), principal.userId) : undefined,
  });
  return {
    news_list: async ({ category_id, page }, context) => {
      const kind = CATEGORIES[category_id];
      if (!kind) return ok({ data: [], total: 0 });
      return ok(newsPage(await shelf.shown(kind, await readerOf(context)), page, context));
    },
    news_info: async ({ id }, context) => {
      const item = await shelf.find(parseId(id) ?? 0n, await readerOf(context));
      const text = item && textFor(item, context.lang);
      if (!item || !text) return err(refuse('CONTENT_UNKNOWN'));
      const [body, read] = await Promise.all([readers.body(item, text), readers.readBy(context)]);
      const { demo, read: isRead } = announcementView(item, text, read);
      const { version } = text;
      return ok({
        ...headlineView(item, text),
        ...{ content: htmlOf(body), body, version, demo, read: isRead, about: item.about ?? null },
      });
    },
    content_search: async ({ q, page }, context) => {
      const found = await readers.search(q, await readerOf(context));
      const shown = inLanguage(pageOf(found, page), context);
      return ok({ data: shown.map(([item, text]) => foundView(item, text)), total: found.length });
    },
    announcements: async ({ page }, context) => {
      const found = await shelf.shown('announcement', await readerOf(context));
      const read = await readers.readBy(context);
      const unread = context.principal ? found.filter((item) => !hasRead(read, item)) : [];
      const [terms] = inLanguage(unread.filter(({ about }) => about === 'terms').slice(0, 1), context);
      return ok({
        data: inLanguage(pageOf(found, page), context).map(([item, text]) => announcementView(item, text, read)),
        total: found.length,
        unread: unread.length,
        terms: terms ? announcementView(...terms, read) : null,
      });
    },
    announcement_read: async (input, context) => readers.markRead(input, context, await readerOf(context)),
    activity: async (_, context) => {
      const [first] = inLanguage(await shelf.shown('activity', await readerOf(context)), context);
      if (!first) return ok({ item: null });
      const [item, text] = first;
      return ok({ item: { ...headlineView(item, text), body: await readers.body(item, text) } });
    },
  };
}

type NewsPage = AnswerOf<'news_list'>;
/** Frozen, so that an answer is written once however many ask for it, while the list is the same. */
const written = new WeakMap<readonly ShelfItem[], Map<string, NewsPage>>();

function newsPage(found: readonly ShelfItem[], page: number, context: RequestContext): NewsPage {
  const name = `${context.lang}/${page}`;
  const pages = written.get(found) ?? new Map<string, NewsPage>();
  written.set(found, pages);
  const known = pages.get(name);
  if (known) return known;
  const data = inLanguage(pageOf(found, page), context).map(([item, text]) => headlineView(item, text));
  const made = Object.freeze({ data, total: found.length });
  // A page beyond the end may have any number.
  if (data.length > 0) pages.set(name, made);
  return made;
}

type Shown = readonly [ShelfItem, Headline];

/** Each of them has a text: what has none is shown to nobody. */
const inLanguage = (items: readonly ShelfItem[], { lang }: RequestContext): Shown[] =>
  items.flatMap((item) => {
    const text = textFor(item, lang);
    return text ? [[item, text] as const] : [];
  });

const pageOf = <T>(all: readonly T[], page: number): readonly T[] =>
  all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
