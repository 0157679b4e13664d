// People of the simulated world beside their orders: visitors who register by a code, lose answers, ask again, and try names that others have; users who
// send documents, their own and others'; members of the staff who take, look at and decide them.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import type { StaffRole } from '@fairtick/contract/staff/matrix';
import type { Realm } from '@fairtick/engine/types';
import { type Id, parseId } from '@fairtick/kernel/ids';
import type { Random } from '@fairtick/kernel/random';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { openCode } from '@fairtick/server/domains/accounts/codes/message';
import { type RequestContext, type StaffContext, Unavailable } from '@fairtick/server/platform/endpoints';
import { testKeys } from '../harness/outside.ts';
import type { Watch } from './checks/watch.ts';
import { chance, pick } from './events.ts';
import { VERIFIED_NAME } from './lending-offices.ts';
import type { Row } from './memory/rows.ts';
import { type Offices, REVIEWER_ROLES } from './offices.ts';
import type { ServerProcess } from './process.ts';
import type { KnownUser } from './scene.ts';

/** So many names, so that several people want one. */
const NAMES = 5;
const MOST_VISITORS = 8;
const PASSWORD = 'a quite long password';
const STAFF: readonly Id[] = [9_000_000n, 9_000_001n, 9_000_002n];

/** Somebody who wants to become a user: they send one form under one key, however often. */
interface Visitor {
  readonly name: string;
  readonly key: string;
  readonly address: string;
  /** Nobody else has tried to have the name so far. */
  alone: boolean;
  /** The code that they were sent. */
  code: string | undefined;
  user: Id | undefined;
}

/** Sent under one key, however often. */
interface Documents {
  readonly user: Id;
  readonly key: string;
  readonly input: ParsedOf<'real_name_submit'>;
}

type Registered = Result<AnswerOf<'register'>, Refusal>;

export class People {
  readonly #watch: Watch;
  readonly #joined: (user: KnownUser) => void;
  readonly #visitors: Visitor[] = [];
  /** Who was told that they are a user. */
  readonly joined: KnownUser[] = [];
  /** Pictures that were kept, by who sent them. */
  readonly #pictures: { readonly owner: Id; readonly id: string }[] = [];
  readonly #sent: Documents[] = [];
  #keys = 0;
  /** How often each was answered. */
  readonly counts: Record<string, number> = {};

  constructor(watch: Watch, joined: (user: KnownUser) => void) {
    this.#watch = watch;
    this.#joined = joined;
  }

  /** One step of somebody who is about to become a user, or is one already and asks again. */
  register(server: ServerProcess, random: Random): void {
    const fresh = this.#visitors.length < MOST_VISITORS && chance(random, 3);
    const visitor = fresh ? this.#arrive(random) : pick(random, this.#visitors);
    if (!visitor) return;
    visitor.code ??= this.#letterTo(visitor.name);
    if (visitor.code === undefined || (visitor.user === undefined && chance(random, 6))) {
      this.#askCode(server, visitor);
      return;
    }
    const wrong = chance(random, 12) ? '000000' : visitor.code;
    const other = chance(random, 10) ? pick(random, this.#visitors) : undefined;
    const key = other?.key ?? visitor.key;
    // Whose key it was that registered whom is nobody's to say then.
    if (other && other !== visitor) for (const one of [visitor, other]) one.alone = false;
    const before = this.#isRegistered(visitor);
    const form = { type: 'email', area_id: chance(random, 4) ? 'DE' : 'HK', account: visitor.name } as const;
    const passwords = { password: PASSWORD, re_password: PASSWORD };
    const input = { ...form, ...passwords, mobile: '', invite_code: '', sms_code: wrong, key: '', country: '' };
    this.#ask(
      server,
      'register',
      (offices) => offices.register(input, contextOf(visitor, key)),
      (answer) => {
        if (other && other !== visitor) this.#heardByOther(visitor, other, answer);
        else this.#heard(visitor, answer, before);
      },
    );
  }

