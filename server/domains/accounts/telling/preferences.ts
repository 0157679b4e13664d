// How a user is told of things: language and zone of what they are sent, and what they want to be told outside the app by which way.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import { NOTIFY_KINDS, type NotifyChannel } from '@fairtick/contract/http/telling';
import { DEFAULT_LANGUAGE, languageKey } from '@fairtick/contract/languages';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { keyOf } from '../../../platform/commands/key.ts';
import type { Queries } from '../../../platform/database/pools.ts';
import { type RequestContext, userOf } from '../../../platform/endpoints.ts';
import { actorOfPrincipal } from '../../../platform/principals.ts';
import type { Records } from '../../../platform/records/records.ts';
import { changeStanding, type QuietTerms } from '../standing-change.ts';
import { readStanding } from '../standing-table.ts';
import { forgetRefused } from './news-table.ts';
import { type Chosen, readChosen, writeChosen } from './preferences-table.ts';

export interface PreferencesOptions {
  /** Where one statement is asked: as new as the newest commit. */
  readonly reads: () => Queries;
  readonly records: Records;
}

type Typed = ParsedOf<'preferences_set'>;

/** Nobody has asked for news; what happens to somebody's money is told until they say otherwise. */
const FIRST = {
  trading: { mail: true, push: true },
  account: { mail: true, push: true },
  news: { mail: false, push: false },
};

export class PreferencesService {
  readonly #options: PreferencesOptions;

  constructor(options: PreferencesOptions) {
    this.#options = options;
  }

  async read(context: RequestContext): Promise<AnswerOf<'preferences'>> {
    const { reads } = this.#options;
    const { userId } = userOf(context);
    const [standing, chosen] = await Promise.all([readStanding(reads(), userId), readChosen(reads(), userId)]);
    return {
      lang: standing?.lang === undefined ? DEFAULT_LANGUAGE : languageKey(standing.lang),
      zone: standing?.zone ?? '',
      notify: {
        trading: { ...FIRST.trading, ...chosen.trading },
        account: { ...FIRST.account, ...chosen.account },
        news: { ...FIRST.news, ...chosen.news },
      },
    };
  }

  /** What is left out stays. */
  async write(typed: Typed, context: RequestContext): Promise<Result<Record<string, never>, Refusal>> {
    const user = userOf(context);
    const zone = typed.zone === undefined ? undefined : zoneOf(typed.zone);
    if (typed.zone !== undefined && zone === undefined) return err(refuse('INPUT_INVALID', { field: 'zone' }));
    const terms: QuietTerms = {
      ...(typed.lang === undefined ? {} : { lang: typed.lang }),
      ...(zone === undefined ? {} : { zone }),
    };
    const done = await this.#options.records.write({
      key: keyOf(user.userId, context.key, 'preferences_set', typed),
      act: async (tx) => {
        // Locks the user also where nothing of the standing changes: two changes at once each keep the other's.
        const changes = Object.keys(terms).length > 0;
        await changeStanding(tx, user.userId, actorOfPrincipal(user), () => (changes ? terms : undefined));
        if (typed.news_mail === '1') await forgetRefused(tx, user.userId);
        await writeChosen(tx, user.userId, merged(await readChosen(tx, user.userId), typed));
        return ok({});
      },
    });
    return done.ok ? ok({}) : done;
  }
}

function merged(before: Chosen, typed: Typed): Chosen {
  const after: Chosen = {};
  for (const kind of NOTIFY_KINDS) {
    const own: Partial<Record<NotifyChannel, boolean>> = { ...before[kind] };
    const [mail, push] = [typed[`${kind}_mail`], typed[`${kind}_push`]];
    if (mail !== undefined) own.mail = mail === '1';
    if (push !== undefined) own.push = push === '1';
    after[kind] = own;
  }
  return after;
}

/** As the time-zone database names it; undefined where there is none of that name. An offset is no zone: it knows no summer. */
export function zoneOf(typed: string): string | undefined {
  if (!/^[A-Za-z]/.test(typed)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: typed }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
