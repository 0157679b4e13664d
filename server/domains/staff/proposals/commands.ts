// Four eyes: proposals made, listed, and decided in the transaction of their effect.

import { hash as hashOf } from 'node:crypto';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import { mayDo } from '@fairtick/contract/staff/matrix';
import { PROPOSAL_KINDS } from '@fairtick/contract/staff/people';
import { toHex } from '@fairtick/kernel/bytes';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { assert, err, ok, type Result } from '@fairtick/kernel/result';
import { typedLine } from '@fairtick/kernel/typed-line';
import { z } from 'zod';
import { insertActs, type NewAct } from '../../../platform/acts/table.ts';
import type { Answer, Command, Outcome } from '../../../platform/commands/command.ts';
import { type StaffRequest, staffCommand } from '../../../platform/commands/request.ts';
import type { Pool, PoolClient, Queries } from '../../../platform/database/pools.ts';
import { runAll, send } from '../../../platform/database/statement.ts';
import { memberOf } from '../../../platform/endpoints.ts';
import type { StaffPrincipal } from '../../../platform/principals.ts';
import type { NewProposal, ProposalKindName, Propose } from '../../../platform/proposing.ts';
import type { Records } from '../../../platform/records/records.ts';
import { STANDING_LOOKS_AT, uidOfRealUser } from '../../accounts/index.ts';
import { NO_FACTS } from '../../wallet/index.ts';
import { holdMembers } from '../people/table.ts';
import { readReason } from '../rules.ts';
import { linkedUsers } from '../table.ts';
import type {
  Agreement,
  AnyCommandKind,
  AnyRecordKind,
  OneTimeLink,
  ProposalKind,
  StaffChange,
  StaffState,
} from './kind.ts';
import {
  type Difference,
  decisionRefusal,
  isSamePlan,
  makerRefusal,
  type Payload,
  PROPOSE,
  type ProposalDecision,
  payloadText,
  type StoredProposal,
  type Verdict,
  waitsFor,
} from './rules.ts';
import {
  decideProposals,
  findProposal,
  insertProposal,
  listProposals,
  lockProposals,
  openProposalsOf,
  type ProposalPage,
} from './table.ts';

export interface StaffProposalsOptions {
  readonly db: Pool;
  readonly records: Records;
  readonly submit: (command: Command<StaffState, StaffChange>) => Promise<Outcome>;
  readonly kinds: Readonly<Record<ProposalKindName, ProposalKind>>;
}

export interface DecidedProposal {
  readonly state: ProposalDecision['state'];
  /** Shown to whoever completed it, the first time alone: a repeated key answers without it. */
  readonly link: OneTimeLink | null;
}

const payload: z.ZodType<Payload> = z.object({
  label: z.string(),
  reason: z.string(),
  body: z.record(z.string(), z.unknown()),
  difference: z.array(z.object({ field: z.string(), old: z.string(), new: z.string() })),
});
const sha256 = (text: string): Uint8Array => hashOf('sha256', text, 'buffer');

/** Throws where it is no proposal's payload. */
export const readPayload = (one: StoredProposal): Payload => payload.parse(JSON.parse(one.payload));

export class StaffProposals {
  readonly #options: StaffProposalsOptions;

  constructor(options: StaffProposalsOptions) {
    this.#options = options;
  }

  /** What is never done at once. */
  async propose(request: StaffRequest, asked: NewProposal): Promise<Result<{ readonly proposal: string }, Refusal>> {
    const outcome = await this.proposeUnlessDone(request, asked);
    if (!outcome.ok) return outcome;
    const { proposal } = outcome.value;
    assert(proposal !== null, 'a key that proposes has done nothing at once');
    return ok({ proposal });
  }

