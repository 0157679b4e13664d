// Whose orders stand in the public logs hears of it when these deny their past, on whatever screen: each new checkpoint is held to the one that this browser
// saw last. Visitors without an account have nothing in the logs, and load nothing for it.

import { systemClock } from '@fairtick/kernel/clock';
import { call } from '../../stores/api.ts';
import { onReconnect } from '../../stores/connection.ts';
import { raiseLogAlarm } from '../../stores/log-alarm.ts';
import { currentSession, onSession } from '../../stores/session.ts';
import { consistencyOf } from './consistency.ts';
import { deniesItsPast } from './denied-past.ts';
import { rememberedLog } from './log-memory.ts';

const EVERY_MS = 60_000;

/** Looks now, with each session and connection, and every minute while the page is seen. Harmless when already watching. */
export function watchLogs(): void {
  if (watching) return;
  watching = true;
  onReconnect(look);
  onSession(look);
  systemClock.every(EVERY_MS, look);
  look();
}
let watching = false;

let looking = false;
function look(): void {
  if (looking || !currentSession() || document.visibilityState !== 'visible') return;
  looking = true;
  void lookAtLogs(AbortSignal.timeout(EVERY_MS))
    // Asked again at the next look.
    .catch(() => undefined)
    .finally(() => {
      looking = false;
    });
}

/** Raises the alarm that every screen shows. */
async function lookAtLogs(signal: AbortSignal): Promise<void> {
  for (const log of ['ticks', 'acceptances', 'candles'] as const) {
    const shown = {
      checkpoint: () => publicText(`${log}/checkpoint`, signal),
      key: async () =>
        log === 'ticks'
          ? (await call('market_status', {}, { quiet: true, signal })).verifierKey
          : ((await publicText(`${log}/key`, signal)) ?? '').trim(),
      consistency: consistencyOf(log, signal),
    };
    if (await deniesItsPast(log, shown)) raiseLogAlarm(log, rememberedLog(log)?.size ?? 0);
  }
}

async function publicText(path: string, signal: AbortSignal): Promise<string | undefined> {
  const answer = await fetch(`/tlog/${path}`, { cache: 'no-store', signal });
  return answer.ok ? await answer.text() : undefined;
}
