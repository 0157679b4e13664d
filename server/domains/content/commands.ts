// What readers ask of what is published: a whole text, where words stand, and what they have read of the announcements.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { ParsedOf } from '@fairtick/contract/http/index';
import type { RichText } from '@fairtick/contract/rich-text';
import { parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { askedWords } from '@fairtick/kernel/search-words';
import { keyOf } from '../../platform/commands/key.ts';
import type { Queries } from '../../platform/database/pools.ts';
import { type RequestContext, userOf } from '../../platform/endpoints.ts';
import type { Records } from '../../platform/records/records.ts';
import type { Headline, Reader, Reads, ShelfItem } from './rules.ts';
import { findWords } from './search-table.ts';
import type { Shelf } from './shelf.ts';
import { insertRead, readBody, readsOf } from './table.ts';

export interface ReaderOptions {
  readonly shelf: Shelf;
  readonly reads: () => Queries;
  readonly records: Records;
}

const NOTHING_READ: Reads = new Map();

export class ContentReaders {
  readonly #options: ReaderOptions;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  body({ id }: ShelfItem, { lang, version }: Headline): Promise<RichText> {
    return readBody(this.#options.reads(), id, lang, version);
  }

  /** What the user has read; a visitor nothing. */
  async readBy({ principal }: RequestContext): Promise<Reads> {
    return principal ? readsOf(this.#options.reads(), principal.userId) : NOTHING_READ;
  }

  /** What the reader may see of the texts in which these words are; nothing where there is no word in what was typed. */
  async search(typed: string, reader: Reader): Promise<readonly ShelfItem[]> {
    return this.#options.shelf.found(await findWords(this.#options.reads(), askedWords(typed)), reader);
  }

  async markRead(
    input: ParsedOf<'announcement_read'>,
    context: RequestContext,
    reader: Reader,
  ): Promise<Result<Record<string, never>, Refusal>> {
    const { userId } = userOf(context);
    const item = await this.#options.shelf.find(parseId(input.id) ?? 0n, reader);
    const { lang, version } = input;
    // Of what they could not have seen nobody says that they have.
    if (item?.kind !== 'announcement' || (item.texts.get(lang)?.version ?? 0) < version)
      return err(refuse('CONTENT_UNKNOWN'));
    const outcome = await this.#options.records.write({
      key: keyOf(userId, context.key, 'announcement_read', input),
      act: async (tx) => {
        await insertRead(tx, { userId, itemId: item.id, lang, version });
        return ok({});
      },
    });
    return outcome.ok ? ok({}) : outcome;
  }
}