  /** See `Propose`. */
  readonly proposeUnlessDone: Propose = async (request, asked) => {
    const outcome = await this.#options.records.write({
      key: staffKey(request),
      act: async (tx) => {
        const made = await this.proposeWithin(tx, memberOf(request.context).staffId, asked);
        return made.ok ? ok({ proposal: String(made.value) }) : made;
      },
    });
    return outcome.ok ? ok({ proposal: proposalOf(outcome.value) }) : outcome;
  };

  /** With its act, in a transaction that may do more. */
  async proposeWithin(tx: PoolClient, makerId: Id, asked: NewProposal): Promise<Result<Id, Refusal>> {
    const { subject, body } = asked;
    const kind = this.#options.kinds[asked.kind];
    const reason = readReason(asked.reason);
    if (!reason.ok) return reason;
    if (kind.by === 'record') await kind.lock?.(tx);
    const [maker] = await holdMembers(tx, { members: [makerId], proposals: [] });
    const refused = makerRefusal(maker, kind.acts(body), subject);
    if (refused) return err(refused);
    const plan = await kind.plan(tx, subject.id, body);
    if (!plan.ok) return plan;
    const text = payloadText({ ...plan.value, reason: reason.value });
    const hash = sha256(text);
    const id = await insertProposal(tx, { kind: asked.kind, subject, payload: text, hash, maker: makerId });
    await sendActs(tx, [actOf('proposal_made', { id, kind: asked.kind, subject, hash }, makerId)]);
    return ok(id);
  }

  /** As the first owner may: what is proposed, carried out at once with the acts of its effect. For kinds that one record write carries out. */
  async doAlone(tx: PoolClient, makerId: Id, asked: NewProposal): Promise<Result<OneTimeLink | undefined, Refusal>> {
    const { subject, body } = asked;
    const kind = this.#options.kinds[asked.kind];
    const reason = readReason(asked.reason);
    if (!reason.ok) return reason;
    if (kind.by !== 'record') throw new Error(`nobody does ${asked.kind} alone`);
    const [maker] = await holdMembers(tx, { members: [makerId], proposals: [] });
    const refused = makerRefusal(maker, kind.acts(body), subject);
    if (refused) return err(refused);
    const plan = await kind.plan(tx, subject.id, body);
    if (!plan.ok) return plan;
    const alone = { proposal: undefined, maker: makerId, actor: { kind: 'staff', id: makerId } } as const;
    const effect = await kind.execute(tx, subject.id, body, { ...alone, reason: reason.value });
    if (!effect.ok) return effect;
    await sendActs(tx, effect.value.acts);
    return ok(effect.value.link);
  }

  /** One page of those that the caller may make or check. */
  async list({ roles }: StaffPrincipal, page: number): Promise<ProposalPage> {
    const { db, kinds } = this.#options;
    const grants = [...PROPOSE, 'check'] as const;
    const seen = PROPOSAL_KINDS.filter((one) => kinds[one].mayNeed.some((act) => mayDo(roles, { act, grants })));
    return listProposals(db, seen, PAGE_SIZE, (page - 1) * PAGE_SIZE);
  }

  /** What it changes, as both people read it: with what is a person's. */
  async differenceOf(one: StoredProposal): Promise<readonly Difference[]> {
    const { body, difference } = readPayload(one);
    const opened = await this.#options.kinds[one.kind].opened?.(this.#options.db, body);
    return opened ? [...difference, ...opened] : difference;
  }

  /** Those that wait for the caller to decide them, the oldest first. */
  async waiting({ staffId, roles }: StaffPrincipal): Promise<readonly StoredProposal[]> {
    const { db, kinds } = this.#options;
    const seen = PROPOSAL_KINDS.filter((one) =>
      kinds[one].mayNeed.some((act) => mayDo(roles, { act, grants: ['check'] })),
    );
    if (seen.length === 0) return [];
    const [open, linked] = await Promise.all([openProposalsOf(db, seen), linkedUsers(db, staffId)]);
    const caller = { id: staffId, roles, linkedUsers: linked };
    return open.filter((one) => waitsFor(caller, one, kinds[one.kind].acts(readPayload(one).body)));
  }

  async decide(request: StaffRequest, proposalId: string, typed: Verdict): Promise<Result<DecidedProposal, Refusal>> {
    const { db, kinds } = this.#options;
    const verdict = { ...typed, reason: typedLine(typed.reason) };
    const id = parseId(proposalId);
    // What kind it is never changes; all else is read again under the lock.
    const found = id === undefined ? undefined : await findProposal(db, id);
    if (!found) return err(refuse('ITEM_UNKNOWN'));
    const kind = kinds[found.kind];
    return kind.by === 'command' && verdict.decision === 'accept'
      ? this.#byCommand(request, found, kind, verdict)
      : this.#byRecord(request, found, kind, verdict);
  }

  async #byRecord(
    request: StaffRequest,
    { id }: StoredProposal,
    kind: ProposalKind,
    verdict: Verdict,
  ): Promise<Result<DecidedProposal, Refusal>> {
    const { staffId } = memberOf(request.context);
    let link: OneTimeLink | null = null;
    const outcome = await this.#options.records.write({
      key: staffKey(request),
      act: async (tx) => {
        if (kind.by === 'record') await kind.lock?.(tx);
        const { nowMs, proposals } = await lockProposals(tx, [id]);
        const people = await holdMembers(tx, { members: [staffId], proposals: [id] });
        const [proposal] = proposals;
        if (!proposal) return err(refuse('ITEM_UNKNOWN'));
        const said = readPayload(proposal);
        const person = (one: Id) => people.find((each) => each.id === one);
        const acts = kind.acts(said.body);
        const [maker, checker] = [person(proposal.maker), person(staffId)];
        const refused = decisionRefusal({ proposal, acts, maker, checker, verdict, nowMs });
        if (refused) return err(refused);
        const decision = decisionOf(proposal, staffId, verdict, nowMs);
        // Written before its effect, which the database allows for an accepted one alone.
        for (const write of decideProposals([decision])) await send(tx, write);
        const effect =
          decision.state === 'accepted' && kind.by === 'record'
            ? await carriedOut(tx, kind, proposal, said, staffId)
            : ok({ acts: [] });
        if (!effect.ok) return effect;
        await sendActs(tx, [decidedAct(proposal, decision), ...effect.value.acts]);
        link = ('link' in effect.value && effect.value.link) || null;
        return ok({ state: decision.state });
      },
    });
    return outcome.ok ? ok({ state: stateOf(outcome.value), link }) : outcome;
  }

  async #byCommand(
    request: StaffRequest,
    found: StoredProposal,
    kind: AnyCommandKind,
    verdict: Verdict,
  ): Promise<Result<DecidedProposal, Refusal>> {
    const { staffId } = memberOf(request.context);
    const { id, subject } = found;
    const ownerId = BigInt(subject.id);
    // What is proposed never changes.
    const { body } = readPayload(found);
    const hindered = await kind.beforehand?.(this.#options.db, body);
    if (hindered) return err(hindered);
    let facts = NO_FACTS;
    let isThere = true;
    const outcome = await this.#options.submit({
      ...staffCommand(request, { realm: 'live', owners: [ownerId] }),
      looksAt: STANDING_LOOKS_AT,
      names: { ...kind.names?.(body, ownerId), staff: [id, staffId] },
      expand: async (db: Queries) => {
        isThere = subject.kind !== 'user' || (await uidOfRealUser(db, ownerId)) !== undefined;
        facts = (await kind.facts?.(db, ownerId, body)) ?? NO_FACTS;
        return [];
      },
      decide: (state) => {
        const { nowMs } = state.staff;
        const proposal = state.staff.proposal(id);
        if (!proposal) return err(refuse('ITEM_UNKNOWN'));
        const said = readPayload(proposal);
        const rights = kind.acts(said.body);
        const [maker, checker] = [state.staff.member(proposal.maker), state.staff.member(staffId)];
        const refused = decisionRefusal({ proposal, acts: rights, maker, checker, verdict, nowMs });
        if (refused) return err(refused);
        // Whoever has left is not there for what was proposed about them.
        if (!isThere || state.accounts.hasLeft(ownerId)) return err(refuse('PROPOSAL_CHANGED'));
        const plan = kind.planIn(state, ownerId, said.body);
        if (!plan.ok || !isSamePlan(plan.value, said)) return err(refuse('PROPOSAL_CHANGED'));
        const decision = decisionOf(proposal, staffId, verdict, nowMs);
        const agreed = agreementOf(proposal, said, staffId);
        const effect = kind.change(state, ownerId, said.body, agreed, facts);
        if (!effect.ok) return effect;
        const acts = [decidedAct(proposal, decision), ...(effect.value.acts ?? [])];
        return ok({
          change: { ...effect.value, staff: [decision], acts },
          answer: { state: decision.state },
        });
      },
    });
    return outcome.ok ? ok({ state: stateOf(outcome.value), link: null }) : outcome;
  }
}

