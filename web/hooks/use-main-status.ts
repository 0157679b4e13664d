// Whether the service is open: asked at the start, told by the socket when it switches, and asked again each minute for whoever has none.

import { isRecord } from '@fairtick/contract/client/is-record';
import type { AnswerOf } from '@fairtick/contract/http/index';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../stores/api.ts';
import { socket } from '../stores/connection.ts';
import { QUERY, queryClient } from '../transport/query.ts';

type MainStatus = AnswerOf<'main_status'>;

const EVERY_MS = 60_000;
const queryKey = [QUERY.mainStatus];

/** Undefined until it is known; what was known last where it can't be asked. */
export function useMainStatus(): MainStatus | undefined {
  useEffect(() => socket.subscribe('MAIN_STATUS', take), []);
  return useQuery(
    {
      queryKey,
      queryFn: ({ signal }) => call('main_status', {}, { quiet: true, signal }),
      refetchInterval: EVERY_MS,
    },
    queryClient,
  ).data;
}

function take(data: unknown): void {
  if (!isMainStatus(data)) return;
  // What was asked for before is older.
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, data);
}

/** The part by which it is known; the rest is the server's word. */
const isMainStatus = (data: unknown): data is MainStatus => isRecord(data) && typeof data.status === 'number';
