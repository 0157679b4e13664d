// Joining by a one-time link: with a passkey, or with a password and an authenticator app. What the member signed in with before ends, and so do
// their sessions.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { StaffFactor } from '@fairtick/contract/staff/sign-in';
import { equalBytes, toHex } from '@fairtick/kernel/bytes';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { z } from 'zod';
import type { PoolClient } from '../../../platform/database/pools.ts';
import type { StaffContext } from '../../../platform/endpoints.ts';
import { passkeyLabel } from '../../../platform/sign-in/passkeys.ts';
import type { TicketRow } from '../../../platform/sign-in/ticket-table.ts';
import { hashToken, newToken } from '../../../platform/sign-in/token.ts';
import { newSecret, provisioned, sealSecret, stepOf } from '../../../platform/sign-in/totp.ts';
import { type StaffOptions, writeActs } from '../context.ts';
import { passwordRefusal } from '../rules.ts';
import { holdMember, lockMember, type MemberRow } from '../table.ts';
import { type AnsweredSession, enter } from './entering.ts';
import { endFactors, insertPasskey, insertPasswordAndSecret } from './factor-table.ts';
import { findLink, type LinkRow, tryWord, useLink } from './link-table.ts';
import { isWordOf } from './link-words.ts';
import { revokeStaffSessionsOf } from './session-table.ts';
import { staffTickets } from './staff-tickets.ts';

type Refused<T> = Promise<Result<T, Refusal>>;

/** What becomes the member's when the first code is right; kept sealed until then. */
const pending = z.object({ hash: z.string(), secret: z.string() });

interface LinkAndWord {
  readonly link: string;
  /** Empty where the link needs none. */
  readonly word: string;
}

export class Joining {
  readonly #options: StaffOptions;

  constructor(options: StaffOptions) {
    this.#options = options;
  }

  async open(link: string): Refused<{ name: string; email: string; expires: number; wordNeeded: boolean }> {
    const found = await this.#find(link);
    if (!found) return err(refuse('LINK_SPENT'));
    return ok({
      name: found.name,
      email: found.email,
      expires: Number(found.expires),
      wordNeeded: found.proposal !== null,
    });
  }

