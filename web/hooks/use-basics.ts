// The platform's base settings that decide sums: how fees are counted, what a lost option costs.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { useQuery } from '@tanstack/react-query';
import { call } from '../stores/api.ts';
import { QUERY, queryClient } from '../transport/query.ts';
import { useSettings } from './use-settings.ts';

const STALE_MS = 5 * 60_000;

export type OptionSettings = AnswerOf<'get_seconds'>;

type Basics = AnswerOf<'getBasicInfo'>;

const useAskedBasics = () =>
  useQuery(
    {
      queryKey: [QUERY.basics],
      queryFn: ({ signal }): Promise<Basics> => call('getBasicInfo', {}, { quiet: true, signal }),
      staleTime: STALE_MS,
    },
    queryClient,
  );

export const useBasics = (): Basics | undefined => useAskedBasics().data;

/** Whether they are not known yet and are about to be: neither where there is no line, nor where the server does not answer. */
export function useBasicsComing(): boolean {
  const { isPending, fetchStatus } = useAskedBasics();
  return isPending && fetchStatus === 'fetching';
}

/** What two people of the staff change, in the language of the app; undefined until it is known. */
export function usePublicSettings(): AnswerOf<'public_settings'> | undefined {
  const lang = useSettings((settings) => settings.lang);
  return useQuery(
    {
      queryKey: [QUERY.settings, lang],
      queryFn: ({ signal }) => call('public_settings', {}, { quiet: true, signal }),
      staleTime: STALE_MS,
    },
    queryClient,
  ).data;
}

/** Durations with ratio and least amount, and preset amounts. */
export function useOptionSettings(): OptionSettings | undefined {
  return useQuery(
    {
      queryKey: [QUERY.microSettings],
      queryFn: ({ signal }) => call('get_seconds', { sec: '', number: '' }, { quiet: true, signal }),
      staleTime: STALE_MS,
    },
    queryClient,
  ).data;
}
