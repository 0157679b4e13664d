// A new password: by a code to the account, for whoever has forgotten theirs, or signed in. Every session ends with it.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { ParsedOf } from '@fairtick/contract/http/index';
import type { NameKind } from '@fairtick/contract/http/names';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { keyOfOne } from '../../../platform/commands/key.ts';
import type { PoolClient } from '../../../platform/database/pools.ts';
import { type RequestContext, userOf } from '../../../platform/endpoints.ts';
import { stepUpRefusal } from '../../../platform/principals.ts';
import { lockOwners } from '../../ledger/index.ts';
import type { Codes } from '../codes/codes.ts';
import { forgetDevices, isKnownDevice, noteDevice } from '../devices/table.ts';
import { holdElevation, readElevation, type SessionElevation } from '../factors/elevation-table.ts';
import { factorsOf } from '../factors/factor-table.ts';
import { findName, type HeldName, namesOf, noteReached } from '../names/table.ts';
import { passwordRefusal } from '../password-rules.ts';
import type { SignInOptions } from '../signing-in/options.ts';
import { endSessions } from '../signing-in/session-table.ts';
import { Tries } from '../signing-in/tries.ts';
import { holdWithdrawals } from '../standing-change.ts';
import { tellEveryName } from '../telling/owner.ts';
import { newPasswordRefusal, typedName } from './rules.ts';
import { choosePassword } from './table.ts';

type Done = Promise<Result<Record<string, never>, Refusal>>;

export interface ChangingOptions
  extends Pick<SignInOptions, 'db' | 'clock' | 'entropy' | 'records' | 'sessions' | 'passwords' | 'keys' | 'captchas'> {
  readonly codes: Codes;
}

/** A change that may be made: the code was right. */
interface Change {
  readonly password: string;
  readonly hash: string;
  /** By which the code was sent. */
  readonly held: HeldName;
  readonly codeId: Id;
  /** What else is asked in the transaction; a refusal undoes everything. */
  readonly within: (tx: PoolClient, names: readonly string[]) => Promise<Refusal | undefined>;
  /** The browser that this was done in. */
  readonly deviceHash: Uint8Array | null;
  readonly told: 'password_reset' | 'password_changed';
}

export class Changing {
  readonly #options: ChangingOptions;
  readonly #tries: Tries;

  constructor(options: ChangingOptions) {
    this.#options = options;
    this.#tries = new Tries(options);
  }