  async beginPasskey({ link, word }: LinkAndWord): Refused<{ ticket: string; options: string }> {
    const { passkeys } = this.#options;
    const found = await this.#findBy(link, word);
    if (!found.ok) return found;
    const { staff_id: staffId, name, email } = found.value;
    const { challenge, options } = await passkeys.toMake({ id: staffId, account: email, name });
    return ok({ ticket: await this.#ticket(found.value, 'join_passkey', { challenge }), options });
  }

  async finishPasskey(
    input: { link: string; ticket: string; response: string; label: string },
    context: StaffContext,
  ): Refused<AnsweredSession> {
    const { passkeys } = this.#options;
    const found = await this.#find(input.link);
    if (!found) return err(refuse('LINK_SPENT'));
    const ticket = await this.#tried(found, input.ticket, 'join_passkey');
    if (!ticket) return err(refuse('PASSKEY_FAILED'));
    const made = await passkeys.made(input.response, ticket.challenge ?? '');
    if (!made) return err(refuse('PASSKEY_FAILED'));
    const passkey = { ...made, staffId: found.staff_id, label: passkeyLabel(input.label) };
    return this.#join(found, ticket, 'passkey', context, async (tx) =>
      (await insertPasskey(tx, passkey)) ? undefined : refuse('PASSKEY_FAILED'),
    );
  }

  async choosePassword({
    link,
    word,
    password,
  }: LinkAndWord & { readonly password: string }): Refused<{ ticket: string; secret: string; uri: string }> {
    const { keys, entropy, passwords } = this.#options;
    const ready = await this.#findBy(link, word);
    if (!ready.ok) return ready;
    const found = ready.value;
    const refused = passwordRefusal(password, found.email);
    if (refused) return err(refused);
    const secret = newSecret(entropy);
    const chosen: z.infer<typeof pending> = { hash: await passwords.hash(password), secret: toHex(secret) };
    const sealed = keys.seal('staff_factors', Buffer.from(JSON.stringify(chosen)), aboutOf(found));
    return ok({
      ticket: await this.#ticket(found, 'join_code', { sealed }),
      ...provisioned(secret, found.email),
    });
  }

  async finishCode(
    input: { link: string; ticket: string; code: string },
    context: StaffContext,
  ): Refused<AnsweredSession> {
    const { keys, clock } = this.#options;
    const found = await this.#find(input.link);
    if (!found) return err(refuse('LINK_SPENT'));
    const ticket = await this.#tried(found, input.ticket, 'join_code');
    const plain = ticket?.sealed && keys.open('staff_factors', ticket.sealed, aboutOf(found));
    if (!ticket || !plain) return err(refuse('CODE_WRONG'));
    const { hash, secret: hex } = pending.parse(JSON.parse(Buffer.from(plain).toString()));
    const secret = Buffer.from(hex, 'hex');
    const step = stepOf(secret, input.code, clock.now());
    if (step === undefined) return err(refuse('FACTOR_WRONG'));
    const { staff_id: staffId } = found;
    const sealed = sealSecret(keys, 'staff_factors', secret, staffId);
    return this.#join(found, ticket, 'totp', context, async (tx) => {
      await insertPasswordAndSecret(tx, { staffId, hash, sealed, step });
      return undefined;
    });
  }

  /** Spends link and ticket, ends what was before, writes the factor and opens a session: all or nothing. */
  #join(
    { link_mac: mac, staff_id: staffId }: LinkRow,
    ticket: TicketRow,
    factor: StaffFactor,
    context: StaffContext,
    insertFactor: (tx: PoolClient) => Promise<Refusal | undefined>,
  ): Refused<AnsweredSession> {
    const { clock } = this.#options;
    const admit = async (tx: PoolClient): Promise<Result<MemberRow, Refusal>> => {
      await lockMember(tx, staffId);
      const member = await holdMember(tx, staffId);
      if (!member || !(await useLink(tx, mac, clock.now()))) return err(refuse('LINK_SPENT'));
      if (!(await staffTickets.use(tx, ticket.ticket_hash, clock.now()))) return err(refuse('CODE_WRONG'));
      await endFactors(tx, staffId);
      await revokeStaffSessionsOf(tx, staffId, clock.now());
      const refused = await insertFactor(tx);
      if (refused) return err(refused);
      const actor = { kind: 'staff', id: staffId } as const;
      await writeActs(tx, actor, staffId, [
        { kind: 'staff_factor_added', contents: { factor } },
        { kind: 'staff_joined', contents: {} },
      ]);
      return ok(member);
    };
    return enter(this.#options, { staffId, factor, context, call: 'join', admit });
  }

  #find(link: string): Promise<LinkRow | undefined> {
    const { db, keys, clock } = this.#options;
    return findLink(db, keys.macs('one_time_links', link), clock.now());
  }

  /** Before anything is made for whoever has it: the later steps are bound to a ticket that only this gives. */
  async #findBy(link: string, word: string): Refused<LinkRow> {
    const { db, keys, clock } = this.#options;
    const found = await this.#find(link);
    if (!found) return err(refuse('LINK_SPENT'));
    if (found.proposal === null) return ok(found);
    const right = isWordOf(keys, found.link_mac, word);
    if (!(await tryWord(db, found.link_mac, right, clock.now()))) return err(refuse('LINK_SPENT'));
    return right ? ok(found) : err(refuse('WORD_WRONG'));
  }

  async #ticket(
    { link_mac: bound, staff_id: staffId }: LinkRow,
    kind: 'join_passkey' | 'join_code',
    more: { readonly challenge: string } | { readonly sealed: Uint8Array },
  ): Promise<string> {
    const { db, entropy, clock } = this.#options;
    const ticket = newToken(entropy);
    await staffTickets.insert(db, { hash: hashToken(ticket), kind, ownerId: staffId, bound, ...more }, clock.now());
    return ticket;
  }

  /** The ticket, where it was made for this link. */
  async #tried(
    { link_mac: mac }: LinkRow,
    ticket: string,
    kind: 'join_passkey' | 'join_code',
  ): Promise<TicketRow | undefined> {
    const { db, clock } = this.#options;
    const row = await staffTickets.try(db, hashToken(ticket), kind, clock.now());
    return row?.bound && equalBytes(row.bound, mac) ? row : undefined;
  }
}

const aboutOf = ({ staff_id: staffId }: LinkRow): string => `joining/${staffId}`;
