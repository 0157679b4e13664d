// A visitor becomes a user: their code or captcha is judged first, then one transaction makes whatever a user has. It moves no money.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { ParsedOf } from '@fairtick/contract/http/index';
import { toHex } from '@fairtick/kernel/bytes';
import type { Clock } from '@fairtick/kernel/clock';
import { amount } from '@fairtick/kernel/decimal';
import { type Id, parseId } from '@fairtick/kernel/ids';
import type { Entropy } from '@fairtick/kernel/random';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { answeredBefore } from '../../../platform/commands/answered.ts';
import type { Key, Outcome } from '../../../platform/commands/command.ts';
import { keyOf } from '../../../platform/commands/key.ts';
import type { Pool, PoolClient } from '../../../platform/database/pools.ts';
import { runAll } from '../../../platform/database/statement.ts';
import type { RequestContext } from '../../../platform/endpoints.ts';
import type { Records } from '../../../platform/records/records.ts';
import { insertAccounts } from '../../ledger/index.ts';
import type { Captchas } from '../captcha/captchas.ts';
import type { Asker, Codes } from '../codes/codes.ts';
import { LEAST_KEY_LENGTH, loginToken, SALT_BYTES, storedKey } from '../login-token.ts';
import { giveWay } from '../names/giving-way.ts';
import { findLogin, insertName } from '../names/table.ts';
import type { Passwords } from '../passwords.ts';
import { uidOf } from '../rules.ts';
import type { Sessions } from '../sessions.ts';
import type { RegistrationSettings } from '../settings.ts';
import { openSession, type SignedIn } from '../signing-in/entering.ts';
import { changeStanding } from '../standing-change.ts';
import { findNamedUser, insertUsers } from '../table.ts';
import { userView } from '../views.ts';
import { newInvite, type Registrant, readRegistration } from './rules.ts';
import { findInviter, insertCredential, insertInvite } from './table.ts';

export interface RegisteringOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly records: Records;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly newId: () => Id;
  readonly codes: Codes;
  readonly captchas: Captchas;
  readonly settings: () => RegistrationSettings;
}

/** Two users with one code are as likely as nothing else; more than a few at once is a fault of the entropy. */
const INVITE_TRIES = 10;
const ACCOUNT_KINDS = ['change', 'forex', 'micro'] as const;

/** What registering costs beyond the form, once it was paid: the code's id, or nothing after a captcha. */
interface Shown {
  readonly codeId: Id | undefined;
}

export class Registering {
  readonly #options: RegisteringOptions;

  constructor(options: RegisteringOptions) {
    this.#options = options;
  }

  /** Under one key one user and one session, however often it is asked for with the same password. */
  async register(input: ParsedOf<'register'>, context: RequestContext): Promise<Result<SignedIn, Refusal>> {
    const { db, entropy, settings, passwords, records } = this.#options;
    const read = readRegistration(input, settings());
    if (!read.ok) return read;
    const one = read.value;
    const secret = context.key.length >= LEAST_KEY_LENGTH ? context.key : toHex(entropy.bytes(SALT_BYTES));
    // Nothing of the form is in what is stored: a hash of a name or a password could be tried against a list.
    const key = keyOf(0n, storedKey(secret), 'register', {});
    const shown = await this.#judge(one, input.key, context);
    if (!shown.ok) return this.#again(key, secret, one, shown.error);
    // Not before: else invite codes could be guessed for nothing. A code that was right stays good for the next try.
    const invitedBy = one.inviteCode === undefined ? null : await findInviter(db, one.inviteCode);
    if (invitedBy === undefined) return err(refuse('INVITE_UNKNOWN'));
    const passwordHash = await passwords.hash(one.password, context.address);
    let made = false;
    const outcome = await records.write({
      key,
      act: async (tx) => {
        const written = await this.#write(tx, { one, shown: shown.value, invitedBy, passwordHash, secret, context });
        made = written.ok;
        return written;
      },
    });
    return outcome.ok ? this.#answer(outcome.value, secret, one, made) : outcome;
  }

