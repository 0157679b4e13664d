// People tell the house something: users, and visitors who answer a captcha and say where they can be answered.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { DEVICE_MOST } from '@fairtick/contract/feedback-kinds';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import { toHex } from '@fairtick/kernel/bytes';
import type { Clock } from '@fairtick/kernel/clock';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { assert, err, ok, type Result } from '@fairtick/kernel/result';
import { typedLines } from '@fairtick/kernel/typed-line';
import type { Key, Outcome } from '../../../platform/commands/command.ts';
import { keyOf } from '../../../platform/commands/key.ts';
import { findKeys, keyPlace } from '../../../platform/commands/keys-table.ts';
import { readOutcome } from '../../../platform/commands/outcome.ts';
import type { PoolClient, Queries } from '../../../platform/database/pools.ts';
import { type RequestContext, userOf } from '../../../platform/endpoints.ts';
import type { Files } from '../../../platform/files/files.ts';
import { attachUploads, lockUsable, usedUploads } from '../../../platform/files/table.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { Records } from '../../../platform/records/records.ts';
import { type Captchas, emailName, holdPresent } from '../../accounts/index.ts';
import { ADDRESS_LIMIT, complaintDue, LIMIT_MS, limitRefusal, readText, USER_LIMIT } from './rules.ts';
import { findFeedback, holdByAddress, holdByUser, insertFeedback, listOwn, type Writer } from './table.ts';
import { factsView, ownView } from './views.ts';

export interface FeedbackOptions {
  readonly db: Queries;
  readonly reads: () => Queries;
  readonly clock: Clock;
  readonly records: Records;
  readonly keys: Keys;
  readonly files: Files;
  readonly captchas: Captchas;
}

type Typed = ParsedOf<'feedback_send'>;
type Sent = AnswerOf<'feedback_send'>;

/** What was typed, as it is kept. */
interface Read {
  readonly kind: Typed['kind'];
  readonly text: string;
  readonly device: string | null;
  readonly image: string | null;
  readonly writer: Writer;
}

export class Feedback {
  readonly #options: FeedbackOptions;

  constructor(options: FeedbackOptions) {
    this.#options = options;
  }

  async send(typed: Typed, context: RequestContext): Promise<Result<Sent, Refusal>> {
    const { records, captchas } = this.#options;
    const read = this.#read(typed, context);
    if (!read.ok) return read;
    const one = read.value;
    const key = this.#key(one, context);
    if (one.writer.userId === null) {
      if (typed.captcha.trim() === '') return err(refuse('CAPTCHA_NEEDED'));
      const refused = await captchas.judgeFrom(context.address, typed.key, typed.captcha);
      // Spent by the call whose answer was lost: what its key was answered is looked at before it is refused.
      if (refused) return (await this.#before(key)) ?? err(refused);
    }
    const done = await records.write({ key, act: (tx) => this.#write(tx, one, context) });
    return done.ok ? this.#sent(done.value.id) : done;
  }

  async own({ page }: ParsedOf<'feedback'>, context: RequestContext): Promise<AnswerOf<'feedback'>> {
    const { reads, files } = this.#options;
    const { userId } = userOf(context);
    const { rows, total } = await listOwn(reads(), userId, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
    const data = rows.map((row) =>
      ownView(row, row.image === null ? '' : files.links.link(row.image, { kind: 'user', id: userId })),
    );
    return { data, total };
  }

  #read(typed: Typed, { principal, address }: RequestContext): Result<Read, Refusal> {
    const { files, keys } = this.#options;
    const text = readText(typed.text);
    if (!text.ok) return text;
    const device = typedLines(typed.device).slice(0, DEVICE_MOST).trim() || null;
    const image = typed.image === '' ? null : (files.idIn(typed.image) ?? '');
    // Only real users can have sent one.
    if (image !== null && principal?.realm !== 'live') return err(refuse('REAL_ONLY'));
    if (image === '') return err(refuse('UPLOAD_UNKNOWN'));
    const said = { kind: typed.kind, text: text.value, device, image };
    if (principal) return ok({ ...said, writer: { userId: principal.userId, realm: principal.realm } });
    if (typed.email.trim() === '') return err(refuse('VALUE_MISSING', { field: 'email' }));
    const email = emailName(typed.email);
    if (email === undefined) return err(refuse('INPUT_INVALID', { field: 'email' }));
    return ok({ ...said, writer: { userId: null, email, from: keys.mac('feedback', fromOf(address)) } });
  }

  /** Of what was written it holds a MAC: a bare hash would be kept for ever, and tell who guesses the words. */
  #key({ kind, image, text, device, writer }: Read, context: RequestContext): Key {
    const visitor = writer.userId === null;
    const said = JSON.stringify([text, device, visitor ? writer.email : '']);
    const bound = { kind, image, said: toHex(this.#options.keys.mac('feedback', `said/${said}`)) };
    return keyOf(writer.userId ?? 0n, visitor ? `feedback/${context.key}` : context.key, 'feedback_send', bound);
  }

  async #write(tx: PoolClient, { writer, ...said }: Read, context: RequestContext): Promise<Outcome> {
    const nowMs = this.#options.clock.now();
    if (writer.userId !== null && !(await holdPresent(tx, writer.userId))) return err(refuse('SESSION_EXPIRED'));
    const refused =
      writer.userId === null
        ? limitRefusal(await this.#fromAddress(tx, context.address, nowMs), ADDRESS_LIMIT, nowMs)
        : limitRefusal(await holdByUser(tx, writer.userId, nowMs - LIMIT_MS), USER_LIMIT, nowMs);
    if (refused) return err(refused);
    const { image } = said;
    if (image !== null && !(await lockUsable(tx, [image], writer.userId ?? 0n)).has(image))
      return err(await imageRefusal(tx, image, writer.userId ?? 0n));
    const dueTime = said.kind === 'complaint' ? complaintDue(nowMs) : null;
    const id = await insertFeedback(tx, { ...said, writer, lang: context.lang, receivedTime: nowMs, dueTime });
    if (image !== null) {
      const attached = await attachUploads(tx, {
        ...{ ids: [image], ownerId: writer.userId ?? 0n },
        attachedTo: `feedback:${id}`,
      });
      assert(attached, 'an image that is locked can be used');
    }
    return ok({ id: String(id) });
  }

  #fromAddress(tx: Queries, address: string, nowMs: number): Promise<number[]> {
    return holdByAddress(tx, this.#options.keys.macs('feedback', fromOf(address)), nowMs - LIMIT_MS);
  }

  async #before(key: Key): Promise<Result<Sent, Refusal> | undefined> {
    const known = (await findKeys(this.#options.db, [key])).get(keyPlace(key.ownerId, key.key));
    if (!known || toHex(known.bodyHash) !== toHex(key.bodyHash)) return undefined;
    const before = readOutcome(known.answer);
    return before.ok ? this.#sent(before.value.id) : before;
  }

  async #sent(id: unknown): Promise<Result<Sent, Refusal>> {
    const row = await findFeedback(this.#options.db, parseId(String(id)) ?? 0n);
    assert(row !== undefined, 'what was sent is there');
    return ok(factsView(row));
  }
}

const fromOf = (address: string): string => `from/${address}`;

/** Nobody learns of another's upload that it is there. */
async function imageRefusal(tx: Queries, image: string, userId: Id): Promise<Refusal> {
  return refuse((await usedUploads(tx, [image], userId)).size > 0 ? 'UPLOAD_USED' : 'UPLOAD_UNKNOWN');
}
