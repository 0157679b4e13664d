// Whether the service is open, as two people set it and as the app is told. It closes the entrance alone: see docs/decisions/service-status.md.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { closesEntrance, STATUS_REASONS } from '@fairtick/contract/service-status';
import { z } from 'zod';
import type { SettingsRegistry } from '../../platform/settings/registry.ts';
import { type AnySetting, defineSetting } from '../../platform/settings/setting.ts';

const MINUTE_MS = 60_000;
/** What is said where nobody has said until when. */
const USUAL_MINUTES = 5;
const LONGEST_MINUTES = 60;

/** A path of this origin, or an address whose host can't be mistaken: no user, no port, no second meaning of a slash. The database asks the same (0066). */
const PATH = /^\/([A-Za-z0-9._~?=&#-][A-Za-z0-9._~?=&#/-]{0,500})?$/;
const ELSEWHERE = /^https:\/\/([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8})(?:\/[A-Za-z0-9._~?=&#/-]{0,500})?$/;

const moment = z.number().int().min(0).max(4_102_444_800_000);

export const serviceStatus = defineSetting({
  key: 'service_status',
  doc: 'Whether the service is open: status 0 = in service, 1 = maintenance is announced, 2 = closing only, 3 = not served here, 4 = apps older than min_version must be loaded anew.',
  first: { status: 0, reason: 'none', from: 0, until: 0, url: '', min_version: 0 },
  schema: z
    .strictObject({
      status: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
      reason: z.enum(STATUS_REASONS),
      /** UTC ms, both; 0 where nobody can say. What is announced, not what switches: that is the version's own moment. */
      from: moment,
      until: moment,
      url: z.string().refine((url) => url === '' || PATH.test(url) || ELSEWHERE.test(url), {
        message: 'neither empty, nor a path of this origin, nor an https address',
      }),
      min_version: z.number().int().min(0).max(1_000_000),
    })
    .refine(({ from, until }) => until === 0 || until > from, { message: 'until is not after from', path: ['until'] }),
  by: 'service_status',
});

type MainStatus = AnswerOf<'main_status'>;

/** Whether `url` leads nowhere but to this origin and these hosts. */
export const leadsHome = (url: string, hosts: readonly string[]): boolean =>
  url === '' || PATH.test(url) || hosts.includes(ELSEWHERE.exec(url)?.[1] ?? '');

/** As the app is told. An address whose host the operator has taken out of the config since leads nowhere. */
export const mainStatus = (set: MainStatus, hosts: readonly string[]): MainStatus =>
  leadsHome(set.url, hosts) ? set : { ...set, url: '' };

/** As connections are told it: now, and whenever it has switched. */
export const toldStatus = (
  settings: Pick<SettingsRegistry, 'read' | 'onSwitch'>,
  addresses: () => { readonly statusHosts: readonly string[] },
) => ({
  now: () => mainStatus(settings.read(serviceStatus), addresses().statusHosts),
  onChange: (listener: () => void) =>
    settings.onSwitch((keys) => {
      if (keys.has(serviceStatus.key)) listener();
    }),
});

/** In how many minutes it is worth asking again for what opens something new; undefined where that is open. Not served is closing only too. */
export function closingOnlyMinutes({ status, until }: MainStatus, nowMs: number): number | undefined {
  if (!closesEntrance(status)) return undefined;
  if (until <= nowMs) return USUAL_MINUTES;
  return Math.min(LONGEST_MINUTES, Math.ceil((until - nowMs) / MINUTE_MS));
}

/** The settings as they may be proposed here: an address at a host that the operator's config does not name is refused before anybody agrees to it. */
export const withStatusHosts = (settings: readonly AnySetting[], hosts: () => readonly string[]): AnySetting[] =>
  settings.map((one) =>
    one.key !== serviceStatus.key
      ? one
      : { ...one, fault: (value, before) => one.fault(value, before) ?? foreignFault(value, hosts()) },
  );

const holdsUrl = z.object({ url: z.string() });

function foreignFault(value: unknown, hosts: readonly string[]): string | undefined {
  const read = holdsUrl.safeParse(value);
  return read.success && leadsHome(read.data.url, hosts)
    ? undefined
    : 'The setting service_status can’t be that: url: a host that STATUS_HOSTS does not name.';
}
