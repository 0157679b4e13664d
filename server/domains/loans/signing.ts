// A loan that is asked for: the agreement byte for byte as this server renders it now, a signature, and all that is known of the signing, kept for good.
// A record write: no money moves before somebody decides. That nobody has two is an index's promise.

import { hash } from 'node:crypto';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { ParsedOf } from '@fairtick/contract/http/index';
import { isSignature } from '@fairtick/contract/signature';
import { readPositive } from '@fairtick/contract/typed-number';
import type { LoanTerms } from '@fairtick/engine/loans';
import { toHex } from '@fairtick/kernel/bytes';
import { type Amount, amount, formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { assert, err, ok, type Result } from '@fairtick/kernel/result';
import { insertActs } from '../../platform/acts/table.ts';
import { answeredBefore } from '../../platform/commands/answered.ts';
import type { Outcome } from '../../platform/commands/command.ts';
import { keyOf } from '../../platform/commands/key.ts';
import type { PoolClient } from '../../platform/database/pools.ts';
import { runAll } from '../../platform/database/statement.ts';
import { type RequestContext, userOf } from '../../platform/endpoints.ts';
import { attachUploads, lockUsable, usedUploads } from '../../platform/files/table.ts';
import { SYSTEM } from '../../platform/principals.ts';
import { holdPresent, readStanding, uidOf } from '../accounts/index.ts';
import { lockOwners } from '../ledger/index.ts';
import { samePerson } from '../verification/index.ts';
import { isSameName } from '../wallet/index.ts';
import { type Agreement, type AgreementOf, agreementOf } from './agreement.ts';
import { accountsTogether, limitNow, loanRefusal } from './barred.ts';
import { ANSWER_MS, type PersonOptions } from './person-commands.ts';
import { newestPerson } from './person-table.ts';
import { dateOf } from './rules/person.ts';
import type { LoanConfig, LoanSettings } from './settings.ts';
import { borrowedBy, holdBorrower, insertAgreement, insertLoan } from './table.ts';

export interface SigningOptions extends PersonOptions {
  readonly settings: () => LoanSettings;
  readonly newId: () => Id;
}

type Typed = ParsedOf<'loan_submit'>;

interface Signed {
  readonly terms: LoanTerms;
  readonly configId: number;
  readonly agreement: Agreement;
  /** The image; none where the name was typed. */
  readonly image: string | undefined;
}

const DAY_MS = 86_400_000;

/** What the app says of when is by a clock of its own, which may be wrong by hours: the server's own moment of the signing is kept beside it. */
const CLOCK_MS = DAY_MS;
/** So long an agreement is the one that was read. */
const READ_MS = 2 * DAY_MS;

/** Read to its end after it was shown, agreed to after that, and lately; undefined where that is so. */
function timesFault({ shown_at = 0, read_at = 0, consent_at = 0 }: Typed, nowMs: number): Refusal | undefined {
  if (read_at < shown_at) return refuse('INPUT_INVALID', { field: 'read_at' });
  if (consent_at < read_at || Math.abs(nowMs - consent_at) > CLOCK_MS)
    return refuse('INPUT_INVALID', { field: 'consent_at' });
  return consent_at - shown_at > READ_MS ? refuse('INPUT_INVALID', { field: 'shown_at' }) : undefined;
}

/** An offer and an amount within it. */
export function termsOf(
  { configs }: LoanSettings,
  configId: number,
  typed: string,
): Result<{ readonly config: LoanConfig; readonly terms: LoanTerms }, Refusal> {
  const config = configs.find(({ id }) => id === configId);
  if (!config) return err(refuse('LOAN_CONFIG_UNKNOWN'));
  const read = readPositive('amount', typed, 2);
  if (!read.ok) return read;
  const sum: Amount = amount(read.value);
  const { min, max, period, interestRate, freePeriod, penaltyRate } = config;
  if (sum < min || sum > max)
    return err(refuse('LOAN_AMOUNT_RANGE', { min: formatUnits(min, 2), max: formatUnits(max, 2) }));
  return ok({ config, terms: { amount: sum, period, interestRate, freePeriod, penaltyRate } });
}

/** What was read, where the server renders the same bytes for these terms today, or did a day ago: midnight may lie between reading and signing. */
function sameAgreement(
  typed: Typed,
  of: Pick<AgreementOf, 'terms' | 'lang' | 'templates'> & { readonly userId: Id; readonly nowMs: number },
): Agreement | undefined {
  const { lang, nowMs, userId, ...more } = of;
  return [nowMs, nowMs - DAY_MS]
    .map((ms) => agreementOf({ ...more, lang, date: dateOf(ms), uid: uidOf(userId) }))
    .find(({ html }) => html === typed.agreement);
}

export async function submitLoan(options: SigningOptions, typed: Typed, context: RequestContext): Promise<Outcome> {
  const { agreement, strokes, typed_name: _, ...rest } = typed;
  const said = hash('sha256', `${agreement}\n${strokes}`, 'hex');
  const key = keyOf(userOf(context).userId, context.key, 'loan_submit', { ...rest, said });
  // Whoever repeats a key is not judged by what has changed since: terms, the day, their name.
  const before = await answeredBefore(options.db, key);
  if (before) return before;
  const signed = await signedOf(options, typed, context);
  if (!signed.ok) return signed;
  return options.records.write({
    key,
    act: (tx) => write(tx, options, { typed, context, signed: signed.value }),
  });
}

async function signedOf(
  { settings, clock, files, verifiedName }: SigningOptions,
  typed: Typed,
  context: RequestContext,
): Promise<Result<Signed, Refusal>> {
  const { userId } = userOf(context);
  const offered = termsOf(settings(), typed.config_id, typed.amount);
  if (!offered.ok) return offered;
  const { terms, config } = offered.value;
  const unsaid = (['shown_at', 'read_at', 'consent_at'] as const).find((field) => typed[field] === undefined);
  if (unsaid) return err(refuse('VALUE_MISSING', { field: unsaid }));
  const { agreements: templates } = settings();
  const agreement = sameAgreement(typed, { terms, templates, userId, lang: context.lang, nowMs: clock.now() });
  if (!agreement) return err(refuse('LOAN_TERMS_CHANGED'));
  const signed = { terms, configId: config.id, agreement };
  if (typed.sign.trim() !== '') {
    if (!isSignature(typed.strokes)) return err(refuse('LOAN_SIGNATURE_EMPTY'));
    const image = files.idIn(typed.sign);
    return image === undefined ? err(refuse('UPLOAD_UNKNOWN')) : ok({ ...signed, image });
  }
  const name = await verifiedName(userId);
  return name !== undefined && isSameName(name, typed.typed_name)
    ? ok({ ...signed, image: undefined })
    : err(refuse('LOAN_SIGNATURE_EMPTY'));
}

interface Signing {
  readonly typed: Typed;
  readonly context: RequestContext;
  readonly signed: Signed;
}

async function write(tx: PoolClient, options: SigningOptions, signing: Signing): Promise<Outcome> {
  const { userId } = userOf(signing.context);
  const { terms, configId, image } = signing.signed;
  // Whoever leaves at this moment comes before this loan, or is told of it.
  await lockOwners(tx, [userId], []);
  if (!(await holdPresent(tx, userId))) return err(refuse('SESSION_EXPIRED'));
  const standing = await readStanding(tx, userId);
  const unlikely = timesFault(signing.typed, standing?.nowMs ?? 0);
  if (unlikely) return err(unlikely);
  const same = await samePerson(tx, options.keys, userId);
  await holdBorrower(tx, same?.mark ?? Buffer.from(`user/${userId}`));
  const accounts = [userId, ...(same?.others ?? [])];
  const together = await accountsTogether(tx, accounts);
  const limit = await limitNow(tx, userId, standing);
  const barred = loanRefusal({ standing, jurisdictions: options.jurisdictions(), person: together, limit });
  if (barred) return err(barred);
  const person = await newestPerson(tx, userId);
  if (person?.status !== 2) return err(refuse('LOAN_PERSON_NEEDED'));
  const borrowed = await borrowedBy(tx, accounts);
  if (borrowed.runs) return err(refuse('LOAN_RUNNING'));
  const images = image === undefined ? [] : [image];
  if ((await lockUsable(tx, images, userId)).size < images.length)
    return err(refuse((await usedUploads(tx, images, userId)).size > 0 ? 'UPLOAD_USED' : 'UPLOAD_UNKNOWN'));
  const id = options.newId();
  const sum = formatUnits(terms.amount, 2);
  const row = {
    id,
    userId,
    personKey: borrowed.key ?? userId,
    configId,
    ...terms,
    signature: image,
    sum,
    answerMs: ANSWER_MS,
  };
  if (!(await insertLoan(tx, row))) return err(refuse('LOAN_RUNNING'));
  const attached = await attachUploads(tx, { ids: images, ownerId: userId, attachedTo: `loan:${id}` });
  assert(attached, 'an image that is locked can be used');
  await keepEvidence(tx, id, { ...signing, person: person.id, signedAt: standing?.nowMs ?? 0 });
  return ok({ id: String(id) });
}

/** Everything that says who signed what, when and how; its hash stands in the log of acts too, so that neither side can put another in its place. */
async function keepEvidence(
  tx: PoolClient,
  loanId: Id,
  { typed, context, signed, person, signedAt }: Signing & { readonly person: Id; readonly signedAt: number },
): Promise<void> {
  const { userId, tokenHash } = userOf(context);
  const { terms, configId, agreement, image } = signed;
  const evidence = JSON.stringify({
    ...{ loan: String(loanId), user: String(userId), borrower: String(person), config: configId },
    template: { version: agreement.version, lang: agreement.lang, date: agreement.date },
    terms: { ...terms, amount: formatUnits(terms.amount, 2) },
    agreement: agreement.hash,
    // The name that was typed is that of the borrower, who is named by their number: names are sealed, and this is kept in clear for good.
    signature: image === undefined ? { way: 'keyboard' } : { way: 'drawn', image, strokes: typed.strokes },
    times: { shown: typed.shown_at, read: typed.read_at, consent: typed.consent_at, signed: signedAt },
    from: { session: toHex(tokenHash), address: context.address, agent: context.agent },
  });
  const evidenceHash = hash('sha256', evidence, 'buffer');
  await insertAgreement(tx, loanId, {
    ...{
      version: agreement.version,
      lang: agreement.lang,
      html: agreement.html,
      evidence,
      evidence_hash: evidenceHash,
    },
    hash: Buffer.from(agreement.hash, 'hex'),
  });
  const subject = { kind: 'user', id: String(userId) } as const;
  const contents = { loan: String(loanId), evidence: toHex(evidenceHash), agreement: agreement.hash };
  await runAll(tx, insertActs([{ kind: 'loan_signed', actor: SYSTEM, subject, contents }]));
}