/** Carries it out where the world is still the one that both have seen. */
async function carriedOut(
  tx: PoolClient,
  kind: AnyRecordKind,
  proposal: StoredProposal,
  said: Payload,
  checker: Id,
): ReturnType<AnyRecordKind['execute']> {
  const plan = await kind.plan(tx, proposal.subject.id, said.body);
  if (!plan.ok || !isSamePlan(plan.value, said)) return err(refuse('PROPOSAL_CHANGED'));
  return kind.execute(tx, proposal.subject.id, said.body, agreementOf(proposal, said, checker));
}

const agreementOf = ({ id, maker }: StoredProposal, { reason }: Payload, checker: Id): Agreement => ({
  proposal: id,
  maker,
  actor: { kind: 'staff', id: checker },
  reason,
});

const decisionOf = (
  { id }: StoredProposal,
  checker: Id,
  { decision, reason }: Verdict,
  timeMs: number,
): ProposalDecision => ({
  id,
  state: decision === 'accept' ? 'accepted' : 'rejected',
  checker,
  timeMs,
  reason,
});

const stateOf = ({ state }: Readonly<Record<string, unknown>>): ProposalDecision['state'] =>
  state === 'rejected' ? 'rejected' : 'accepted';

/** Of what is done at once or takes two: a repeated key may come another way than it did at first, and is answered as it was then. */
export const proposalOf = ({ proposal }: Answer): string | null => (typeof proposal === 'string' ? proposal : null);

type ActSubject = Pick<StoredProposal, 'id' | 'kind' | 'subject' | 'hash'>;

const actOf = (act: NewAct['kind'], { id, kind, subject, hash }: ActSubject, by: Id): NewAct => ({
  kind: act,
  actor: { kind: 'staff', id: by },
  subject: { kind: 'proposal', id: String(id) },
  contents: { kind, concerns: `${subject.kind} ${subject.id}`, hash: toHex(hash) },
});

function decidedAct(proposal: StoredProposal, { state, checker, reason }: ProposalDecision): NewAct {
  const act = actOf(state === 'accepted' ? 'proposal_accepted' : 'proposal_rejected', proposal, checker);
  return { ...act, contents: { ...act.contents, maker: String(proposal.maker), reason } };
}

export async function sendActs(tx: PoolClient, acts: readonly NewAct[]): Promise<void> {
  await runAll(tx, insertActs(acts));
}

/** The key of a request of the staff. */
export const staffKey = (request: StaffRequest) => staffCommand(request, { realm: 'live', owners: [] }).key;
