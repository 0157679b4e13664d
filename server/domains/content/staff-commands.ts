// What the editors do: begin, write, publish, withdraw. Each is one record write; what changes what is read is an act.

import { hash } from 'node:crypto';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { ParsedOf } from '@fairtick/contract/http/index';
import type { LanguageKey } from '@fairtick/contract/languages';
import type { StaffTable } from '@fairtick/contract/staff/index';
import { mayDo } from '@fairtick/contract/staff/matrix';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { typedLine } from '@fairtick/kernel/typed-line';
import type { Decoder } from '../../images/decoder.ts';
import { insertActs, type NewAct } from '../../platform/acts/table.ts';
import type { Answer } from '../../platform/commands/command.ts';
import { keyOf } from '../../platform/commands/key.ts';
import type { Pool, PoolClient } from '../../platform/database/pools.ts';
import { runAll } from '../../platform/database/statement.ts';
import { memberOf, type StaffContext, uploadOf } from '../../platform/endpoints.ts';
import { actorOfPrincipal } from '../../platform/principals.ts';
import type { Propose } from '../../platform/proposing.ts';
import type { Records } from '../../platform/records/records.ts';
import { picturesOf, readDraft } from './draft.ts';
import { needsSecond } from './rules.ts';
import {
  editorOf,
  findItem,
  type ItemRow,
  insertItem,
  insertPicture,
  insertText,
  isPublished,
  knownPictures,
  lockItem,
  type Shown,
  setPublished,
  setShown,
} from './staff-table.ts';

type Endpoint =
  | 'content_new'
  | 'content_dates'
  | 'content_write'
  | 'content_picture'
  | 'content_publish'
  | 'content_withdraw';
type Input<N extends Endpoint> = ParsedOf<N, StaffTable>;
type Done = Result<Record<string, never>, Refusal>;
/** Done, where no proposal waits for a second person. */
type Moved = Result<{ readonly proposal: string | null }, Refusal>;

export interface EditingOptions {
  readonly db: Pool;
  readonly records: Records;
  readonly decoder: Decoder;
  readonly propose: Propose;
  /** First in a transaction: why the member may not make the write now; they are held until it ends. */
  readonly refusedNow: (
    tx: PoolClient,
    writer: { readonly staffId: Id; readonly endpoint: Endpoint; readonly users: readonly Id[] },
  ) => Promise<Refusal | undefined>;
}

const PICTURE_ID_DIGITS = 32;

export class Editing {
  readonly #options: EditingOptions;

  constructor(options: EditingOptions) {
    this.#options = options;
  }

