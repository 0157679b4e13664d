// Whether the service is open: asked at the start, told by the socket when it switches, and asked again each minute for whoever has none.

import { isRecord } from '@fairtick/contract/client/is-record';
import type { AnswerOf } from '@fairtick/contract/http/index';
import { closesEntrance } from '@fairtick/contract/service-status';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../stores/api.ts';
import { socket } from '../stores/connection.ts';
import { QUERY, queryClient } from '../transport/query.ts';

type MainStatus = AnswerOf<'main_status'>;

const EVERY_MS = 60_000;
const queryKey = [QUERY.mainStatus];

const asked = {
  queryKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => call('main_status', {}, { quiet: true, signal }),
};

/** Undefined until it is known; what was known last where it can't be asked. */
export function useMainStatus(): MainStatus | undefined {
  useEffect(() => socket.subscribe('MAIN_STATUS', take), []);
  return useQuery({ ...asked, refetchInterval: EVERY_MS }, queryClient).data;
}

/** Whether what opens, pays in, follows or buys is closed now, as far as the frame of the app, which asks, knows. */
export function useClosingOnly(): boolean {
  const main = useQuery({ ...asked, enabled: false }, queryClient).data;
  return main !== undefined && closesEntrance(main.status);
}

function take(data: unknown): void {
  if (!isMainStatus(data)) return;
  // What was asked for before is older.
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, data);
}

/** The part by which it is known; the rest is the server's word. */
const isMainStatus = (data: unknown): data is MainStatus => isRecord(data) && typeof data.status === 'number';
