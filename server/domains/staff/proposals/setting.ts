// A setting changed by two people of the right that it names: announced like any other, and a day ahead where it is worse for users.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { SettingAct } from '@fairtick/contract/staff/matrix';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { z } from 'zod';
import type { Queries } from '../../../platform/database/pools.ts';
import { LEAD_MS } from '../../../platform/settings/announce.ts';
import type { AnySetting } from '../../../platform/settings/setting.ts';
import { announceProposed, versionsSinceNow } from '../../../platform/settings/table.ts';
import { differenceOf } from './difference.ts';
import { type AnyRecordKind, type LabelledPlan, recordKind } from './kind.ts';

const DAY_MS = 86_400_000;

/** `base` and `worse` are found when it is planned: whoever proposes hands over what they want, and when. */
const body = z.object({ value: z.unknown(), from: z.number().int() });
type Body = z.infer<typeof body>;

/** Of all settings, those of one right. */
export function settingKind(all: readonly AnySetting[], act: SettingAct): AnyRecordKind {
  const settings = new Map(all.filter((one) => one.act === act).map((one) => [one.key, one]));
  return recordKind<Body>({
    by: 'record',
    body,
    mayNeed: [act],
    acts: () => [act],
    async plan(db, key, asked) {
      const setting = settings.get(key);
      return setting ? planOf(db, setting, asked) : err(refuse('ITEM_UNKNOWN'));
    },
    async execute(tx, key, asked, { proposal, actor, maker, reason }) {
      const setting = settings.get(key);
      if (!setting || proposal === undefined) return err(refuse('ITEM_UNKNOWN'));
      const known = await versionsSinceNow(tx, [key]);
      const leadMs = LEAD_MS + (isWorse(setting, known, asked.value) ? DAY_MS : 0);
      const version = await announceProposed(tx, { proposal, atMs: asked.from, leadMs });
      if (!version) return err(refuse('PROPOSAL_CHANGED'));
      const { value, effectiveFrom } = version;
      const before = known.at(-1);
      const old = before ? setting.shown(before.value) : null;
      const contents = { key, version: version.version, old, new: setting.shown(value), from: effectiveFrom };
      return ok({
        acts: [
          {
            kind: 'setting_changed',
            actor,
            subject: { kind: 'setting', id: key },
            contents: { ...contents, reason, proposal: String(proposal), maker: String(maker) },
          },
        ],
      });
    },
  });
}

/** Worse than what holds now or than what was announced: both are what users may count on. */
const isWorse = (setting: AnySetting, known: readonly { readonly value: unknown }[], value: unknown): boolean =>
  known.some((one) => setting.isWorse(one.value, value));

async function planOf(db: Queries, setting: AnySetting, { value, from }: Body): Promise<Result<LabelledPlan, Refusal>> {
  const known = await versionsSinceNow(db, [setting.key]);
  const newest = known.at(-1);
  if (!newest) return err(refuse('ITEM_UNKNOWN'));
  const fault = setting.fault(value, newest.value);
  if (fault !== undefined) return err(refuse('INPUT_INVALID', { field: 'value' }, { fault }));
  const difference = differenceOf('value', newest.value, value);
  if (difference.length === 0) return err(refuse('INPUT_INVALID', { field: 'value' }));
  const worse = isWorse(setting, known, value);
  const soonest = worse ? 'a day after it is accepted' : 'as soon as it is accepted';
  const at = from === 0 ? soonest : `${new Date(from).toISOString()}, ${soonest} at the earliest`;
  return ok({
    label: setting.key,
    body: { value, from, base: newest.version },
    difference: [
      ...difference,
      ...meantBy(setting, newest.value, value),
      { field: 'version', old: String(newest.version), new: String(newest.version + 1) },
      { field: 'from', old: newest.effectiveFrom === 0 ? '' : new Date(newest.effectiveFrom).toISOString(), new: at },
    ],
  });
}

/** What is new of what follows from the value, so that the second person compares it as well. */
function meantBy(setting: AnySetting, before: unknown, value: unknown) {
  const old = setting.means(before);
  return Object.entries(setting.means(value)).flatMap(([field, text]) =>
    old[field] === text ? [] : [{ field, old: old[field] ?? '', new: text }],
  );
}
