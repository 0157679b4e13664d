// What the user is filling in for a contract: duration and stake, remembered on this device, and the command that it becomes.

import type { AnswerOf } from '@fairtick/contract/http/index';
import type { TradePair } from '@fairtick/contract/http/market';
import { useRef, useState } from 'react';
import { sentNumber } from '../../calculators/typed.ts';
import { useSettings } from '../../hooks/use-settings.ts';
import { intentKey } from '../../stores/api.ts';
import { submitOption } from '../../stores/orders.ts';
import { setSettings } from '../../stores/settings.ts';
import { ApiError } from '../../transport/failures.ts';

type OptionSettings = AnswerOf<'get_seconds'>;
export type OptionDuration = OptionSettings['seconds'][number];

export interface OptionForm {
  readonly duration: OptionDuration | undefined;
  readonly stake: string;
  readonly setDuration: (seconds: number) => void;
  readonly setStake: (stake: string) => void;
  readonly sending: 'up' | 'down' | undefined;
  /** True when the contract was opened; a refusal or failure was said by a toast. */
  readonly send: (direction: 'up' | 'down') => Promise<boolean>;
}

export function useOptionForm(pair: TradePair, settings: OptionSettings | undefined): OptionForm {
  const { microAmount, microSeconds } = useSettings();
  const [sending, setSending] = useState<'up' | 'down'>();
  // What stands in the field wins over what is remembered: a field that was cleared stays clear.
  const [typed, setTyped] = useState<string>();
  const intent = useRef<{ body: string; key: string }>(undefined);
  const duration = settings?.seconds.find((one) => one.Seconds === microSeconds) ?? settings?.seconds[0];
  const stake = typed ?? (microAmount === '' ? (settings?.numbers[0]?.Number ?? '') : microAmount);

  async function send(direction: 'up' | 'down'): Promise<boolean> {
    if (!duration) return false;
    const input = {
      forex_id: pair.Id,
      type: direction === 'up' ? 1 : 2,
      number: sentNumber(stake),
      seconds: String(duration.Seconds),
    };
    const body = JSON.stringify(input);
    // As with futures: repeated after an unknown outcome, it is the same intent and can't be placed twice.
    const key = intent.current?.body === body ? intent.current.key : intentKey();
    intent.current = { body, key };
    setSending(direction);
    try {
      await submitOption(input, { key });
      intent.current = undefined;
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.failure !== 'unknown') intent.current = undefined;
      return false;
    } finally {
      setSending(undefined);
    }
  }

  return {
    duration,
    stake,
    sending,
    send,
    setDuration: (seconds) => setSettings({ microSeconds: seconds }),
    setStake: (next) => {
      setTyped(next);
      setSettings({ microAmount: next });
    },
  };
}
