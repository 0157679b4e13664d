// May one trade this pair now?

import type { TradePair } from '@fairtick/contract/http/market';
import type { TextKey } from '../i18n/texts.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { useConnection } from './use-connection.ts';
import { useClosingOnly } from './use-main-status.ts';
import { useQuote } from './use-market.ts';
import { useMarketStatus } from './use-market-facts.ts';

/** Why the pair does not trade now, in the user's words; undefined when it does. */
export function useMarketBlock(pair: TradePair): TextKey<'trade'> | undefined {
  const connection = useConnection();
  const status = useMarketStatus();
  const reason = useQuote(pair.Id)?.status ?? pair.StatusReason;
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

/** Why nothing can be opened on the pair now: the service lets nobody in, or the pair does not trade. */
export function useOpeningBlock(pair: TradePair): TextKey<'trade'> | undefined {
  const market = useMarketBlock(pair);
  return useClosingOnly() ? 'block.closing' : market;
}
