// The moment of a change: what every check of it looks at.

import type { BatchState, Change } from '@fairtick/server/domains/parts';
import type { Batch, Tag, Watch } from './watch.ts';

/** The server's clock may run a hundredth slow while it is ahead of the wall. */
export const SLACK = 1.02;

export interface Moment {
  readonly watch: Watch;
  readonly state: BatchState;
  readonly change: Change;
  readonly tag: Tag;
  readonly batch: Batch;
  /** The deciding place in the log: the tick's for a triggered command, else the newest that the batch sees. */
  readonly atIndex: number;
}
