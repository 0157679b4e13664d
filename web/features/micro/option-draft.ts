// What the user is filling in for an option: duration and stake, remembered on this device, and the command that it becomes.

import type { TradePair } from '@fairtick/contract/http/market';
import { useState } from 'react';
import { sentNumber } from '../../calculators/typed.ts';
import type { OptionSettings } from '../../hooks/use-basics.ts';
import { useIntent } from '../../hooks/use-intent.ts';
import { useSettings } from '../../hooks/use-settings.ts';
import { submitOption } from '../../stores/orders.ts';
import { setSettings } from '../../stores/settings.ts';

export type OptionDuration = OptionSettings['seconds'][number];
export type Direction = 'up' | 'down';

export interface OptionForm {
  readonly duration: OptionDuration | undefined;
  readonly stake: string;
  readonly setDuration: (seconds: number) => void;
  readonly setStake: (stake: string) => void;
  readonly sending: Direction | undefined;
  /** True when the option was opened; a refusal or failure was said by a toast. */
  readonly send: (direction: Direction) => Promise<boolean>;
}

export function useOptionForm(pair: TradePair, settings: OptionSettings | undefined): OptionForm {
  const { microAmount, microSeconds } = useSettings();
  // What stands in the field wins over what is remembered: a field that was cleared stays clear.
  const [typed, setTyped] = useState<string>();
  const submit = useIntent((input: ReturnType<typeof commandOf>, key) => submitOption(input, { key }));
  const duration = settings?.seconds.find((one) => one.Seconds === microSeconds) ?? settings?.seconds[0];
  const stake = typed ?? (microAmount === '' ? (settings?.numbers[0]?.Number ?? '') : microAmount);
  return {
    duration,
    stake,
    sending: submit.sending && (submit.sending.type === 1 ? 'up' : 'down'),
    send: async (direction) =>
      duration !== undefined && (await submit.send(commandOf(pair, direction, stake, duration))) !== undefined,
    setDuration: (seconds) => setSettings({ microSeconds: seconds }),
    setStake: (next) => {
      setTyped(next);
      setSettings({ microAmount: next });
    },
  };
}

const commandOf = (pair: TradePair, direction: Direction, stake: string, duration: OptionDuration) => ({
  forex_id: pair.Id,
  type: direction === 'up' ? 1 : 2,
  number: sentNumber(stake),
  seconds: String(duration.Seconds),
});
