// Recomputes an order from its proof: every price, margin, fee and result from the deciding ticks and the terms.
// Whether those ticks stand in the public log is checked elsewhere (kernel/log); whether the source was right, nobody can.

import { Checks, type ProofCheck, UnreadableProof } from './checks.ts';
import type { ForexProof, MicroProof } from './proof.ts';
import { bindForex, bindMicro } from './verify-acceptances.ts';
import { bindCopy } from './verify-copy.ts';
import { verifyForexTerms } from './verify-forex.ts';
import { verifyMicroTerms } from './verify-micro.ts';

export type { ProofCheck } from './checks.ts';

/**
 * All checks of a forex order, in the order of its life; it holds when every one is ok. Never throws on a malformed proof: the
 * check `proof.readable` then fails. Rules E70 to E76, E96 to E99, and of a copy E110 to E115.
 */
export function verifyForex(proof: ForexProof): ProofCheck[] {
  return guarded((checks) => {
    verifyForexTerms(proof, checks);
    bindForex(proof, checks);
    bindCopy(proof, checks);
  });
}

/** All checks of an up/down option. Rules E77 to E79, E96 to E99. */
export function verifyMicro(proof: MicroProof): ProofCheck[] {
  return guarded((checks) => {
    verifyMicroTerms(proof, checks);
    bindMicro(proof, checks);
  });
}

export function allHold(checks: readonly ProofCheck[]): boolean {
  return checks.length > 0 && checks.every(({ ok }) => ok);
}

/** Something is not as it must be; what nothing shows either way is not among it. */
export function anyFails(checks: readonly ProofCheck[]): boolean {
  return checks.some(fails);
}

export const fails = ({ ok, open }: ProofCheck): boolean => !ok && !open;

function guarded(run: (checks: Checks) => void): ProofCheck[] {
  const checks = new Checks();
  try {
    run(checks);
  } catch (error) {
    // A proof comes over the network: whatever it lacks makes it unreadable, never a broken screen.
    checks.fail('proof.readable', 'a complete proof', error instanceof UnreadableProof ? error.message : 'malformed');
  }
  return checks.list;
}