  async begin(input: Input<'content_new'>, context: StaffContext): Promise<Result<{ id: string }, Refusal>> {
    const shown = shownOf(input);
    if (!shown.ok) return shown;
    if ((input.kind === 'announcement') !== (input.about !== undefined))
      return err(refuse('INPUT_INVALID', { field: 'about' }));
    const { staffId } = memberOf(context);
    const item = { ...shown.value, kind: input.kind, about: input.about, staffId };
    const outcome = await this.#write('content_new', input, context, async (tx) =>
      ok({ id: String(await insertItem(tx, item)) }),
    );
    return outcome.ok ? ok({ id: String(outcome.value.id) }) : outcome;
  }

  async setDates(input: Input<'content_dates'>, context: StaffContext): Promise<Moved> {
    const shown = shownOf(input);
    if (!shown.ok) return shown;
    const reason = typedLine(input.reason);
    if (reason === '') return err(refuse('REASON_REQUIRED'));
    const asked = { ...shown.value, expireTime: shown.value.expireTime ?? null };
    if (await this.#isAboutTerms(input.id)) return this.#propose('content_dates', input, context, asked);
    return this.#onItem('content_dates', input, context, async (tx, item) => {
      await setShown(tx, item.id, shown.value);
      const contents = { ...asked, reason };
      await sendAct(tx, actOf('content_dated', item.id, context, contents));
      return ok({});
    });
  }

  async write(input: Input<'content_write'>, context: StaffContext): Promise<Result<{ version: number }, Refusal>> {
    const { bytes } = uploadOf(context);
    const draft = readDraft(bytes);
    if (!draft.ok) return draft;
    const wanted = picturesOf(draft.value);
    const { staffId } = memberOf(context);
    // The file is part of what the key stands for.
    const bound = { ...input, file: hash('sha256', bytes, 'hex') };
    const outcome = await this.#onItemBound('content_write', input.id, bound, context, async (tx, item) => {
      // What users have said they read stays as they read it.
      if (isTerms(item) && (await isPublished(tx, item.id, input.lang))) return err(refuse('CONTENT_TERMS_READ'));
      const known = await knownPictures(tx, wanted);
      if (wanted.some((id) => !known.has(id))) return err(refuse('CONTENT_MALFORMED', { place: 'picture' }));
      const version = await insertText(tx, { ...draft.value, itemId: item.id, lang: input.lang, staffId });
      return ok({ version });
    });
    return outcome.ok ? ok({ version: Number(outcome.value.version) }) : outcome;
  }

  /** Decoded and made anew as a user's picture is: nothing that somebody else made is shown to readers. */
  async picture(
    input: Input<'content_picture'>,
    context: StaffContext,
  ): Promise<Result<{ id: string; width: number; height: number }, Refusal>> {
    const image = await this.#options.decoder.decode(uploadOf(context).bytes);
    if (!image.ok) return image;
    const { bytes, width, height } = image.value;
    const id = hash('sha256', bytes, 'hex').slice(0, PICTURE_ID_DIGITS);
    const { staffId } = memberOf(context);
    const outcome = await this.#write('content_picture', { ...input, id }, context, async (tx) => {
      await insertPicture(tx, { id, bytes, width, height, staffId });
      return ok({ id });
    });
    return outcome.ok ? ok({ id, width, height }) : outcome;
  }

  async publish(input: Input<'content_publish'>, context: StaffContext): Promise<Done> {
    const { staffId, roles } = memberOf(context);
    const done = await this.#onItem('content_publish', input, context, async (tx, item) => {
      const editor = await editorOf(tx, item.id, input.lang, input.version);
      if (editor === undefined) return err(refuse('ITEM_UNKNOWN'));
      // Who may only check never publishes their own, whatever it is about.
      const alone = !isTerms(item) && mayDo(roles, { act: 'content', grants: ['do'] });
      if (editor === staffId && !alone) return err(refuse('OWN_WORK'));
      return this.#move(tx, item.id, input.lang, input.version, context, {});
    });
    return done.ok ? ok({}) : done;
  }

  async withdraw(input: Input<'content_withdraw'>, context: StaffContext): Promise<Moved> {
    const reason = typedLine(input.reason);
    if (reason === '') return err(refuse('REASON_REQUIRED'));
    const { lang } = input;
    if (await this.#isAboutTerms(input.id)) return this.#propose('content_withdraw', input, context, { lang });
    return this.#onItem('content_withdraw', input, context, async (tx, { id }) => {
      if (!(await isPublished(tx, id, lang))) return err(refuse('ALREADY_DECIDED'));
      return this.#move(tx, id, lang, undefined, context, { reason });
    });
  }

  /** What is about the terms is moved by two: one asks, another decides. */
  async #isAboutTerms(id: string): Promise<boolean> {
    const item = await findItem(this.#options.db, parseId(id) ?? 0n);
    return item !== undefined && isTerms(item);
  }

  #propose(
    endpoint: 'content_dates' | 'content_withdraw',
    input: Readonly<Record<string, unknown>> & { readonly id: string; readonly reason: string },
    context: StaffContext,
    body: Readonly<Record<string, unknown>>,
  ): Promise<Moved> {
    const { id, reason } = input;
    const subject = { kind: 'content', id } as const;
    return this.#options.propose({ endpoint, input, context }, { kind: endpoint, subject, body, reason });
  }

  async #move(
    tx: PoolClient,
    id: Id,
    lang: LanguageKey,
    version: number | undefined,
    context: StaffContext,
    more: Readonly<Record<string, string>>,
  ): Promise<Done> {
    const { staffId } = memberOf(context);
    if (!(await setPublished(tx, { id, lang, version, staffId }))) return err(refuse('ALREADY_DECIDED'));
    const kind = version === undefined ? 'content_withdrawn' : 'content_published';
    await sendAct(tx, actOf(kind, id, context, { lang, ...(version === undefined ? {} : { version }), ...more }));
    return ok({});
  }

  async #onItem(
    endpoint: Endpoint,
    input: Readonly<Record<string, unknown>> & { readonly id: string },
    context: StaffContext,
    act: (tx: PoolClient, item: ItemRow) => Promise<Result<Answer, Refusal>>,
  ): Promise<Moved> {
    const outcome = await this.#onItemBound(endpoint, input.id, input, context, act);
    return outcome.ok ? ok({ proposal: null }) : outcome;
  }

  #onItemBound(
    endpoint: Endpoint,
    id: string,
    bound: Readonly<Record<string, unknown>>,
    context: StaffContext,
    act: (tx: PoolClient, item: ItemRow) => Promise<Result<Answer, Refusal>>,
  ): Promise<Result<Answer, Refusal>> {
    return this.#write(endpoint, bound, context, async (tx) => {
      const item = await lockItem(tx, parseId(id) ?? 0n);
      return item ? act(tx, item) : err(refuse('ITEM_UNKNOWN'));
    });
  }

  #write(
    endpoint: Endpoint,
    bound: Readonly<Record<string, unknown>>,
    context: StaffContext,
    act: (tx: PoolClient) => Promise<Result<Answer, Refusal>>,
  ): Promise<Result<Answer, Refusal>> {
    const { staffId } = memberOf(context);
    return this.#options.records.write({
      key: keyOf(staffId, context.key, endpoint, bound),
      act: async (tx) => {
        const refused = await this.#options.refusedNow(tx, { staffId, endpoint, users: [] });
        return refused ? err(refused) : act(tx);
      },
    });
  }
}

const isTerms = ({ about }: ItemRow): boolean => needsSecond({ about: about ?? undefined });

const sendAct = (tx: PoolClient, act: NewAct): Promise<void> => runAll(tx, insertActs([act]));

const actOf = (
  kind: NewAct['kind'],
  id: Id,
  context: StaffContext,
  contents: Readonly<Record<string, unknown>>,
): NewAct => ({
  kind,
  actor: actorOfPrincipal(memberOf(context)),
  subject: { kind: 'content', id: String(id) },
  contents,
});

function shownOf(
  typed: Pick<Input<'content_new'>, 'audience' | 'publish_time' | 'expire_time' | 'pinned' | 'countries'>,
): Result<Shown, Refusal> {
  const { audience, publish_time: publishTime, expire_time: expireTime } = typed;
  if (expireTime !== undefined && expireTime <= publishTime)
    return err(refuse('INPUT_INVALID', { field: 'expire_time' }));
  // In one order, each once: what is proposed is compared.
  const countries = [...new Set(typed.countries === '' ? [] : typed.countries.split(','))].sort();
  return ok({ audience, publishTime, expireTime, pinned: typed.pinned === 'yes', countries });
}
