// A user's own limits, by the rule's words (H8): what is stricter holds at once, what is looser a day after it was asked for by somebody who had
// just confirmed that it is them, and a break is never shortened; a long one needs the same confirming.

import { readUnits } from '@fairtick/kernel/decimal';
import { z } from 'zod';
import type { Moment } from './moment.ts';

const DAY_MS = 86_400_000;
const HOURS: Readonly<Record<string, number>> = { '24': 24, '168': 168, '720': 720 };
const NO_LIMIT = 1n << 120n;

const asked = z.object({ daily_loss: z.string(), elevated_until: z.number() });
const rest = z.object({ hours: z.string(), elevated_until: z.number() });
const stored = z.object({
  loss_limit: z.string().nullable(),
  loss_limit_next: z.string().nullable(),
  loss_limit_from: z.bigint().nullable(),
  cool_off_until: z.bigint().nullable(),
});

interface Own {
  readonly lossLimit?: bigint | undefined;
  readonly lossLimitNext?: bigint | undefined;
  readonly lossLimitFrom?: number | undefined;
  readonly coolOffUntil?: number | undefined;
}

/** Called for each accepted command, before its change is noted. Those without input are the world's own wishes, which obey no rule. */
export function checkOwnLimits(moment: Moment): void {
  const { tag, change, state, watch } = moment;
  if (tag.input === undefined || (tag.name !== 'limits_set' && tag.name !== 'cool_off')) return;
  const [userId, other] = tag.owners;
  const [one, more] = change.accounts?.standing ?? [];
  // What is given up behind it is a change of its own.
  if (!one) return;
  if (userId === undefined || other !== undefined || one.userId !== userId || more) {
    watch.fail('one changes one’s own limits', `${tag.name} of ${tag.owners.join()}`);
    return;
  }
  const now = state.accounts.standing(userId).nowMs;
  const before = ownBefore(moment, userId);
  const after: Own = { ...before, ...one.set };
  const broken =
    tag.name === 'limits_set' ? limitFault(before, after, tag.input, now) : breakFault(before, after, tag.input, now);
  if (broken !== undefined) watch.fail('one’s own limits hold', `${tag.name} of user ${userId}: ${broken}`);
}

function ownBefore({ watch, batch }: Moment, userId: bigint): Own {
  const row = stored.parse(watch.database.table('user_standing').get(userId));
  const sum = (text: string | null): bigint | undefined => (text === null ? undefined : readUnits(text));
  const time = (value: bigint | null): number | undefined => (value === null ? undefined : Number(value));
  return {
    lossLimit: sum(row.loss_limit),
    lossLimitNext: sum(row.loss_limit_next),
    lossLimitFrom: time(row.loss_limit_from),
    coolOffUntil: time(row.cool_off_until),
    ...batch.standings.get(userId),
  };
}

function limitAt({ lossLimit, lossLimitNext, lossLimitFrom }: Own, atMs: number): bigint {
  const next = lossLimitFrom !== undefined && atMs >= lossLimitFrom;
  return (next ? lossLimitNext : lossLimit) ?? NO_LIMIT;
}

function limitFault(before: Own, after: Own, input: object, now: number): string | undefined {
  const { daily_loss: typed, elevated_until: elevatedUntil } = asked.parse(input);
  const wanted = typed.trim() === '' ? NO_LIMIT : readUnits(typed.trim());
  const today = limitAt(before, now);
  if (after.coolOffUntil !== before.coolOffUntil) return 'it ends a break';
  if (wanted <= today)
    return limitAt(after, now) === wanted && limitAt(after, now + DAY_MS) === wanted
      ? undefined
      : 'what is stricter waits';
  if (elevatedUntil <= now) return 'nobody confirmed that it is them';
  if (limitAt(after, now + DAY_MS) !== wanted) return 'a day later it is not what was asked for';
  for (const at of [now, (before.lossLimitFrom ?? now) - 1, now + DAY_MS - 1])
    if (at >= now && limitAt(after, at) > lastOf(today, limitAt(before, at)))
      return `it is looser ${at - now} ms after it was asked for`;
  return undefined;
}

/** What holds then, or would have: the looser of both. */
const lastOf = (one: bigint, other: bigint): bigint => (one > other ? one : other);

function breakFault(before: Own, after: Own, input: object, now: number): string | undefined {
  const { hours, elevated_until: elevatedUntil } = rest.parse(input);
  const length = HOURS[hours];
  const until = after.coolOffUntil ?? 0;
  if (until < (before.coolOffUntil ?? 0)) return 'the break is shorter than it was';
  const grows = until > (before.coolOffUntil ?? 0);
  if (grows && (length === 720 || length === undefined) && elevatedUntil <= now)
    return 'nobody confirmed that it is them';
  if (length === undefined) return until > now + 1_000 * 365 * DAY_MS ? undefined : 'a break for ever ends';
  const wanted = Math.max(before.coolOffUntil ?? 0, now + length * 3_600_000);
  return until === wanted ? undefined : `it ends at ${until}, not at ${wanted}`;
}
