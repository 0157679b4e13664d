// Verifications in a batch: those that its decisions name, and what was decided.

import type { Id } from '@fairtick/kernel/ids';
import { assert } from '@fairtick/kernel/result';
import { releaseUploads } from '../../platform/files/table.ts';
import type { DomainPart } from '../domain-part.ts';
import { type Decided, KEEP_REJECTED_MS, type Verification } from './rules.ts';
import { loadForBatch, writeDecisions } from './table.ts';

class VerificationBatch {
  readonly #rows: Map<Id, Verification>;
  readonly decided: Decided[] = [];

  constructor(rows: readonly Verification[]) {
    this.#rows = new Map(rows.map((row) => [row.id, row]));
  }

  of(id: Id): Verification | undefined {
    return this.#rows.get(id);
  }

  put(one: Decided): void {
    const { id } = one.verification;
    assert(this.#rows.get(id)?.status === 1, 'what is decided waited');
    this.#rows.set(id, { ...one.verification, status: one.decision.accept ? 2 : 3 });
    this.decided.push(one);
  }
}

/** A batch that decides none reads nothing. */
export function verificationPart(): DomainPart<VerificationBatch, readonly Decided[], never> {
  return {
    load: async (tx, { named }) => new VerificationBatch(named.length === 0 ? [] : await loadForBatch(tx, named)),
    apply(batch, decided) {
      for (const one of decided) batch.put(one);
    },
    write: ({ decided }) => [
      ...writeDecisions(decided),
      ...releaseUploads(
        decided.flatMap(({ decision, verification: { front, back } }) => (decision.accept ? [] : [front, back])),
        KEEP_REJECTED_MS,
      ),
    ],
    committed: () => [],
  };
}
