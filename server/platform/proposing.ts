// How something that takes two people is proposed. What can be proposed and how it is carried out is the staff's domain.

import type { Refusal } from '@fairtick/contract/errors';
import type { PROPOSAL_KINDS } from '@fairtick/contract/staff/people';
import type { Result } from '@fairtick/kernel/result';
import type { StaffRequest } from './commands/request.ts';

export type ProposalKindName = (typeof PROPOSAL_KINDS)[number];

export interface ProposalSubject {
  readonly kind: 'user' | 'staff' | 'setting' | 'house' | 'content';
  /** A user's, a member's or a text's id, a setting's key, the house's id, which is 0. */
  readonly id: string;
}

export interface NewProposal {
  readonly kind: ProposalKindName;
  readonly subject: ProposalSubject;
  /** JSON: what the kind needs to carry it out. A freeze and an unfreeze take `{ locks: Lock[] }`. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Why; both people read it, and of a freeze the user too. */
  readonly reason: string;
}

/**
 * Writes the proposal and its act under the request's key. Resolves with the proposal's id, or null where the key had done it at once; refuses NOT_ALLOWED, BENEFICIARY, REASON_REQUIRED,
 * ITEM_UNKNOWN and what the kind itself has to say.
 */
export type Propose = (
  request: StaffRequest,
  proposal: NewProposal,
) => Promise<Result<{ readonly proposal: string | null }, Refusal>>;
