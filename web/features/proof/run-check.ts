// Fetches what a verification needs, runs it, and remembers the log's newest checkpoint. Loaded with the cryptography, on demand.

import { systemClock } from '@fairtick/kernel/clock';
import { call } from '../../stores/api.ts';
import type { Family } from '../../stores/family.ts';
import { raiseLogAlarm } from '../../stores/log-alarm.ts';
import { receiptsOf } from '../../stores/receipts.ts';
import { checkOrder, type OrderReport } from './check-order.ts';
import { checkPath, type PathOutcome } from './check-path.ts';
import { consistencyOf } from './consistency.ts';
import { noteCrypto } from './crypto.ts';
import { rememberedKey, rememberedLog, rememberKey, rememberLog } from './log-memory.ts';

const KEPT_MS = 2_592_000_000;
const PATH_AGAIN_MS = 1_000;
const PATH_TRIES = 6;

/** Rejects with ApiError when the proof itself can't be had. */
export async function runCheck(family: Family, id: string, signal: AbortSignal): Promise<OrderReport> {
  const [proof, market] = await Promise.all([
    call('proof', { family, id }, { quiet: true, signal }),
    call('market_status', {}, { quiet: true, signal }),
  ]);
  if (rememberedKey() === undefined) rememberKey(proof.acceptancesKey);
  const report = await checkOrder({
    proof,
    orderId: id,
    verifierKey: market.verifierKey,
    acceptancesKey: rememberedKey() ?? proof.acceptancesKey,
    receipts: receiptsOf(id),
    memory: rememberedLog('ticks'),
    crypto: noteCrypto,
    consistency: consistencyOf('ticks', signal),
    acceptancesMemory: rememberedLog('acceptances'),
    acceptancesConsistency: consistencyOf('acceptances', signal),
  });
  if (report.remember) rememberLog('ticks', report.remember);
  if (report.rememberAcceptances) rememberLog('acceptances', report.rememberAcceptances);
  if (report.log === 'rewritten') raiseLogAlarm('ticks', rememberedLog('ticks')?.size ?? 0);
  if (report.checks.some(({ name, actual }) => name === 'accepted.grows' && actual === 'rewritten'))
    raiseLogAlarm('acceptances', rememberedLog('acceptances')?.size ?? 0);
  if (family !== 'forex') return report;
  const path = await settledPath(proof, rememberedLog('ticks')?.key ?? market.verifierKey, signal).catch(
    (error: unknown) => {
      // The ticks at a path's ends are kept for thirty days.
      const since = systemClock.now() - KEPT_MS;
      if (proof.ticks.some(({ receivedTime }) => receivedTime < since)) return undefined;
      throw error;
    },
  );
  if (!path || path.holds) return { ...report, path };
  return { ...report, path, holds: false, open: path.open && (report.holds || report.open) };
}

/** Right after a close the tick behind it has not come yet, which alone shows that none came before: it is waited for a few seconds. */
async function settledPath(...of: Parameters<typeof pathOf>): Promise<PathOutcome | undefined> {
  let path = await pathOf(...of);
  for (let tries = 1; tries < PATH_TRIES && path?.open && !of[2].aborted; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, PATH_AGAIN_MS));
    path = await pathOf(...of);
  }
  return path;
}

/** Rejects with ApiError where the path can't be had: then nothing is said of the order either. */
async function pathOf(
  proof: Parameters<typeof checkPath>[0]['proof'],
  ticksKey: string,
  signal: AbortSignal,
): Promise<PathOutcome | undefined> {
  const page: Parameters<typeof checkPath>[0]['page'] = async (asked) => {
    const answer = await call(
      'proof_path',
      { family: 'forex', id: String(proof.order.Id), ...asked },
      { quiet: true, signal },
    );
    return answer;
  };
  const memory = rememberedLog('candles');
  const path = await checkPath(
    {
      ...{ proof, ticksKey, crypto: noteCrypto, page },
      ...{ candlesMemory: memory, candlesConsistency: consistencyOf('candles', signal) },
    },
    proof.acceptances,
  );
  if (path?.rememberCandles) rememberLog('candles', path.rememberCandles);
  if (path?.checks.some(({ name, actual }) => name === 'path.grows' && actual === 'rewritten'))
    raiseLogAlarm('candles', memory?.size ?? 0);
  return path;
}
