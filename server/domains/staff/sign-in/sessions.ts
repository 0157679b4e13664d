// Tokens of the staff. The database is asked at every call: what is taken from a member is gone with the commit that takes it.

import { IDLE_MS, SESSION_MS } from '@fairtick/contract/staff/session';
import type { Clock } from '@fairtick/kernel/clock';
import type { Queries } from '../../../platform/database/pools.ts';
import type { Elevation, StaffPrincipal } from '../../../platform/principals.ts';
import { hashToken, isToken } from '../../../platform/sign-in/token.ts';
import { useStaffSession } from './session-table.ts';

export class StaffSessions {
  readonly #db: Queries;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Queries; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Notes the use of the token. undefined where it is unknown or revoked, was not used for 15 minutes or is 8 hours old, or its member is disabled.
   * Rejects when the database is away.
   */
  async find(token: string): Promise<StaffPrincipal | undefined> {
    if (!isToken(token)) return undefined;
    const tokenHash = hashToken(token);
    const nowMs = this.#clock.now();
    const times = { nowMs, idleSinceMs: nowMs - IDLE_MS, openedSinceMs: nowMs - SESSION_MS };
    const row = await useStaffSession(this.#db, tokenHash, times);
    if (!row) return undefined;
    const { staff_id: staffId, roles, elevated_until: elevatedUntil, factors } = row;
    return { kind: 'staff', staffId, roles, tokenHash, elevatedUntilMs: Number(elevatedUntil), factors };
  }

  elevation({ elevatedUntilMs, factors }: StaffPrincipal): Elevation {
    return { untilMs: elevatedUntilMs, methods: factors };
  }
}
