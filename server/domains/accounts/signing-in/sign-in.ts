// Signing in by a name and a password: whole where no second factor is set, else the first of two steps. Who is not there and who is wrong get one
// answer by one path.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { toHex } from '@fairtick/kernel/bytes';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { keyOf } from '../../../platform/commands/key.ts';
import { together } from '../../../platform/database/pools.ts';
import type { RequestContext } from '../../../platform/endpoints.ts';
import { LEAST_KEY_LENGTH, loginToken, SALT_BYTES, storedKey } from '../login-token.ts';
import { findLoginFrom, type Login } from '../names/table.ts';
import { holdPassword, rehashPassword } from '../passwords/table.ts';
import { isOutdatedHash } from '../passwords.ts';
import { type Entrant, findNamedUser } from '../table.ts';
import { userView } from '../views.ts';
import { letIn, type SignedIn } from './entering.ts';
import type { SignInOptions } from './options.ts';
import { loginName } from './rules.ts';
import type { SecondStep } from './second-step.ts';
import { type TriedBy, Tries } from './tries.ts';

export interface Typed {
  readonly account: string;
  readonly password: string;
  /** Of a captcha, with its answer; empty where none was asked for. */
  readonly key: string;
  readonly captcha: string;
}

/** Who came by the right password, and what their try is counted by. */
interface Judged {
  readonly login: Login;
  readonly by: TriedBy;
}

/** What the transaction of a sign-in found. */
interface Found {
  readonly salt: string;
  readonly entered: Result<Entrant, Refusal>;
}

export class SignIn {
  readonly #options: SignInOptions;
  readonly #tries: Tries;
  readonly #secondStep: SecondStep;

  constructor(options: SignInOptions, secondStep: SecondStep) {
    this.#options = options;
    this.#tries = new Tries(options);
    this.#secondStep = secondStep;
  }

  /**
   * Under one key and the right password one session, however often it is asked for. A wrong password is judged anew each time and remembered
   * nowhere.
   */
  async signIn(typed: Typed, context: RequestContext): Promise<Result<SignedIn, Refusal>> {
    if (typed.account.trim() === '') return err(refuse('VALUE_MISSING', { field: 'account' }));
    if (typed.password === '') return err(refuse('VALUE_MISSING', { field: 'password' }));
    const judged = await this.#judged(typed, context);
    return judged.ok ? this.#openSession(judged.value, context) : judged;
  }

  /** The same statements and one hash for every name, so that neither answer nor time tells whether an account exists. */
  async #judged({ account, password, ...captcha }: Typed, context: RequestContext): Promise<Result<Judged, Refusal>> {
    const { db } = this.#options;
    const { address, deviceHash } = context;
    const name = loginName(account);
    const tried = this.#tries.by(name ?? account, address);
    const [{ login, known }, isCounted] = await together(db, (one) =>
      Promise.all([findLoginFrom(one, name ?? '', deviceHash), this.#tries.beginUnhindered(one, tried)]),
    );
    const by = { ...tried, known };
    const refused = isCounted ? undefined : await this.#tries.begin(by, captcha);
    if (refused) return err(refused);
    let matches: boolean;
    try {
      matches = await this.#options.passwords.verify(login?.password_hash, password, address);
    } catch (error) {
      await this.#tries.forgive(by);
      throw error;
    }
    if (!login || !matches) return err(refuse('LOGIN_FAILED'));
    await this.#hashAnew(login, password, address);
    return ok({ login, by });
  }

  /** As today's parameters want it. */
  async #hashAnew({ user_id: userId, password_hash: before }: Login, password: string, address: string): Promise<void> {
    const { db, passwords } = this.#options;
    if (isOutdatedHash(before)) await rehashPassword(db, userId, before, await passwords.hash(password, address));
  }

  async #openSession({ login, by }: Judged, context: RequestContext): Promise<Result<SignedIn, Refusal>> {
    const { db, records, sessions, entropy } = this.#options;
    const { user_id: userId, changed_time: changedTime } = login;
    const { key } = context;
    const secret = key.length >= LEAST_KEY_LENGTH ? key : toHex(entropy.bytes(SALT_BYTES));
    let found: Found | undefined;
    const outcome = await records.write({
      // Neither the password nor the key itself is in what is stored: a hash of either could be tried against a list.
      key: keyOf(userId, storedKey(secret), 'loginForU', {}),
      hasty: true,
      act: async (tx) => {
        const salt = entropy.bytes(SALT_BYTES);
        const entering = { userId, factor: 'password', context } as const;
        // In one trip. The password is held first, under the lock of whoever sets the first factor: none that was set meanwhile is passed by. The try is
        // taken back last, for its counters may be other people's too.
        const asked = [
          holdPassword(tx, userId, changedTime),
          letIn(this.#options, tx, loginToken(salt, secret), entering),
          this.#tries.right(tx, by),
        ] as const;
        // All have ended, also where one fails: nothing is sent any more by a connection that is given back.
        await Promise.allSettled(asked);
        const [held, entered] = await Promise.all(asked);
        // Another password since: what was typed is not right any more.
        found = { salt: toHex(salt), entered: held ? entered : err(refuse('LOGIN_FAILED')) };
        if (!found.entered.ok) return found.entered;
        return found.entered.value.factors.length > 0 ? err(refuse('SIGN_IN_AGAIN')) : ok({ salt: found.salt });
      },
    });
    if (!found) throw new Error('a hasty write always acts');
    const { salt, entered } = found;
    if (outcome.ok && entered.ok && outcome.value.salt === salt)
      return ok({ token: tokenOf(salt, secret), user: userView(entered.value.user) });
    // What took the try back is undone with the rest.
    await this.#tries.right(db, by);
    if (!entered.ok) return entered;
    const { factors } = entered.value;
    if (factors.length > 0) return err(await this.#secondStep.begin(login, factors));
    if (!outcome.ok) return outcome;
    // A key answers the same for ever, but nobody comes back by one whose session has ended.
    const token = tokenOf(String(outcome.value.salt), secret);
    const user = (await sessions.find(token)) && (await findNamedUser(db, userId));
    return user ? ok({ token, user: userView(user) }) : err(refuse('SESSION_EXPIRED'));
  }
}

const tokenOf = (salt: string, secret: string): string => loginToken(Buffer.from(salt, 'hex'), secret);
