// Codes to an e-mail or a mobile: asked for, tried, used. A row and a message are written for every destination, whoever has it: what is sent, if
// anything, is decided by whoever sends it (sending.ts). So neither the answer nor its time tells whether there is an account.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { NameKind } from '@fairtick/contract/http/names';
import type { LanguageKey } from '@fairtick/contract/languages';
import { equalBytes, toHex } from '@fairtick/kernel/bytes';
import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import type { Entropy } from '@fairtick/kernel/random';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { inTransaction } from '../../../platform/commands/transaction.ts';
import type { Pool, Queries } from '../../../platform/database/pools.ts';
import { runAll } from '../../../platform/database/statement.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { insertOutbox } from '../../../platform/outbox/table.ts';
import { sealedCode } from './message.ts';
import { AGAIN_MS, type CodePurpose, newCode, sendRefusal, sendsCountFrom, typedCode } from './rules.ts';
import { holdSends, insertCode, readSends, tryCode, useCode } from './table.ts';

export interface CodesOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly keys: Keys;
}

/** Who asks for a code, or types one. */
export interface Asker {
  readonly address: string;
  /** What the browser keeps as its name, hashed; null where it keeps none. */
  readonly deviceHash: Uint8Array | null;
}

export interface CodeToSend {
  readonly purpose: CodePurpose;
  /** As `emailName` or `mobileName` writes it. */
  readonly to: { readonly kind: NameKind; readonly name: string };
  /** Who is signed in: the code is good for nobody else then. */
  readonly userId: Id | null;
  /** Asked from a browser that the destination's owner has signed in from. */
  readonly knownDevice: boolean;
  readonly lang: LanguageKey;
  readonly by: Asker;
}

/** Under every master key, the current one's first. */
type Macs = readonly [Uint8Array, ...Uint8Array[]];

export class Codes {
  readonly #options: CodesOptions;

  constructor(options: CodesOptions) {
    this.#options = options;
  }

  /** `wait`: seconds until another may be sent there. Refuses with CODE_TOO_SOON or CODE_TOO_MANY. The code before it is good for nothing any more. */
  async send(one: CodeToSend): Promise<Result<{ readonly wait: number }, Refusal>> {
    const { db, clock, entropy, keys } = this.#options;
    const { purpose, to, userId, knownDevice, lang, by } = one;
    const nowMs = clock.now();
    const place = { destination: this.#destination(to.name), address: this.#address(by) };
    const refused = await inTransaction(db, async (tx) => {
      await holdSends(tx, place);
      const refusal = sendRefusal(await readSends(tx, place, sendsCountFrom(nowMs)), knownDevice, nowMs);
      if (refusal) return refusal;
      const code = newCode(entropy);
      const [mac] = this.#codeMacs(purpose, to.name, code);
      const [asker] = this.#asker(by);
      const id = await insertCode(tx, { ...place, purpose, code: mac, asker, userId, knownDevice }, nowMs);
      await runAll(tx, insertOutbox([sealedCode(keys, { id, code, purpose, to, userId, lang, nowMs })]));
      return undefined;
    });
    return refused ? err(refused) : ok({ wait: AGAIN_MS / 1_000 });
  }

  /**
   * Counts a try and judges it; the code's id where it is right, for `use`. `userId`: who is signed in, where the code was asked for so. CODE_SPENT
   * after five tries of whoever asked for it; everybody else has five by address, and twenty together. CODE_WRONG for everything else: expired, used, another's, or never sent.
   */
  async tried(purpose: CodePurpose, name: string, typed: string, by: Asker, userId?: Id): Promise<Result<Id, Refusal>> {
    const { db, clock } = this.#options;
    // What is no code is tried like any other: it takes a try, and as long.
    const macs = this.#codeMacs(purpose, name, typedCode(typed) ?? '');
    const place = {
      ...{ destination: this.#destination(name), purpose, userId: userId ?? null },
      ...{ typist: this.#asker(by), address: this.#address(by) },
    };
    const found = await tryCode(db, place, clock.now());
    if (found === 'spent') return err(refuse('CODE_SPENT'));
    return found && macs.some((mac) => equalBytes(mac, found.code)) ? ok(found.id) : err(refuse('CODE_WRONG'));
  }

  /** In the transaction of what the code is good for. False where it was used or replaced meanwhile. */
  use(tx: Queries, id: Id): Promise<boolean> {
    return useCode(tx, id, this.#options.clock.now());
  }

  #destination(name: string): readonly Uint8Array[] {
    return this.#options.keys.macs('sent_codes', `to/${name}`);
  }

  #address({ address }: Asker): Macs {
    return this.#options.keys.macs('sent_codes', `from/${address}`);
  }

  #asker(by: Asker): Macs {
    const { deviceHash } = by;
    return deviceHash ? this.#options.keys.macs('sent_codes', `device/${toHex(deviceHash)}`) : this.#address(by);
  }

  #codeMacs(purpose: CodePurpose, name: string, code: string): Macs {
    return this.#options.keys.macs('sent_codes', `code/${purpose}/${name}/${code}`);
  }
}
