// Where people register and are verified in the simulated world: the real endpoints of accounts and of verification over the database in memory.
// What hashes passwords, decodes images and knows the staff lies outside: those are given.

import { createHash } from 'node:crypto';
import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import type { Entropy } from '@fairtick/kernel/random';
import { Captchas, Codes, Passwords, registrationHandlers, Sessions } from '@fairtick/server/domains/accounts/index';
import type { Hashing } from '@fairtick/server/domains/accounts/passwords';
import { FollowingCommands } from '@fairtick/server/domains/copying/following/commands';
import { endOrphans, payShares } from '@fairtick/server/domains/copying/following/jobs';
import type { MarketAt } from '@fairtick/server/domains/market/index';
import type { DomainCommand, Settings } from '@fairtick/server/domains/parts';
import { decidedAsNow, heldRefusal, openProposals } from '@fairtick/server/domains/staff/index';
import { mayReview, verificationRoutes, verificationStaffRoutes } from '@fairtick/server/domains/verification/index';
import { endUnanswered } from '@fairtick/server/domains/wallet/deposits/ending';
import {
  backHinderedBy,
  creditHinderedBy,
  depositRoutes,
  depositStaffRoutes,
  markLate,
  payoutRoutes,
  receiptStaffRoutes,
  type WalletSettings,
  withdrawalRoutes,
} from '@fairtick/server/domains/wallet/index';
import type { Outcome } from '@fairtick/server/platform/commands/command';
import type { Pool } from '@fairtick/server/platform/database/pools';
import type { StaffContext } from '@fairtick/server/platform/endpoints';
import { Files } from '@fairtick/server/platform/files/files';
import type { FileStore } from '@fairtick/server/platform/files/store';
import type { Logger } from '@fairtick/server/platform/logger';
import { Records } from '@fairtick/server/platform/records/records';
import { testKeys } from '../harness/outside.ts';
import { lendingOffices, VERIFIED_NAME } from './lending-offices.ts';

export const REVIEWER_ROLES = ['compliance'] as const;

export interface OfficeOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly entropy: Entropy;
  readonly random: { below(bound: number): number; uint32(): number; unit(): number; normal(): number };
  readonly newId: () => Id;
  readonly bucket: FileStore;
  readonly submit: (command: DomainCommand) => Promise<Outcome>;
  readonly settings: Pick<Settings, 'wallet' | 'loans' | 'funds' | 'jurisdictions'>;
  readonly market: () => MarketAt;
}

const sha = (password: string): string => createHash('sha256').update(password).digest('hex');
/** A hash that costs nothing: how long one takes is no matter of what is written. */
const QUICK: Hashing = {
  hash: async (password) => sha(password),
  verify: async (stored, password) => stored === sha(password),
};

export type Offices = ReturnType<typeof officesOf>;

export function officesOf(options: OfficeOptions) {
  const { db, clock, logger, entropy, random, newId, bucket, submit } = options;
  const keys = testKeys;
  const records = new Records({ pool: db, clock, random });
  const services = { db, clock, logger, entropy, keys, records, newId, reads: () => db };
  const looker = (id: Id) => ({ id, roles: REVIEWER_ROLES, linkedUsers: [] });
  const files = new Files({
    ...services,
    stores: { write: 'bucket', of: { bucket } },
    mayReview: (staffId, attachedTo) => mayReview(db, looker(staffId), attachedTo),
  });
  const registering = registrationHandlers({
    ...services,
    sessions: new Sessions(services),
    passwords: new Passwords(entropy, QUICK),
    codes: new Codes(services),
    captchas: new Captchas(services),
    settings: () => ({ verify_reg_type: 1, is_show_mobile: 1, invite_required: false }),
  });
  return {
    send_code: registering.send_code,
    register: registering.register,
    ...verificationRoutes({ ...services, files }),
    ...verificationStaffRoutes({
      ...services,
      files,
      submit,
      reviewers: {
        name: async (staffId) => `member ${staffId}`,
        linkedUsers: async () => [],
        refusedNow: async () => undefined,
      },
    }),
    ...withdrawalRoutes({
      ...services,
      ...{
        submit,
        market: options.market,
        settings: () => options.settings.wallet,
        verifiedName: async () => VERIFIED_NAME,
      },
    }),
    ...depositOffices(options, { records, files }),
    ...followingOffices(options),
    markLate: () => markLate({ submit, db, staff: async () => [] }),
    /** A picture as the decoder hands it on. */
    keepPicture: (ownerId: Id, bytes: Uint8Array) => files.keep({ ownerId, kind: 'image', bytes, width: 8, height: 8 }),
    look: (staffId: Id, image: string) => files.show(image, { kind: 'staff', id: staffId }),
  };
}

/** Where people follow traders, and the jobs of that. */
function followingOffices({ db, submit }: OfficeOptions) {
  const commands = new FollowingCommands({ db, submit, keys: testKeys, reads: () => db });
  return {
    follow_trader: commands.follow.bind(commands),
    follow_settings: commands.settings.bind(commands),
    canal_follow: commands.leave.bind(commands),
    payShares: () => payShares({ db, submit }),
    endOrphans: () => endOrphans({ db, submit }),
  };
}

/** No chain is asked: what came is the word of who types it. */
const chains = (): undefined => undefined;

interface Kept {
  readonly records: Records;
  readonly files: Files;
}

/** Where users say what they sent, and where the staff book it, credit it and send it back. */
function depositOffices({ db, clock, entropy, newId, submit, settings: own, market }: OfficeOptions, kept: Kept) {
  const settings = (): WalletSettings => own.wallet;
  const common = { ...kept, ...{ db, newId, chains, settings, market, keys: testKeys } };
  const proposals = openProposals({
    ...{ db, clock, entropy, submit, records: kept.records, keys: testKeys, settings: [] },
    creditHindered: creditHinderedBy(chains, settings),
    backHindered: backHinderedBy(chains, settings),
  });
  const desk = {
    ...common,
    ...{ submit: decidedAsNow(submit), propose: proposals.proposeUnlessDone, loanDue: async () => '' as const },
    staff: {
      name: async (staffId: Id) => `member ${staffId}`,
      linkedUsers: async () => [],
      refusedNow: heldRefusal,
    },
  };
  return {
    ...depositRoutes(common),
    ...lendingOffices({ settings: own, submit, clock, deposits: common, keys: testKeys }),
    ...depositStaffRoutes(desk),
    ...receiptStaffRoutes(desk),
    ...payoutRoutes({ ...desk, payers: desk.staff, verifiedName: async () => VERIFIED_NAME }),
    proposal_decide: (input: Verdict, context: StaffContext) =>
      proposals.decide({ endpoint: 'proposal_decide', input: { ...input }, context }, input.id, input),
    endUnanswered: () => endUnanswered({ submit, db }),
  };
}

interface Verdict {
  readonly id: string;
  readonly decision: 'accept' | 'reject';
  readonly hash: string;
  readonly reason: string;
}
