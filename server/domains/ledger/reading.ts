// A user's accounts line by line, as their owner reads them: by page, or from one line on.

import type { LedgerEntryView } from '@fairtick/contract/http/ledger';
import type { LanguageKey } from '@fairtick/contract/languages';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../platform/database/pools.ts';
import { type LineFilter, linesBefore, type OwnAccount, pageOf } from './pages-table.ts';
import { entryView } from './views.ts';

export interface LedgerReadingOptions {
  /** Where one statement is asked: as new as the newest commit. */
  readonly reads: () => Queries;
  /** The time zone that a user has chosen, as the time-zone database names it. */
  readonly zoneOf: (userId: Id) => Promise<string | undefined>;
}

export class LedgerReading {
  readonly #options: LedgerReadingOptions;

  constructor(options: LedgerReadingOptions) {
    this.#options = options;
  }

  /** The newest first; with how many lines there are in all. */
  async page(
    account: OwnAccount,
    page: number,
    lang: LanguageKey,
  ): Promise<{ list: LedgerEntryView[]; total: number }> {
    const { reads, zoneOf } = this.#options;
    const [{ lines, total }, zone] = await Promise.all([
      pageOf(reads(), account, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
      zoneOf(account.ownerId),
    ]);
    return { list: lines.map((line) => entryView(line, lang, zone)), total };
  }

  /** Those before a line, or the newest; the newest first. */
  async before(
    account: OwnAccount,
    wanted: LineFilter & { readonly before: Id | undefined },
    lang: LanguageKey,
  ): Promise<{ list: LedgerEntryView[]; more: boolean }> {
    const { reads, zoneOf } = this.#options;
    const [lines, zone] = await Promise.all([
      // One more than is shown tells whether there are more.
      linesBefore(reads(), account, { ...wanted, limit: PAGE_SIZE + 1 }),
      zoneOf(account.ownerId),
    ]);
    const list = lines.slice(0, PAGE_SIZE).map((line) => entryView(line, lang, zone));
    return { list, more: lines.length > PAGE_SIZE };
  }
}
