// Sends announcements to who asked for news: what is said is looked up when a message leaves, so that nothing withdrawn, ended or unwanted by then goes out.

import type { NotifyChannel } from '@fairtick/contract/http/telling';
import { DEFAULT_LANGUAGE, languageOf } from '@fairtick/contract/languages';
import type { Clock } from '@fairtick/kernel/clock';
import type { Addresses } from '../../../platform/config/addresses.ts';
import type { Pool } from '../../../platform/database/pools.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { composeLetter } from '../../../platform/mail/compose.ts';
import type { FindRecipient, Recipient } from '../../../platform/mail/letter.ts';
import { AddressRefused, type LetterPost } from '../../../platform/mail/smtp.ts';
import { messageName } from '../../../platform/outbox/message-name.ts';
import type { Sender } from '../../../platform/outbox/outbox.ts';
import type { Message } from '../../../platform/outbox/table.ts';
import { countryOf, markRefused, newsStopToken, wantsNews } from '../../accounts/index.ts';
import { type Headline, textFor } from '../rules.ts';
import { Shelf } from '../shelf.ts';
import { itemOf, LETTERS } from './message.ts';

export interface AnnouncingOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly recipient: FindRecipient;
  readonly addresses: () => Addresses;
}

/** A letter that could not leave for so long is news no more. */
const OLD_MS = 3 * 86_400_000;

interface Told {
  readonly reader: Recipient;
  readonly headline: Headline;
  readonly template: (typeof LETTERS)[keyof typeof LETTERS];
}

class Announcing {
  readonly #options: AnnouncingOptions;
  readonly #shelf: Shelf;

  constructor(options: AnnouncingOptions) {
    this.#options = options;
    // What was published a moment ago must not be taken for withdrawn.
    this.#shelf = new Shelf({ db: options.db, clock: options.clock, everyMs: 0 });
  }

  /** undefined where there is nothing to say any more: it is read no longer, is too old, or its reader has said no. */
  async told(message: Message, way: NotifyChannel): Promise<Told | undefined> {
    const { db, clock, recipient } = this.#options;
    const nowMs = clock.now();
    if (nowMs - message.createdTime > OLD_MS) return undefined;
    const item = await this.#shelf.find(itemOf(message), {
      ...{ nowMs, realm: 'live' },
      country: await countryOf(db, message.ownerId),
    });
    const reader = await recipient(message.ownerId);
    if (!item || !reader || !(await wantsNews(db, message.ownerId, way))) return undefined;
    const headline = textFor(item, reader.lang ?? DEFAULT_LANGUAGE);
    return headline && { reader, headline, template: LETTERS[item.about ?? 'notice'] };
  }
}

/** With the headers by which a program for mail shows a button that ends such letters, and the same link at the letter's end. */
export function announcementMailSender(options: AnnouncingOptions, post: LetterPost): Sender {
  const { db, keys, addresses } = options;
  const announcing = new Announcing(options);
  return async (message) => {
    const told = await announcing.told(message, 'mail');
    const to = told?.reader.email;
    if (!told || to === undefined) return;
    const { reader, headline, template } = told;
    const stop = `${addresses().app}/unsubscribe/${newsStopToken(keys, message.ownerId)}?lang=${reader.lang ?? DEFAULT_LANGUAGE}`;
    const params = { title: headline.title, summary: headline.summary, item: itemOf(message).toString() };
    const { word, lang, zone } = reader;
    const letter = composeLetter({ template, params, word, lang, zone, addresses: addresses(), stop });
    try {
      await post(message, to, letter, {
        'list-unsubscribe': `<${stop}>`,
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      });
    } catch (error) {
      if (error instanceof AddressRefused) await markRefused(db, message.ownerId, to);
      throw error;
    }
  };
}

/** What a browser shows: the title as it is published, and the screen that it opens. */
export function announcementPush(options: AnnouncingOptions): (message: Message) => Promise<string | undefined> {
  const announcing = new Announcing(options);
  return async (message) => {
    const told = await announcing.told(message, 'push');
    if (!told) return undefined;
    const { title, lang } = told.headline;
    const { locale, rtl } = languageOf(lang);
    return JSON.stringify({
      body: title,
      tag: messageName(message),
      lang: locale.replace(/-u-.*$/, ''),
      dir: rtl ? 'rtl' : 'ltr',
      at: '#/mine/announcement',
    });
  };
}
