// What the server answers to one question, kept and fetched anew when it grows old; in the language of the app.

import type { AnswerOf, EndpointName, InputOf } from '@fairtick/contract/http/index';
import { useQuery } from '@tanstack/react-query';
import { call } from '../stores/api.ts';
import { type QueryName, queryClient } from '../transport/query.ts';
import { useSettings } from './use-settings.ts';

export interface Answer<N extends EndpointName> {
  readonly data: AnswerOf<N> | undefined;
  readonly state: 'pending' | 'failed' | 'ready';
  readonly retry: () => void;
}

/** Not asked while `wanted` is false; `everyMs`: again and again while somebody looks. */
export function useAnswer<N extends EndpointName>(
  query: QueryName,
  name: N,
  input: InputOf<N>,
  wanted = true,
  everyMs?: number,
): Answer<N> {
  const lang = useSettings((settings) => settings.lang);
  const { data, isError, refetch } = useQuery(
    {
      queryKey: [query, name, lang, input],
      queryFn: ({ signal }) => call(name, input, { quiet: true, signal }),
      enabled: wanted,
      ...(everyMs !== undefined && { refetchInterval: everyMs }),
    },
    queryClient,
  );
  return { data, state: data ? 'ready' : isError ? 'failed' : 'pending', retry: () => void refetch() };
}
