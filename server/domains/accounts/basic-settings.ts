// The settings the app asks for at its start, kept for a few seconds: everybody asks, they hardly ever change.

import type { AnswerOf } from '@fairtick/contract/http/index';
import type { Clock } from '@fairtick/kernel/clock';
import { type Queries, readSettings } from './table.ts';

const SETTINGS_MS = 5_000;

export interface Settings {
  readonly basic: AnswerOf<'getBasicInfo'>;
  readonly main: AnswerOf<'main_status'>;
}

const KEYS = [
  'service_link',
  'service_link_type',
  'verify_reg_type',
  'trade_fee_type',
  'micro_loss_level',
  'main_status',
  'main_status_url',
];

/** Reads them again when they are older than 5 s. */
export function settingsReader(db: Queries, clock: Clock): () => Promise<Settings> {
  let kept: { readonly settings: Settings; readonly untilMs: number } | undefined;
  return async () => {
    if (kept && clock.monotonic() < kept.untilMs) return kept.settings;
    const settings = settingsFrom(await readSettings(db, KEYS));
    kept = { settings, untilMs: clock.monotonic() + SETTINGS_MS };
    return settings;
  };
}

/** What the operator has not set: fees of the margin, the whole stake at risk, in service. */
function settingsFrom(values: ReadonlyMap<string, unknown>): Settings {
  const whole = (key: string, otherwise: number): number => {
    const value = values.get(key);
    return typeof value === 'number' && Number.isInteger(value) ? value : otherwise;
  };
  const plain = (key: string): string => {
    const value = values.get(key);
    return typeof value === 'string' ? value : '';
  };
  return {
    basic: Object.freeze({
      service_link: plain('service_link'),
      service_link_type: whole('service_link_type', 0),
      verify_reg_type: whole('verify_reg_type', 1),
      trade_fee_type: whole('trade_fee_type', 2) === 1 ? 1 : 2,
      micro_loss_level: whole('micro_loss_level', 0) === 0 ? 0 : 1,
    }),
    main: Object.freeze({ status: whole('main_status', 0), url: plain('main_status_url') }),
  };
}
