// Fetches what a verification needs, runs it, and remembers the log's newest checkpoint. Loaded with the cryptography, on demand.

import { call } from '../../stores/api.ts';
import type { Family } from '../../stores/family.ts';
import { checkOrder, type OrderReport } from './check-order.ts';
import { noteCrypto } from './crypto.ts';
import { rememberedLog, rememberLog } from './log-memory.ts';

/** Rejects with ApiError when the proof itself can't be had. */
export async function runCheck(family: Family, id: string, signal: AbortSignal): Promise<OrderReport> {
  const [proof, market] = await Promise.all([
    call('proof', { family, id }, { quiet: true, signal }),
    call('market_status', {}, { quiet: true, signal }),
  ]);
  const report = await checkOrder({
    proof,
    orderId: id,
    verifierKey: market.verifierKey,
    memory: rememberedLog(),
    crypto: noteCrypto,
    consistency: async (from, to) => {
      try {
        return (await call('consistency', { from, to }, { quiet: true, signal })).proof;
      } catch {
        return undefined;
      }
    },
  });
  if (report.remember) rememberLog(report.remember);
  return report;
}
