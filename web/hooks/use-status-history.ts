// Every version of the service's status, the newest first, as the public list of that setting has them.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { type StatusFacts, statusFacts } from '@fairtick/contract/service-status';
import { call } from '../stores/api.ts';
import { QUERY } from '../transport/query.ts';
import { type Records, useRecords } from './use-records.ts';

type Version = AnswerOf<'setting_history'>['data'][number];

export interface StatusVersion {
  readonly version: number;
  /** From when on it holds; 0 from the beginning. */
  readonly from: number;
  /** Undefined where this app can't read it. */
  readonly facts: StatusFacts | undefined;
  /** Its place in the log of acts; undefined where it has none yet, or was nobody's act. */
  readonly act: number | undefined;
}

const read = ({ version, from, value, act }: Version): StatusVersion => ({
  version,
  from,
  facts: statusFacts(value),
  act: act?.index ?? undefined,
});

export const useStatusHistory = (): Records<StatusVersion> =>
  useRecords(
    [QUERY.settings, 'service_status'],
    ({ version }) => String(version),
    async (cursor, signal) => {
      const before = cursor === '' ? {} : { before: Number(cursor) };
      const { data, more } = await call(
        'setting_history',
        { key: 'service_status', ...before },
        { quiet: true, signal },
      );
      const last = data.at(-1)?.version;
      return { items: data.map(read), next: more && last !== undefined ? String(last) : undefined };
    },
    'everybody',
  );
