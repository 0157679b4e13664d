// May one trade this pair now?

import type { TradePair } from '@fairtick/contract/http/market';
import { useFormats } from '@fairtick/ui/locale';
import type { TextKey } from '../i18n/texts.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { useConnection } from './use-connection.ts';
import { useClosingOnly } from './use-main-status.ts';
import { useQuote } from './use-market.ts';
import { useMarketStatus, usePairTerms } from './use-market-facts.ts';

/** Why the pair does not trade now, in the user's words; undefined when it does. */
export function useMarketBlock(pair: TradePair | undefined): TextKey<'trade'> | undefined {
  const connection = useConnection();
  const status = useMarketStatus();
  const reason = useQuote(pair?.Id)?.status ?? pair?.StatusReason ?? 'open';
  if (connection === 'lost') return 'block.lost';
  if (status?.state === 'ended') return 'block.ended';
  if (status?.state === 'down') return 'block.feed_down';
  return reason === 'open' ? undefined : `block.${reason}`;
}

/** Why nothing can be sent now, in the user's words: an order that has to travel over a line that is not there. */
export function useLostLine(): string | undefined {
  const t = useTexts('trade');
  return useConnection() === 'lost' ? t('block.lost') : undefined;
}

interface OpeningBlock {
  /** A sentence. */
  readonly reason: string;
  /** When its market opens, where that is what is waited for: the button says it. */
  readonly opens: string | undefined;
}

/** Why nothing can be opened on the pair now: the service lets nobody in, or the pair does not trade. */
export function useOpeningBlock(pair: TradePair): OpeningBlock | undefined {
  const t = useTexts('trade');
  const market = useMarketBlock(pair);
  const closing = useClosingOnly();
  const opens = useOpens(pair, !closing && market === CLOSED);
  if (closing) return { reason: t('block.closing'), opens: undefined };
  return market && { reason: closedUntil(t, market, opens), opens: opens && t('opens_at', { time: opens }) };
}

/** Why a position can't be closed now: the line is not there, or its market is closed. */
export function useClosingBlock(pair: TradePair | undefined): string | undefined {
  const t = useTexts('trade');
  const market = useMarketBlock(pair);
  const opens = useOpens(pair, market === CLOSED);
  return market === CLOSED || market === 'block.lost' ? closedUntil(t, market, opens) : undefined;
}

const CLOSED = 'block.hours';

/** When the pair's market opens, in words; undefined until it is known. */
function useOpens(pair: TradePair | undefined, wanted: boolean): string | undefined {
  const formats = useFormats();
  const opens = usePairTerms(pair?.Id ?? 0, wanted && pair !== undefined).data?.NextOpen;
  return wanted && opens ? formats.dateMinute(opens) : undefined;
}

const closedUntil = (
  t: ReturnType<typeof useTexts<'trade'>>,
  block: TextKey<'trade'>,
  opens: string | undefined,
): string => (opens === undefined ? t(block) : t('block.hours_until', { time: opens }));
