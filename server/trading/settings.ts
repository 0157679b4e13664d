// The operator's terms as the rules of trading want them, of one moment.

import { type ForexSettings, readForexSettings } from '../domains/forex/index.ts';
import { type MicroSettings, readMicroSettings } from '../domains/micro/index.ts';
import type { SettingsReader } from '../platform/settings/setting.ts';

export interface Settings {
  readonly forex: ForexSettings;
  readonly micro: MicroSettings;
}

export const tradingSettings = (settings: SettingsReader): Settings => ({
  forex: readForexSettings(settings),
  micro: readMicroSettings(settings),
});
