// What users ask about their own verification. Sending one is a record write and no command of the pipeline: it moves neither money nor standing,
// and must not make anybody's order wait. That nobody waits twice is a unique index's promise.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf, ParsedOf } from '@fairtick/contract/http/index';
import { assert, err, ok, type Result } from '@fairtick/kernel/result';
import { keyOf } from '../../platform/commands/key.ts';
import type { PoolClient, Queries } from '../../platform/database/pools.ts';
import { type RequestContext, userOf } from '../../platform/endpoints.ts';
import type { Files } from '../../platform/files/files.ts';
import { attachUploads, lockUsable, usedUploads } from '../../platform/files/table.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { Records } from '../../platform/records/records.ts';
import { holdPresent, isRefused, readStanding } from '../accounts/index.ts';
import { openPerson, type Person, sealPerson } from './persons.ts';
import { cleanCard, cleanCountry, cleanName } from './rules.ts';
import { insertVerification, newestOf } from './table.ts';
import { realNameView } from './views.ts';

export interface VerificationOptions {
  readonly db: Queries;
  readonly records: Records;
  readonly keys: Keys;
  readonly files: Files;
}

type RealName = AnswerOf<'real_name'>;

interface Submission {
  readonly person: Person;
  readonly country: string;
  readonly front: string;
  readonly back: string;
}

export class VerificationService {
  readonly #options: VerificationOptions;

  constructor(options: VerificationOptions) {
    this.#options = options;
  }

  async read(context: RequestContext): Promise<RealName> {
    const { db, keys, files } = this.#options;
    const { userId } = userOf(context);
    const [row, standing] = await Promise.all([newestOf(db, userId), readStanding(db, userId)]);
    const viewer = { kind: 'user', id: userId } as const;
    const kept = row ? await files.areKept([row.front, row.back]) : false;
    return realNameView({
      row,
      person: row && openPerson(keys, row),
      residence: standing?.country ?? '',
      link: (file) => (kept ? files.links.link(file, viewer) : ''),
      lang: context.lang,
    });
  }

  async submit(typed: ParsedOf<'real_name_submit'>, context: RequestContext): Promise<Result<RealName, Refusal>> {
    const { db, records, files } = this.#options;
    const { userId } = userOf(context);
    const read = submissionOf(typed, files);
    if (!read.ok) return read;
    // What is offered goes by residence: verified without one, a user would be offered what their country forbids.
    const resident = read.value.country !== '' || (await readStanding(db, userId))?.country !== undefined;
    if (!resident) return err(refuse('VALUE_MISSING', { field: 'country' }));
    // Name and number have no part in the key: a hash of them would be kept for ever. Nor in the answer that it keeps.
    const { front_pic, reverse_pic, country } = typed;
    const done = await records.write({
      key: keyOf(userId, context.key, 'real_name_submit', { front_pic, reverse_pic, country }),
      act: (tx) => this.#write(tx, userId, read.value),
    });
    return done.ok ? ok(await this.read(context)) : done;
  }

  async #write(tx: PoolClient, userId: bigint, { person, country, front, back }: Submission) {
    if (!(await holdPresent(tx, userId))) return err(refuse('SESSION_EXPIRED'));
    const state = await stateRefusal(tx, userId);
    if (state) return err(state);
    const images = [front, back];
    // Whoever waited here for the same images to be used by another call of theirs is told of that, not of the images.
    if ((await lockUsable(tx, images, userId)).size < images.length)
      return err((await stateRefusal(tx, userId)) ?? (await imageRefusal(tx, userId, images)));
    const sealed = sealPerson(this.#options.keys, person, userId, front);
    const id = await insertVerification(tx, { userId, ...sealed, country, front, back });
    if (id === undefined) return err((await stateRefusal(tx, userId)) ?? refuse('VERIFICATION_WAITING'));
    const attached = await attachUploads(tx, { ids: images, ownerId: userId, attachedTo: `verification:${id}` });
    assert(attached, 'images that are locked can be used');
    return ok({ id: String(id) });
  }
}

async function stateRefusal(tx: Queries, userId: bigint): Promise<Refusal | undefined> {
  const newest = await newestOf(tx, userId);
  if (newest?.status === 1) return refuse('VERIFICATION_WAITING');
  return newest?.status === 2 ? refuse('VERIFICATION_DONE') : undefined;
}

/** Nobody learns of another's upload that it is there. */
async function imageRefusal(tx: Queries, userId: bigint, images: readonly string[]): Promise<Refusal> {
  const once = new Set(images).size === images.length;
  return refuse(!once || (await usedUploads(tx, images, userId)).size > 0 ? 'UPLOAD_USED' : 'UPLOAD_UNKNOWN');
}

function submissionOf(typed: ParsedOf<'real_name_submit'>, files: Files): Result<Submission, Refusal> {
  const missing = (['name', 'card_id', 'front_pic', 'reverse_pic'] as const).find(
    (field) => typed[field].trim() === '',
  );
  if (missing) return err(refuse('VALUE_MISSING', { field: missing }));
  const [name, card, country] = [cleanName(typed.name), cleanCard(typed.card_id), cleanCountry(typed.country)];
  if (name === undefined) return err(refuse('INPUT_INVALID', { field: 'name' }));
  if (card === undefined) return err(refuse('INPUT_INVALID', { field: 'card_id' }));
  if (country === undefined) return err(refuse('INPUT_INVALID', { field: 'country' }));
  if (isRefused(country)) return err(refuse('COUNTRY_REFUSED'));
  const [front, back] = [files.idIn(typed.front_pic), files.idIn(typed.reverse_pic)];
  if (front === undefined || back === undefined) return err(refuse('UPLOAD_UNKNOWN'));
  return ok({ person: { name, card }, country, front, back });
}