  /** A real user sends pictures, or the documents that they belong to. */
  prove(server: ServerProcess, random: Random, users: readonly KnownUser[]): void {
    const user = pick(
      random,
      users.filter(({ realm }) => realm === 'live'),
    );
    if (!user) return;
    const again = pick(random, this.#sent);
    if (again && chance(random, 5)) {
      this.#submit(server, again);
      return;
    }
    const own = this.#pictures.filter(({ owner }) => owner === user.id).slice(-6);
    const unused = own.filter(({ id }) => this.#row('uploads', id)?.state === 'ready');
    if (unused.length < 2) {
      this.#keep(server, user.id, random);
      return;
    }
    const taken = chance(random, 5) ? this.#pictures : unused;
    const [front, back] = [pick(random, unused), pick(random, chance(random, 8) ? own : taken)];
    const country = pick(random, ['', 'HK', 'DE', 'FR', 'CN', 'Atlantis']) ?? '';
    const pictures = { front_pic: front?.id ?? '', reverse_pic: (back === front ? unused.at(-1) : back)?.id ?? '' };
    const input = { name: VERIFIED_NAME, card_id: `A${1_000 + random.below(4)}`, ...pictures, country };
    const one = { user: user.id, key: this.#newKey(), input };
    this.#sent.push(one);
    this.#submit(server, one);
  }

  /** One step of a member: takes an item, looks at a picture, decides. Not always in that order, and not always their own. */
  review(server: ServerProcess, random: Random): void {
    const all = [...this.#watch.database.table('verifications').values()];
    const waiting = all.filter(({ status }) => status === 1);
    const item = pick(random, waiting.length > 0 && !chance(random, 12) ? waiting.slice(0, 2) : all);
    const claimant = STAFF.find((one) => one === item?.claimed_by);
    const staffId = chance(random, 6) || claimant === undefined ? pick(random, STAFF) : claimant;
    if (!item || staffId === undefined) return;
    const context = memberContext(staffId, this.#newKey());
    const id = String(item.id);
    const unseen = [item.front, item.back].map(String).filter((one) => !this.#hasSeen(staffId, one));
    if (claimant === undefined || chance(random, 8)) {
      this.#ask(server, 'claim', (offices) => offices.verification_claim({ id }, context));
    } else if (unseen[0] !== undefined && !chance(random, 6)) {
      const [picture = ''] = unseen;
      this.#ask(server, 'look', async (offices) => shownOr((await offices.look(staffId, picture)) !== undefined));
    } else this.#decide(server, random, { id, context });
  }

  #decide(server: ServerProcess, random: Random, { id, context }: { id: string; context: StaffContext }): void {
    const accepted = { id, decision: 'accept', reason: '' } as const;
    const rejected = { id, decision: 'reject', reason_code: 'unreadable', reason: '' } as const;
    const input = chance(random, 3) ? rejected : accepted;
    for (let times = chance(random, 4) ? 2 : 1; times > 0; times -= 1)
      this.#ask(server, input.decision, (offices) => offices.verification_decide(input, context));
  }

  #arrive(random: Random): Visitor {
    const number = this.#visitors.length;
    const name = `person${random.below(NAMES)}@example.com`;
    const others = this.#visitors.filter((one) => one.name === name);
    const address = `192.0.2.${number}`;
    const visitor = { name, key: `a visitor's own key ${number}`, address, alone: others.length === 0 };
    for (const other of others) other.alone = false;
    const arrived = { ...visitor, code: undefined, user: undefined };
    this.#visitors.push(arrived);
    return arrived;
  }

  #askCode(server: ServerProcess, visitor: Visitor): void {
    visitor.code = undefined;
    const input = { to: visitor.name, area_id: 'HK', type: '1' } as const;
    this.#ask(server, 'send_code', (offices) => offices.send_code(input, contextOf(visitor, this.#newKey())));
  }

  /** Also of a name that somebody has, to which none would be sent: a guess that is right. */
  #letterTo(name: string): string | undefined {
    for (const { kind, payload } of this.#watch.database.messages.toReversed()) {
      const opened = kind === 'code_mail' ? openCode(testKeys, { payload: JSON.parse(payload) }) : undefined;
      if (opened?.name === name) return opened.code;
    }
    return undefined;
  }

  /** Whether the visitor's registration was committed, whether or not they were told. */
  #isRegistered({ name, alone }: Visitor): boolean {
    return alone && this.#holderOf(name) !== undefined;
  }

  #holderOf(name: string): Row | undefined {
    for (const row of this.#watch.database.table('account_names').values())
      if (row.name === name && row.removed_time === null) return row;
    return undefined;
  }

  #heard(visitor: Visitor, answer: Registered, before: boolean): void {
    const { fail, database } = this.#watch;
    if (!answer.ok) {
      const { error } = answer.error;
      const lost = visitor.user !== undefined || (before && visitor.alone);
      // Only of this form and by this key: whoever is a user is told so as often as they ask.
      if (lost && (error === 'CODE_WRONG' || error === 'CODE_SPENT' || error === 'ACCOUNT_TAKEN'))
        fail('who is registered is told so again', `${visitor.name}: ${error}`);
      return;
    }
    const id = parseId(answer.value.user.id) ?? 0n;
    if (visitor.user !== undefined && visitor.user !== id)
      fail('one key registers one person', `${visitor.name} is ${visitor.user} and ${id}`);
    if (!database.table('users').has(id)) fail('nothing acknowledged is lost', `user ${id}`);
    if (this.#holderOf(visitor.name)?.user_id !== id) fail('who registers has the name', `${visitor.name}: ${id}`);
    visitor.user = id;
    if (this.joined.some((user) => user.id === id)) return;
    this.joined.push({ id, realm: 'live' });
    this.#joined({ id, realm: 'live' });
  }

  /** A key that is another's gives nobody their session who does not know their name and password. */
  #heardByOther({ name }: Visitor, owner: Visitor, answer: Registered): void {
    if (answer.ok && name !== owner.name && owner.user !== undefined && answer.value.user.id === String(owner.user))
      this.#watch.fail("another's key lets nobody in", owner.name);
  }