  /** Judged before the name is looked at: only whoever shows a code or spends a captcha learns that a name is taken. */
  async #judge(one: Registrant, captchaKey: string, by: Asker): Promise<Result<Shown, Refusal>> {
    const { codes, captchas, settings } = this.#options;
    if (settings().verify_reg_type === 1) {
      const code = await codes.tried('register', one.name, one.answer, by);
      return code.ok ? ok({ codeId: code.value }) : code;
    }
    const refused = await captchas.judgeFrom(by.address, captchaKey, one.answer);
    return refused ? err(refused) : ok({ codeId: undefined });
  }

  async #write(
    tx: PoolClient,
    { one, shown, invitedBy, passwordHash, secret, context }: Registration,
  ): Promise<Outcome> {
    const { clock, entropy, newId, codes, sessions } = this.#options;
    if (shown.codeId !== undefined && !(await codes.use(tx, shown.codeId))) return err(refuse('CODE_WRONG'));
    const userId = newId();
    const nowMs = clock.now();
    await runAll(tx, insertUsers([{ id: userId, realm: 'live', uid: uidOf(userId), createdTime: nowMs }]));
    const verifiedTime = shown.codeId === undefined ? null : nowMs;
    if (verifiedTime !== null) await giveWay(tx, one.name);
    if (!(await insertName(tx, { userId, kind: one.kind, name: one.name, verifiedTime })))
      return err(refuse('ACCOUNT_TAKEN'));
    await insertCredential(tx, userId, passwordHash);
    await runAll(tx, insertAccounts(ACCOUNT_KINDS.map((kind) => emptyAccount(newId(), userId, kind))));
    const terms = { country: one.country, lang: context.lang };
    await changeStanding(tx, userId, { kind: 'user', id: userId }, () => terms);
    await this.#giveInvite(tx, userId, invitedBy);
    const salt = entropy.bytes(SALT_BYTES);
    const opened = await openSession({ sessions }, tx, loginToken(salt, secret), {
      userId,
      factor: 'password',
      context,
    });
    return opened.ok ? ok({ userId: userId.toString(), salt: toHex(salt) }) : opened;
  }

  async #giveInvite(tx: PoolClient, userId: Id, invitedBy: Id | null): Promise<void> {
    for (let tries = 0; tries < INVITE_TRIES; tries += 1)
      if (await insertInvite(tx, { userId, code: newInvite(this.#options.entropy), invitedBy })) return;
    throw new Error('no code to invite by is free');
  }

  /** A code is used up by the call whose answer was lost: what its key was answered is looked at before it is refused. */
  async #again(key: Key, secret: string, one: Registrant, refused: Refusal): Promise<Result<SignedIn, Refusal>> {
    const before = await answeredBefore(this.#options.db, key);
    return before?.ok ? this.#answer(before.value, secret, one, false) : err(refused);
  }

  /** `made`: by this call. Else whoever repeats a key shows the name and the password that it came with. */
  async #answer(
    { userId, salt }: Readonly<Record<string, unknown>>,
    secret: string,
    one: Registrant,
    made: boolean,
  ): Promise<Result<SignedIn, Refusal>> {
    const { db, passwords, sessions } = this.#options;
    const id = parseId(String(userId)) ?? 0n;
    if (!made) {
      const login = await findLogin(db, one.name);
      if (login?.user_id !== id) return err(refuse('KEY_REUSED'));
      if (!(await passwords.verify(login.password_hash, one.password))) return err(refuse('KEY_REUSED'));
    }
    const token = loginToken(Buffer.from(String(salt), 'hex'), secret);
    // A key answers the same for ever, but nobody comes back by one whose session has ended.
    const user = (await sessions.find(token)) && (await findNamedUser(db, id));
    return user ? ok({ token, user: userView(user) }) : err(refuse('SESSION_EXPIRED'));
  }
}

interface Registration {
  readonly one: Registrant;
  readonly shown: Shown;
  readonly invitedBy: Id | null;
  readonly passwordHash: string;
  /** What the token is made of. */
  readonly secret: string;
  readonly context: RequestContext;
}

const emptyAccount = (id: Id, ownerId: Id, kind: (typeof ACCOUNT_KINDS)[number]) =>
  ({ id, realm: 'live', ownerId, kind, available: amount(0n), locked: amount(0n) }) as const;
