// The address at the end of a letter of news, and in its headers: a program for mail posts to it by itself (RFC 8058), a person gets a page with one button.
// To look at it changes nothing, since programs that check letters follow every link.

import { createHash } from 'node:crypto';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import { type LanguageKey, languageKey, languageOf } from '@fairtick/contract/languages';
import type { Clock } from '@fairtick/kernel/clock';
import type { Result } from '@fairtick/kernel/result';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../../platform/logger.ts';
import { stopTexts } from '../../platform/mail/compose.ts';
import { sendAnswer, sendRefusal } from './answering.ts';
import { type AddressOf, addressReader } from './client-address.ts';
import { failureOf } from './failures.ts';
import { RateLimiter } from './limits.ts';

const PATH = '/unsubscribe/:token';
const RATE = { max: 60, perSeconds: 60 };
/** What a program for mail sends with it is a line. */
const BODY_BYTES = 16_384;

export interface UnsubscribeOptions {
  readonly stopNews: (token: string) => Promise<Result<Record<string, never>, Refusal>>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly rateFactor?: number;
  readonly addressOf?: AddressOf;
}

export function serveUnsubscribe(app: FastifyInstance, options: UnsubscribeOptions): void {
  const { stopNews, clock, logger, rateFactor = 1, addressOf = addressReader(0) } = options;
  const limiter = new RateLimiter(clock, RATE.max * rateFactor, RATE.perSeconds);
  const tooSoon = (request: FastifyRequest): Refusal | undefined => {
    const waitMs = limiter.take(addressOf(request.raw));
    return waitMs > 0 ? refuse('RATE_LIMITED', { seconds: String(Math.ceil(waitMs / 1_000)) }) : undefined;
  };
  app.register(async (scope) => {
    // Forms of either kind, or nothing: the token alone says what is asked.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, _bytes, done) =>
      done(null, undefined),
    );
    scope.get(PATH, async (request, reply) => {
      const refused = tooSoon(request);
      return refused ? sendRefusal(reply, refused) : sendPage(reply, langOf(request), 'asks');
    });
    scope.post(PATH, async (request, reply) => {
      const refused = tooSoon(request);
      if (refused) return sendRefusal(reply, refused);
      try {
        const done = await stopNews(tokenOf(request));
        if ((request.headers.accept ?? '').includes('text/html'))
          return sendPage(reply.code(done.ok ? 200 : 404), langOf(request), done.ok ? 'done' : 'broken');
        return done.ok ? sendAnswer(reply, {}, '') : sendRefusal(reply, done.error);
      } catch (error) {
        return sendRefusal(reply, failureOf(error, false, { call: 'unsubscribe' }, logger));
      }
    });
  });
}

function tokenOf({ params }: FastifyRequest): string {
  const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'token') : undefined;
  return typeof value === 'string' ? value : '';
}

/** As the letter was written. */
const langOf = ({ url }: FastifyRequest): LanguageKey =>
  languageKey(new URLSearchParams(url.split('?')[1] ?? '').get('lang') ?? undefined);

const STYLE = `:root{color-scheme:light dark}
body{margin:0;padding:24px;background:#f4f5f8;color:#14161c;font:16px/1.5 system-ui,sans-serif}
main{max-width:480px;margin:0 auto;padding:24px;background:#fff;border-radius:12px}
h1{margin:0 0 16px;font-size:22px;line-height:1.3}
p{margin:0 0 20px}
button,a{display:inline-block;box-sizing:border-box;width:100%;min-height:48px;padding:12px 20px;border:0;border-radius:8px;background:#2f54eb;color:#fff;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
@media (prefers-color-scheme:dark){body{background:#0b0d12;color:#f2f4f8}main{background:#151922}}`;
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
} as const;

/** Of our own words alone: nothing of the request stands in it. */
function sendPage(reply: FastifyReply, asked: LanguageKey, state: 'asks' | 'done' | 'broken'): FastifyReply {
  const { lang, texts } = stopTexts(asked);
  const { locale, rtl } = languageOf(lang);
  const title = state === 'done' ? texts.done : texts.title;
  const said = { asks: texts.text, done: texts.again, broken: texts.broken }[state];
  const next =
    state === 'asks' ? `<form method="post"><button>${texts.button}</button></form>` : `<a href="/">${texts.open}</a>`;
  return reply.headers(HEADERS).send(`<!doctype html>
<html lang="${locale.replace(/-u-.*$/, '')}" dir="${rtl ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1><p>${said}</p>${next}</main></body>
</html>
`);
}
