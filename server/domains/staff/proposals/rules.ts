// Four eyes as pure rules: what a proposal is, who may make one, who may decide it, and until when.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { type Grant, mayDo, type StaffAct, type StaffRole } from '@fairtick/contract/staff/matrix';
import { toHex } from '@fairtick/kernel/bytes';
import type { Id } from '@fairtick/kernel/ids';
import type { ProposalKindName, ProposalSubject } from '../../../platform/proposing.ts';

/** What a proposal changes, field by field, in words that need no translation. Its old side is what the proposal is based on. */
export interface Difference {
  readonly field: string;
  readonly old: string;
  readonly new: string;
}

/** What a kind makes of what is proposed. Made again at the execution: where it differs by then, the world has changed. */
export interface Plan {
  /** JSON: what the kind needs to carry it out. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly difference: readonly Difference[];
}

/** As it is hashed and stored. */
export interface Payload extends Plan {
  /** A name, a UID, a setting's key. */
  readonly label: string;
  /** The maker's. */
  readonly reason: string;
}

export interface StoredProposal {
  readonly id: Id;
  readonly kind: ProposalKindName;
  readonly subject: ProposalSubject;
  readonly payload: string;
  /** SHA-256 of the payload. */
  readonly hash: Uint8Array;
  readonly maker: Id;
  /** UTC ms by the database's clock, as all times here. */
  readonly madeTime: number;
  /** From this moment on nobody decides it any more. */
  readonly expires: number;
  readonly state: 'open' | 'accepted' | 'rejected';
  readonly checker: Id | null;
  readonly decidedTime: number | null;
  readonly decidedReason: string;
}

export interface ProposalDecision {
  readonly id: Id;
  readonly state: 'accepted' | 'rejected';
  readonly checker: Id;
  readonly timeMs: number;
  readonly reason: string;
}

/** A member of staff as they are now, held against changes. Whoever is disabled has no roles. */
export interface HeldMember {
  readonly id: Id;
  readonly roles: readonly StaffRole[];
  /** User accounts that are theirs or their family's. */
  readonly linkedUsers: readonly Id[];
}

/** Always the same text for the same payload. */
export const payloadText = ({ label, reason, body, difference }: Payload): string =>
  JSON.stringify({ label, reason, body, difference });

/** Whether what was proposed, made again now, is what was proposed. */
export const isSamePlan = (a: Plan, b: Plan): boolean =>
  JSON.stringify([a.body, a.difference]) === JSON.stringify([b.body, b.difference]);

/** Nobody acts on an account of their own or their family's. Of a proposal about a member, that member is no checker. */
const isBeneficiary = (person: HeldMember, subject: ProposalSubject): boolean =>
  subject.kind === 'user' && person.linkedUsers.includes(BigInt(subject.id));

const mayAll = (person: HeldMember, acts: readonly StaffAct[], ...grants: readonly Grant[]): boolean =>
  acts.length > 0 && acts.every((act) => mayDo(person.roles, { act, grants }));

/** Whoever may do it alone may also propose it: at times even theirs takes two. */
export const PROPOSE: readonly Grant[] = ['propose', 'do'];

/** Why this person may not propose it; undefined where they may. */
export function makerRefusal(
  maker: HeldMember | undefined,
  acts: readonly StaffAct[],
  subject: ProposalSubject,
): Refusal | undefined {
  if (!maker || !mayAll(maker, acts, ...PROPOSE)) return refuse('NOT_ALLOWED');
  return isBeneficiary(maker, subject) ? refuse('BENEFICIARY') : undefined;
}

/** Whatever they may otherwise: nobody decides what they have proposed, or what is about them or an account of theirs. */
function ownRefusal(
  checker: HeldMember,
  { maker, subject }: Pick<StoredProposal, 'maker' | 'subject'>,
): Refusal | undefined {
  if (checker.id === maker) return refuse('OWN_WORK');
  const self = subject.kind === 'staff' && subject.id === String(checker.id);
  return self || isBeneficiary(checker, subject) ? refuse('BENEFICIARY') : undefined;
}

/** Whether an open proposal, which takes these acts, waits for this person to decide it. */
export const waitsFor = (
  checker: HeldMember,
  proposal: Pick<StoredProposal, 'maker' | 'subject'>,
  acts: readonly StaffAct[],
): boolean => mayAll(checker, acts, 'check') && !ownRefusal(checker, proposal);

export interface Judging {
  readonly proposal: StoredProposal | undefined;
  readonly acts: readonly StaffAct[];
  /** As they are under the lock. */
  readonly maker: HeldMember | undefined;
  readonly checker: HeldMember | undefined;
  readonly verdict: Verdict;
  /** The database's clock, read under the lock. */
  readonly nowMs: number;
}

export interface Verdict {
  readonly decision: 'accept' | 'reject';
  /** Of what the checker was shown, hex. */
  readonly hash: string;
  /** As it is kept. */
  readonly reason: string;
}

/** Why it can't be decided so by this person now; undefined where it can. */
export function decisionRefusal({ proposal, acts, maker, checker, verdict, nowMs }: Judging): Refusal | undefined {
  if (!proposal) return refuse('ITEM_UNKNOWN');
  if (!checker || !mayAll(checker, acts, 'check')) return refuse('NOT_ALLOWED');
  if (proposal.state !== 'open') return refuse('ALREADY_DECIDED');
  if (nowMs >= proposal.expires) return refuse('PROPOSAL_EXPIRED');
  if (verdict.hash !== toHex(proposal.hash)) return refuse('PROPOSAL_CHANGED');
  const own = ownRefusal(checker, proposal);
  if (own) return own;
  if (verdict.decision === 'reject') return verdict.reason === '' ? refuse('REASON_REQUIRED') : undefined;
  // Whoever may not propose it any more does not stand behind it.
  return makerRefusal(maker, acts, proposal.subject) ? refuse('PROPOSAL_CHANGED') : undefined;
}
