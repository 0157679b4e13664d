// What two people agree on of an announcement about the terms: other dates, and that a language is read no more. What they compare is made under the
// item's lock, so nothing moves between their agreement and its effect.

import { AUDIENCES } from '@fairtick/contract/content-kinds';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import { LANGUAGES } from '@fairtick/contract/languages';
import { parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { z } from 'zod';
import type { NewAct } from '../../platform/acts/table.ts';
import type { Queries } from '../../platform/database/pools.ts';
import type { Actor } from '../../platform/principals.ts';
import { titleIn } from './rules.ts';
import { findListed, type ListedItem, lockItem, publishedTitle, setPublished, setShown } from './staff-table.ts';

export const datesAsked = z.object({
  audience: z.enum(AUDIENCES),
  pinned: z.boolean(),
  countries: z.array(z.string()),
  publishTime: z.number().int(),
  expireTime: z.number().int().nullable(),
});
export const withdrawalAsked = z.object({ lang: z.enum(LANGUAGES.map(({ key }) => key)) });
export type DatesAsked = z.infer<typeof datesAsked>;
export type WithdrawalAsked = z.infer<typeof withdrawalAsked>;

/** Who agreed, as the act keeps it beside what was done. */
export interface ByTwo {
  readonly actor: Actor;
  readonly contents: Readonly<Record<string, string>>;
}

interface TermsPlan {
  readonly label: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly difference: readonly { readonly field: string; readonly old: string; readonly new: string }[];
}

const moment = (timeMs: number | bigint | null): string =>
  timeMs === null ? '' : new Date(Number(timeMs)).toISOString();

const yesNo = (is: boolean): string => (is ? 'yes' : 'no');

async function held(tx: Queries, subjectId: string): Promise<ListedItem | undefined> {
  const id = parseId(subjectId) ?? 0n;
  return (await lockItem(tx, id)) && findListed(tx, id);
}

export async function planDates(
  tx: Queries,
  subjectId: string,
  asked: DatesAsked,
): Promise<Result<TermsPlan, Refusal>> {
  const item = await held(tx, subjectId);
  if (!item) return err(refuse('ITEM_UNKNOWN'));
  const { audience, pinned, countries, publishTime, expireTime } = asked;
  const difference = [
    { field: 'audience', old: item.audience, new: audience },
    { field: 'countries', old: item.countries.join(', '), new: countries.join(', ') },
    { field: 'pinned', old: yesNo(item.pinned), new: yesNo(pinned) },
    { field: 'read_from', old: moment(item.publish_time), new: moment(publishTime) },
    { field: 'read_until', old: moment(item.expire_time), new: moment(expireTime) },
  ].filter((one) => one.old !== one.new);
  if (difference.length === 0) return err(refuse('ALREADY_DECIDED'));
  return ok({ label: titleIn(item.titles, 'en'), body: { ...asked }, difference });
}

export async function carryOutDates(
  tx: Queries,
  subjectId: string,
  asked: DatesAsked,
  { actor, contents }: ByTwo,
): Promise<Result<readonly NewAct[], Refusal>> {
  const id = parseId(subjectId) ?? 0n;
  await setShown(tx, id, { ...asked, expireTime: asked.expireTime ?? undefined });
  return ok([
    {
      ...{ kind: 'content_dated', actor, subject: { kind: 'content', id: subjectId } },
      contents: { ...asked, ...contents },
    },
  ]);
}

export async function planWithdrawal(
  tx: Queries,
  subjectId: string,
  { lang }: WithdrawalAsked,
): Promise<Result<TermsPlan, Refusal>> {
  const item = await held(tx, subjectId);
  if (!item) return err(refuse('ITEM_UNKNOWN'));
  const read = await publishedTitle(tx, item.id, lang);
  if (!read) return err(refuse('ALREADY_DECIDED'));
  return ok({
    label: titleIn(item.titles, 'en'),
    body: { lang },
    difference: [
      { field: 'read_in', old: lang, new: '' },
      { field: 'version', old: String(read.version), new: '' },
      { field: 'headline', old: read.title, new: '' },
    ],
  });
}

export async function carryOutWithdrawal(
  tx: Queries,
  subjectId: string,
  { lang }: WithdrawalAsked,
  { actor, contents }: ByTwo,
): Promise<Result<readonly NewAct[], Refusal>> {
  const id = parseId(subjectId) ?? 0n;
  const moved = await setPublished(tx, { id, lang, version: undefined, staffId: actor.id });
  if (!moved) return err(refuse('ALREADY_DECIDED'));
  return ok([
    {
      ...{ kind: 'content_withdrawn', actor, subject: { kind: 'content', id: subjectId } },
      contents: { lang, ...contents },
    },
  ]);
}
