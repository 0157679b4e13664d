// The market that good proofs come from: users who trade two recorded pairs and one that is converted, made of the same recordings.

import * as fs from 'node:fs';
import { BUNDLED_RECORDINGS } from '@fairtick/server/domains/market/feeds/replay';
import { TEST_LOG_KEYS } from '../../harness/outside.ts';
import type { Cut } from '../../independent/recordings.ts';
import { runSession, type SessionOptions, type SessionResult } from '../../independent/session.ts';

const FROM = '2014-05-02T12:28:00Z';
const YEN = [
  { of: 'EURUSD', code: 'EURJPY', times: 102.3 },
  { of: 'NZDUSD', code: 'USDJPY', times: 118.7 },
];

export function playForForger({
  until,
  ...options
}: Pick<SessionOptions, 'speed' | 'withMicro' | 'onNote' | 'databaseUrl'> & {
  readonly until: string;
}): Promise<SessionResult> {
  const spans = [[FROM, until]] as const;
  const files = fs.readdirSync(BUNDLED_RECORDINGS).filter((name) => name.includes('.ticks.'));
  const yen = YEN.flatMap(({ of, code, times }) =>
    files
      .filter((file) => file.startsWith(of))
      .map((file): Cut => ({ file, spans, as: { file: file.replace(of, code), times, places: 3 } })),
  );
  return runSession({
    ...{ from: BUNDLED_RECORDINGS, cuts: [...files.map((file) => ({ file, spans })), ...yen] },
    ...{ codes: ['EURUSD', 'NZDUSD', 'EURJPY'], seed: 1, users: 3, reach: 0.001, paths: 2, logKeys: TEST_LOG_KEYS },
    ...options,
  });
}
