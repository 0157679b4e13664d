// Loans in the small world, as borrowers and the staff ask one of its servers for them; who borrowers are is written by the owner's hand.

import * as os from 'node:os';
import type { Refusal } from '@fairtick/contract/errors';
import type { AnswerOf } from '@fairtick/contract/http/index';
import type { LoanView } from '@fairtick/contract/http/loans';
import type { StaffTable } from '@fairtick/contract/staff/index';
import type { Clock } from '@fairtick/kernel/clock';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { systemEntropy } from '@fairtick/kernel/random';
import type { Result } from '@fairtick/kernel/result';
import { loanRoutes, loanStaffRoutes } from '@fairtick/server/domains/loans/index';
import { marketNow } from '@fairtick/server/domains/market/index';
import { decidedAsNow, heldRefusal, linkedUsers, staffName } from '@fairtick/server/domains/staff/index';
import type { RequestContext } from '@fairtick/server/platform/endpoints';
import type { StaffPrincipal } from '@fairtick/server/platform/principals';
import { Records } from '@fairtick/server/platform/records/records';
import { keptFiles } from './kept-images.ts';
import { timesOfReading } from './loan-times.ts';
import { testKeys } from './outside.ts';
import type { TestMember } from './staff.ts';
import type { Server, World } from './world.ts';

type Answered<T> = Promise<Result<T, Refusal>>;
type Decision = { readonly approve: true } | { readonly approve: false };

export interface LoanDesk {
  /** A real user who is verified as Ada Lovelace, lives in Hong Kong and is accepted as a borrower. */
  borrower(dollars: number): Promise<Id>;
  /** Reads the agreement and signs it by keyboard. */
  signs(userId: Id, configId: number, amount: string): Answered<LoanView>;
  decides(id: string, how: Decision, by: TestMember): Answered<AnswerOf<'loan_decide', StaffTable>>;
  repays(userId: Id, id: string): Answered<LoanView>;
}

/** As whom everybody here is verified. */
const NAME = 'Ada Lovelace';
/** The last digits of a picture's id say whose it is. */
const pictureOf = (userId: Id): string => userId.toString(16).padStart(32, '0');

async function borrowerByHand({ db, realUser }: World, dollars: number): Promise<Id> {
  const id = await realUser(dollars);
  await db.owner.query(`UPDATE user_standing SET country = 'HK', verified_time = 1 WHERE user_id = $1`, [id]);
  await db.owner.query(
    `INSERT INTO staff (id, name, email) VALUES (1, 'Nobody', 'nobody@example.com') ON CONFLICT DO NOTHING`,
  );
  const picture = pictureOf(id);
  await db.owner.query(
    `INSERT INTO uploads (id, owner_id, kind, state, place, bytes, width, height, key_sealed, attached_to, keep_until)
     VALUES ($1, $2, 'image', 'used', 'disk', 1, 1, 1, '\\x00', 'by hand', NULL)`,
    [picture, id],
  );
  await db.owner.query(
    `INSERT INTO loan_persons (user_id, person_sealed, picture, status, answer_due, decided_by, decided_time) VALUES ($1, '', $2, 2, 2, 1, 1)`,
    [id, picture],
  );
  return id;
}

/** `clock`: what the server of these routes goes by; the database's moment. */
export function loanDesk(world: World, clock: Clock, server: () => Server = () => world.server): LoanDesk {
  let keys = 0;
  const { db } = world;
  const records = new Records({ pool: db.app, clock, random: world.random });
  const submit = (command: Parameters<Server['pipeline']['submit']>[0]) => server().pipeline.submit(command);
  const services = {
    ...{ submit, db: db.app, records, keys: testKeys, clock, files: keptFiles(db, os.tmpdir()) },
    newId: () => parseId(`9${String(clock.now()).slice(-12)}${String(keys).padStart(5, '0')}`) ?? 0n,
    settings: () => world.settings.loans,
    jurisdictions: () => world.settings.jurisdictions,
    verifiedName: async () => NAME,
  };
  const deposits = {
    ...services,
    settings: () => world.settings.wallet,
    market: () => marketNow(server().market, clock.now()),
  };
  const users = loanRoutes({ ...services, deposits });
  const staff = loanStaffRoutes({
    ...{ ...services, submit: decidedAsNow(submit) },
    staff: {
      name: (id) => staffName(db.app, id),
      linkedUsers: (id) => linkedUsers(db.app, id),
      refusedNow: heldRefusal,
    },
  });
  const beside = () => {
    keys += 1;
    return {
      ...({ lang: 'en', key: `loan-key-${keys}`, address: '127.0.0.1', agent: 'world', deviceHash: null } as const),
      requestId: `loan-${keys}`,
    };
  };
  const context = (userId: Id): RequestContext => ({
    ...beside(),
    principal: { kind: 'user', userId, realm: 'live', tokenHash: systemEntropy.bytes(32) },
  });
  const ofStaff = ({ id, tokenHash }: TestMember): RequestContext<StaffPrincipal> => ({
    ...beside(),
    principal: { kind: 'staff', staffId: id, tokenHash } as StaffPrincipal,
  });
  return {
    borrower: (dollars) => borrowerByHand(world, dollars),
    async signs(userId, configId, amount) {
      const read = await users.loan_agreement({ id: configId, amount, loan_id: '' }, context(userId));
      if (!read.ok) return read;
      const times = timesOfReading(clock.now());
      const typed = {
        amount,
        config_id: configId,
        sign: '',
        agreement: read.value.html,
        typed_name: NAME,
        strokes: '',
      };
      return users.loan_submit({ ...typed, ...times }, context(userId));
    },
    decides: (id, { approve }, by) =>
      staff.loan_decide(
        approve
          ? { id, decision: 'approve', reason: '' }
          : { id, decision: 'reject', reason_code: 'unclear', reason: '' },
        ofStaff(by),
      ),
    repays: (userId, id) => users.loan_repay({ loan_id: id, shown: '' }, context(userId)),
  };
}
