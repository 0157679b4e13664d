// By which kind of proposal a setting of each right is changed. Plain data, so that the console has it without the schemas.

import type { SettingAct } from './matrix.ts';
import type { Proposal } from './people.ts';

export const SETTING_KINDS = {
  jurisdictions: 'setting',
  money_terms: 'money_setting',
  product_terms: 'product_setting',
  service_status: 'status_setting',
} as const satisfies Readonly<Record<SettingAct, Proposal['kind']>>;

const OF_SETTINGS: readonly string[] = Object.values(SETTING_KINDS);
export const isOfSetting = ({ kind }: Pick<Proposal, 'kind'>): boolean => OF_SETTINGS.includes(kind);
