// The order of test files: the longest first, so that no processor waits for a long file that came last. Known lengths of earlier runs count
// where there are some; this list is for a fresh clone.

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Ends of the paths of what takes longest, the longest first. */
export const LONG = [
  'chaos/lent.test.ts',
  'chaos/failpoints.test.ts',
  'chaos/kills.test.ts',
  'chaos/cluster.test.ts',
  'e2e/status.test.ts',
  'e2e/money.test.ts',
  'e2e/loans.test.ts',
  'e2e/loan-proof.test.ts',
  'e2e/content.test.ts',
  'e2e/closed-market.test.ts',
  'e2e/story.test.ts',
  'e2e/money-story.test.ts',
  'e2e/console.test.ts',
  'e2e/orders.test.ts',
  'e2e/person-guard.test.ts',
  'e2e/person.test.ts',
  'e2e/verification.test.ts',
  'e2e/console-deposits.test.ts',
  'e2e/trouble.test.ts',
  'replay/recordings.test.ts',
  'log/broken-connections.test.ts',
  'micro/options.test.ts',
  'forex/financing.test.ts',
  'engine/engine.test.ts',
  'log/tiles.test.ts',
  'simulation/simulation.test.ts',
  'feeds/simulated.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((end) => moduleId.endsWith(end));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
