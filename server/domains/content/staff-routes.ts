// The editors' endpoints.

import { refuse } from '@fairtick/contract/errors';
import type { LanguageKey } from '@fairtick/contract/languages';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import type { ContentItem, ContentVersion, contentStaffEndpoints } from '@fairtick/contract/staff/content';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { err, ok } from '@fairtick/kernel/result';
import { memberOf, type StaffHandlers } from '../../platform/endpoints.ts';
import { titleIn } from './rules.ts';
import { Editing, type EditingOptions } from './staff-commands.ts';
import { findListed, type ListedItem, listItems, readVersions, type VersionRow } from './staff-table.ts';

export function contentStaffRoutes(options: EditingOptions): StaffHandlers<keyof typeof contentStaffEndpoints> {
  const editing = new Editing(options);
  const { db } = options;
  return {
    content_items: async ({ kind, page }, { lang }) => {
      const { items, total } = await listItems(db, { kind, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
      return ok({ data: items.map((item) => itemView(item, lang)), total });
    },
    content_item: async ({ id }, context) => {
      const itemId = parseId(id) ?? 0n;
      const item = await findListed(db, itemId);
      if (!item) return err(refuse('ITEM_UNKNOWN'));
      const { staffId } = memberOf(context);
      const versions = (await readVersions(db, itemId)).map((row) => versionView(row, staffId));
      return ok({ ...itemView(item, context.lang), versions });
    },
    content_new: (input, context) => editing.begin(input, context),
    content_dates: (input, context) => editing.setDates(input, context),
    content_write: (input, context) => editing.write(input, context),
    content_picture: (input, context) => editing.picture(input, context),
    content_publish: (input, context) => editing.publish(input, context),
    content_withdraw: (input, context) => editing.withdraw(input, context),
  };
}

function itemView(item: ListedItem, lang: LanguageKey): ContentItem {
  return {
    id: String(item.id),
    kind: item.kind,
    about: item.about,
    audience: item.audience,
    pinned: item.pinned,
    countries: [...item.countries],
    publishTime: Number(item.publish_time),
    expireTime: item.expire_time === null ? null : Number(item.expire_time),
    title: titleIn(item.titles, lang),
    published: [...item.published],
    drafts: [...item.drafts],
  };
}

const versionView = (row: VersionRow, staffId: Id): ContentVersion => ({
  lang: row.lang,
  version: row.version,
  title: row.title,
  summary: row.summary,
  body: row.body,
  picture: row.picture,
  editor: row.editor,
  mine: row.staff_id === staffId,
  createdTime: Number(row.created_time),
  published: row.is_published,
});