  #keep(server: ServerProcess, owner: Id, random: Random): void {
    const bytes = Uint8Array.of(random.below(256));
    const kept = async (offices: Offices) => {
      const answer = await offices.keepPicture(owner, bytes);
      if (answer.ok) this.#pictures.push({ owner, id: answer.value });
      return answer;
    };
    this.#ask(server, 'upload', kept);
  }

  #submit(server: ServerProcess, { user, key, input }: Documents): void {
    const context = userContext(user, key);
    this.#ask(
      server,
      'real_name_submit',
      (offices) => offices.real_name_submit(input, context),
      (answer) => {
        const { database, fail } = this.#watch;
        const own = [...database.table('verifications').values()].some(
          (row) => row.user_id === user && row.front === input.front_pic && row.back === input.reverse_pic,
        );
        if (answer.ok && !own) fail('nothing acknowledged is lost', `documents of user ${user}`);
      },
    );
  }

  #ask<T>(
    server: ServerProcess,
    what: string,
    call: (offices: Offices) => Promise<Result<T, Refusal>>,
    heard?: (answer: Result<T, Refusal>) => void,
  ): void {
    ask({ server, watch: this.#watch, counts: this.counts }, what, call, heard);
  }

  #row(table: string, key: string): Row | undefined {
    return this.#watch.database.table(table).get(key);
  }

  #hasSeen(staffId: Id, picture: string): boolean {
    for (const view of this.#watch.database.table('upload_views').values())
      if (view.viewer_id === staffId && view.viewer_kind === 'staff' && view.upload_id === picture) return true;
    return false;
  }

  #newKey(): string {
    this.#keys += 1;
    return `people-${this.#keys}`;
  }
}

export interface Asking {
  readonly server: ServerProcess;
  readonly watch: Watch;
  /** How often each was answered. */
  readonly counts: Record<string, number>;
}

/** What is refused for a reason or not answered at all binds nobody; anything else that is thrown is a fault. */
export function ask<T>(
  { server, watch, counts }: Asking,
  what: string,
  call: (offices: Offices) => Promise<Result<T, Refusal>>,
  heard: (answer: Result<T, Refusal>) => void = () => {},
): void {
  void server.visit(call).then(
    (answer) => {
      if (server.state === 'dead') return;
      const place = `${what} ${answer.ok ? 'ok' : answer.error.error}`;
      counts[place] = (counts[place] ?? 0) + 1;
      heard(answer);
    },
    (error: unknown) => {
      if (server.state === 'dead' || error instanceof Unavailable || server.weather.defects > 0) return;
      if (!isLost(error)) watch.fail('what people ask does not fail', `${what}: ${String(error)}`);
    },
  );
}

/** Of the connection, or a conflict that came too often: nobody knows, or nothing was done. */
const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  (/terminated|ECONNREFUSED/.test(error.message) || ('code' in error && error.code === '40001'));

const shownOr = (shown: boolean): Result<boolean, Refusal> => (shown ? ok(true) : err(refuse('UPLOAD_UNKNOWN')));

const base = { lang: 'en', agent: 'simulation', deviceHash: null, requestId: 'simulation' } as const;
const NO_TOKEN = new Uint8Array(32);

const contextOf = ({ address }: Visitor, key: string): RequestContext => ({
  ...base,
  principal: undefined,
  key,
  address,
});

export const userContext = (userId: Id, key: string, realm: Realm = 'live'): RequestContext => ({
  ...base,
  ...{ principal: { kind: 'user', userId, realm, tokenHash: NO_TOKEN }, key, address: '192.0.2.250' },
});

export const memberContext = (
  staffId: Id,
  key: string,
  roles: readonly StaffRole[] = REVIEWER_ROLES,
): StaffContext => ({
  ...base,
  principal: {
    ...{ kind: 'staff', staffId, roles, tokenHash: NO_TOKEN },
    ...{ elevatedUntilMs: Number.MAX_SAFE_INTEGER, factors: [] },
  },
  key,
  address: '192.0.2.251',
});