  /** The same statements and one hash for every name, whether somebody has it or not. */
  async reset(input: ParsedOf<'forget_password'>, context: RequestContext): Done {
    const { deviceHash } = context;
    const { db, passwords, codes } = this.#options;
    const name = typedName(input.type, input.account, input.area_id);
    if (!name.ok) return name;
    const unfit = newPasswordRefusal(input, [name.value]);
    if (unfit) return err(unfit);
    const hash = await passwords.hash(input.new_password, context.address);
    const code = await codes.tried('reset', name.value, input.auth_code, context);
    const held = await findName(db, name.value);
    if (!code.ok) return code;
    // An e-mail that nobody has entered a code for proves nothing (H4).
    if (!held || held.verified_time === null) return err(refuse('CODE_WRONG'));
    const { user_id: userId } = held;
    return this.#change({
      ...{ password: input.new_password, hash, held, codeId: code.value, told: 'password_reset', deviceHash },
      within: async (tx, names) => {
        await holdWithdrawals(tx, userId, { kind: 'user', id: userId });
        // Whoever has shown a code out of the mailbox comes in from here, however often strangers fail. Not where a factor is set: it was not shown, and
        // a known browser has tries of its own at it, with short waits.
        if (deviceHash && (await factorsOf(tx, userId)).length === 0) await noteDevice(tx, userId, deviceHash);
        await this.#tries.forget(tx, names);
        return undefined;
      },
    });
  }

  /** A code to the e-mail, or to the mobile where there is none. */
  async ask({ type }: ParsedOf<'amend_code'>, context: RequestContext): Promise<Result<{ wait: number }, Refusal>> {
    const { db, codes } = this.#options;
    const { lang, deviceHash } = context;
    const { userId } = userOf(context);
    const held = await this.#nameOf(userId, type);
    if (!held.ok) return held;
    const knownDevice = await isKnownDevice(db, userId, deviceHash);
    return codes.send({ purpose: 'amend', to: held.value, userId, knownDevice, lang, by: context });
  }

  /** The code is the step-up where no factor is set, and withdrawals rest for a day; a factor is asked for beside it, and then they need no rest. */
  async amend(input: ParsedOf<'amend_password'>, context: RequestContext): Done {
    const { db, clock, passwords, codes } = this.#options;
    const { userId, tokenHash } = userOf(context);
    const { deviceHash } = context;
    const held = await this.#nameOf(userId, input.type);
    if (!held.ok) return held;
    // The documents' call has no repetition: whoever sends one is held to it.
    const again = input.secondary_password || input.new_password;
    const unfit = newPasswordRefusal({ ...input, secondary_password: again }, [held.value.name]);
    if (unfit) return err(unfit);
    const refused = unshownFactor(await readElevation(db, tokenHash), clock.now());
    if (refused) return err(refused);
    const hash = await passwords.hash(input.new_password, context.address);
    const code = await codes.tried('amend', held.value.name, input.auth_code, context, userId);
    if (!code.ok) return code;
    return this.#change({
      ...{
        password: input.new_password,
        hash,
        held: held.value,
        codeId: code.value,
        told: 'password_changed',
        deviceHash,
      },
      within: async (tx) => {
        const elevation = await holdElevation(tx, tokenHash);
        const missing = unshownFactor(elevation, clock.now());
        if (!missing && elevation?.factors.length === 0)
          await holdWithdrawals(tx, userId, { kind: 'user', id: userId });
        return missing;
      },
    });
  }

  async #nameOf(userId: Id, kind: NameKind): Promise<Result<HeldName, Refusal>> {
    const [first] = await namesOf(this.#options.db, userId);
    return first?.kind === kind ? ok(first) : err(refuse('INPUT_INVALID', { field: 'type' }));
  }

  async #change({ password, hash, held, codeId, within, told, deviceHash }: Change): Done {
    const { records, clock, entropy, sessions, codes } = this.#options;
    const { user_id: userId } = held;
    // The code is good once: nothing is kept by the client's key, whose hash would hold a password.
    const outcome = await sessions.endWithin(records, keyOfOne(entropy, userId, told), async (tx, end) => {
      // Before the password's row, as whoever changes a factor locks them.
      await lockOwners(tx, [userId], []);
      const names = await namesOf(tx, userId);
      if (!names.some(({ id }) => id === held.id) || !(await codes.use(tx, codeId))) return err(refuse('CODE_WRONG'));
      await noteReached(tx, held.id, clock.now());
      const texts = names.map(({ name }) => name);
      const like = passwordRefusal(password, texts);
      if (like) return err(like);
      if (!(await choosePassword(tx, userId, hash))) return err(refuse('CODE_WRONG'));
      // A thief's browser is a stranger's again, and so its failures count and its sign-in is told of.
      await forgetDevices(tx, userId, deviceHash);
      const refused = await within(tx, texts);
      if (refused) return err(refused);
      end(await endSessions(tx, userId));
      await tellEveryName(tx, userId, told);
      return ok({});
    });
    return outcome.ok ? ok({}) : outcome;
  }
}

/** Where a factor is set it must have been shown lately. */
function unshownFactor(elevation: SessionElevation | undefined, nowMs: number): Refusal | undefined {
  if (!elevation) return refuse('SESSION_EXPIRED');
  return elevation.factors.length === 0 ? undefined : stepUpRefusal(elevation, nowMs);
}
