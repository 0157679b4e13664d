// The settings that the app asks for at its start. They say nothing of money. The service's status is service-status.ts.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { z } from 'zod';
import { defineSetting, type SettingsReader } from '../../platform/settings/setting.ts';
import { jurisdictions } from './jurisdictions.ts';
import { serviceStatus } from './service-status.ts';

/** Any scheme that an app may open, but none that runs. */
const link = z
  .string()
  .max(2_000)
  .regex(/^(?!\s*(javascript|data):)/i);

const serviceLink = defineSetting({
  key: 'service_link',
  doc: "The address of the customers' service, or nothing.",
  first: '',
  schema: link,
});

const serviceLinkType = defineSetting({
  key: 'service_link_type',
  doc: "How the app opens it: 0 = the app's own chat, 1 = in a frame within the app, where SERVICE_HOSTS names its host, 2 = outside.",
  first: 0,
  // Once any number up to 100 was taken, and opened outside.
  schema: z
    .number()
    .int()
    .min(0)
    .max(100)
    .transform((way) => Math.min(way, 2)),
});

const verifyRegType = defineSetting({
  key: 'verify_reg_type',
  doc: 'What registering asks for; 1 = a code that is sent to the account, 2 = a captcha.',
  first: 1,
  schema: z.union([z.literal(1), z.literal(2)]),
});

const showMobile = defineSetting({
  key: 'is_show_mobile',
  doc: 'Whether people may register by mobile; 0 = by e-mail alone.',
  first: 1,
  schema: z.union([z.literal(0), z.literal(1)]),
});

const inviteRequired = defineSetting({
  key: 'invite_required',
  doc: 'Whether registering takes the code of somebody who invites.',
  first: false,
  schema: z.boolean(),
});

export const accountSettings = [
  serviceLink,
  serviceLinkType,
  verifyRegType,
  showMobile,
  inviteRequired,
  serviceStatus,
  jurisdictions,
];

export interface RegistrationSettings {
  readonly verify_reg_type: 1 | 2;
  readonly is_show_mobile: 0 | 1;
  readonly invite_required: boolean;
}

/** What the app is told at its start, of this domain. */
export interface AppSettings {
  readonly basic: Pick<AnswerOf<'getBasicInfo'>, 'service_link' | 'service_link_type' | 'verify_reg_type'>;
  readonly main: AnswerOf<'main_status'>;
  readonly registration: RegistrationSettings;
}

export const readAppSettings = (settings: SettingsReader): AppSettings => ({
  basic: {
    service_link: settings.read(serviceLink),
    service_link_type: settings.read(serviceLinkType),
    verify_reg_type: settings.read(verifyRegType),
  },
  main: settings.read(serviceStatus),
  registration: {
    verify_reg_type: settings.read(verifyRegType),
    is_show_mobile: settings.read(showMobile),
    invite_required: settings.read(inviteRequired),
  },
});

type ServiceLink = AppSettings['basic'];

/** As the app is told: what may not stand in a frame opens outside, with its warning. */
export const toldBasics = (basic: ServiceLink, hosts: readonly string[]): ServiceLink =>
  basic.service_link_type === 1 && !mayBeFramed(basic.service_link, hosts) ? { ...basic, service_link_type: 2 } : basic;

function mayBeFramed(link: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(link)) return false;
  const { protocol, host, username, password } = new URL(link);
  return protocol === 'https:' && username === '' && password === '' && hosts.includes(host);
}
