// What the wallet's commands of users work with.

import type { Id } from '@fairtick/kernel/ids';
import type { Command, Outcome } from '../../platform/commands/command.ts';
import type { Pool, Queries } from '../../platform/database/pools.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { Records } from '../../platform/records/records.ts';
import type { MarketAt } from '../market/index.ts';
import type { WalletSettings } from './settings.ts';
import type { WithdrawalChange, WithdrawalState } from './withdrawals/state.ts';

export interface WalletOptions {
  readonly submit: (command: Command<WithdrawalState, WithdrawalChange>) => Promise<Outcome>;
  readonly db: Pool;
  /** Where one statement is asked: as new as the newest commit. */
  readonly reads: () => Queries;
  readonly records: Records;
  readonly keys: Keys;
  readonly newId: () => Id;
  readonly settings: () => WalletSettings;
  readonly market: () => MarketAt;
  /** As whom the user is verified; undefined where they are not. */
  readonly verifiedName: (userId: Id) => Promise<string | undefined>;
}
