// Sends messages to the browsers of a user: what happened, as a sentence in their language, encrypted for each browser alone.

import { DEFAULT_LANGUAGE, languageOf } from '@fairtick/contract/languages';
import { STORED_NOTICES } from '@fairtick/contract/socket/messages';
import { text } from '@fairtick/contract/texts/index';
import type { Id } from '@fairtick/kernel/ids';
import webPush from 'web-push';
import type { Addresses } from '../config/addresses.ts';
import type { Queries } from '../database/pools.ts';
import type { Keys } from '../keys/keys.ts';
import { type FindRecipient, outlineOf, unsentOf } from '../mail/letter.ts';
import { messageName } from '../outbox/message-name.ts';
import { GivenUp, type Sender } from '../outbox/outbox.ts';
import type { Message } from '../outbox/table.ts';
import { pushEndpoint } from './endpoint.ts';
import { post } from './post.ts';
import { vapidKeys } from './vapid.ts';

/** A browser, as it told us where and how it takes messages. */
export interface PushTarget {
  readonly endpoint: string;
  /** base64url. */
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushOptions {
  readonly db: Queries;
  readonly keys: Keys;
  readonly recipient: FindRecipient;
  readonly addresses: () => Addresses;
  readonly targets: (userId: Id) => Promise<readonly PushTarget[]>;
  /** The browser takes nothing any more. */
  readonly ended: (endpoint: string) => Promise<void>;
  /** See `pushEndpoint`. */
  readonly origins: readonly string[];
  /** What the browser is told, as JSON; undefined where there is nothing to tell any more. The sentence of a notice where it is left out. */
  readonly body?: (message: Message) => Promise<string | undefined>;
}

/** A push service keeps it for so long for a browser that is not there, s: a day, and what is soon another way less long. */
const KEPT_SECONDS = 86_400;
const KEPT_LESS: Readonly<Record<string, number>> = { margin_call: 3_600 };
const GONE: readonly number[] = [404, 410];
const LATER = (status: number): boolean => status === 429 || status >= 500;

/**
 * Sent once any of the user's browsers has taken it; tried again where none has and one may yet. A browser may get one twice: it shows the second in
 * place of the first.
 */
export function pushSender(options: PushOptions): Sender {
  return async (message) => {
    const targets = await options.targets(message.ownerId);
    if (targets.length === 0) return;
    const body = await (options.body ?? noticeBody(options))(message);
    if (body === undefined) return;
    const topic = messageName(message);
    const { publicKey, privateKey } = await vapidKeys(options.db, options.keys);
    const vapidDetails = { publicKey, privateKey, subject: subjectOf(options.addresses()) };
    const told = await Promise.all(
      targets.map(async (target) => {
        const url = pushEndpoint(target.endpoint, options.origins);
        if (!url) return 0;
        const { endpoint, ...keys } = target;
        const request = { vapidDetails, TTL: KEPT_LESS[outlineOf(message).template] ?? KEPT_SECONDS, topic };
        const details = webPush.generateRequestDetails({ endpoint, keys }, body, request);
        const status = await post(url, details, options.origins.includes(url.origin)).catch(() => 503);
        if (GONE.includes(status)) await options.ended(endpoint);
        return status;
      }),
    );
    if (told.some((status) => status >= 200 && status < 300) || told.every((status) => GONE.includes(status))) return;
    const said = `no browser took it: ${told.join(', ')}`;
    throw told.some(LATER) ? new Error(said) : new GivenUp(said);
  };
}

const noticeBody =
  ({ recipient }: PushOptions) =>
  async (message: Message): Promise<string> => {
    const { template, params } = unsentOf(message);
    const kind = STORED_NOTICES.find((one) => one === template);
    if (!kind) throw new Error('the kind of a notice is not known here');
    const lang = (await recipient(message.ownerId))?.lang ?? DEFAULT_LANGUAGE;
    const { locale, rtl } = languageOf(lang);
    return JSON.stringify({
      body: text(lang, `notice.${kind}`, params),
      tag: messageName(message),
      lang: locale.replace(/-u-.*$/, ''),
      dir: rtl ? 'rtl' : 'ltr',
    });
  };

/** Whom a push service may complain to: it takes no plain http. */
const subjectOf = ({ app }: Addresses): string =>
  app.startsWith('https:') ? app : 'mailto:operator@localhost.invalid';
