// Proposals in a batch of commands: those about users are decided in the transaction of their effect.

import type { Id } from '@fairtick/kernel/ids';
import { assert } from '@fairtick/kernel/result';
import type { DomainPart } from '../../domain-part.ts';
import { holdMembers } from '../people/table.ts';
import type { HeldMember, ProposalDecision, StoredProposal } from './rules.ts';
import { decideProposals, lockProposals } from './table.ts';

/** The proposals that a batch's commands name, and who made and decides them, under lock. */
export class StaffBatch {
  readonly #proposals: ReadonlyMap<Id, StoredProposal>;
  readonly #people: ReadonlyMap<Id, HeldMember>;
  readonly decisions: ProposalDecision[] = [];
  /** The database's clock under the lock, UTC ms. */
  readonly nowMs: number;

  constructor(nowMs: number, proposals: readonly StoredProposal[], people: readonly HeldMember[]) {
    this.nowMs = nowMs;
    this.#proposals = new Map(proposals.map((one) => [one.id, one]));
    this.#people = new Map(people.map((one) => [one.id, one]));
  }

  /** As the batch's earlier commands have left it. */
  proposal(id: Id): StoredProposal | undefined {
    const loaded = this.#proposals.get(id);
    const decided = this.decisions.find((one) => one.id === id);
    return loaded && decided ? { ...loaded, state: decided.state, checker: decided.checker } : loaded;
  }

  member(id: Id): HeldMember | undefined {
    return this.#people.get(id);
  }

  /** Throws where it is not open. */
  decide(decision: ProposalDecision): void {
    assert(this.proposal(decision.id)?.state === 'open', 'a proposal is decided once');
    this.decisions.push(decision);
  }
}

const NOTHING_NAMED = (): StaffBatch => new StaffBatch(0, [], []);

/** A command names a proposal and the member who decides it. A batch that names none asks nothing. */
export function staffPart(): DomainPart<StaffBatch, readonly ProposalDecision[], never> {
  return {
    async load(tx, { named }) {
      if (named.length === 0) return NOTHING_NAMED();
      // Ids of proposals are small, ids of members come from the generator: one list holds both.
      const [{ nowMs, proposals }, people] = await Promise.all([
        lockProposals(tx, named),
        holdMembers(tx, { members: named, proposals: named }),
      ]);
      return new StaffBatch(nowMs, proposals, people);
    },
    apply(batch, decisions) {
      for (const decision of decisions) batch.decide(decision);
    },
    write: ({ decisions }) => decideProposals(decisions),
    committed: () => [],
  };
}
