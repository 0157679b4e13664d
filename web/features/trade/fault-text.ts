// Why a draft can't be sent, in words: what the field needs, with the pair's own bounds.

import type { TradePair } from '@fairtick/contract/http/market';
import type { Formats } from '@fairtick/ui/locale';
import type { Translate } from '../../i18n/texts.ts';
import type { TicketFault } from '../../live/calculators.ts';

export function faultText(t: Translate<'trade'>, formats: Formats, pair: TradePair, fault: TicketFault): string {
  return t(`fault.${fault}`, {
    min: formats.number(pair.ForexMinCont),
    max: formats.number(pair.ForexMaxCont),
    step: formats.number(pair.Pip),
  });
}

const QUANTITY: readonly TicketFault[] = [
  'quantity_missing',
  'quantity_step',
  'quantity_below_min',
  'quantity_above_max',
];

export const quantityFault = (faults: readonly TicketFault[]): TicketFault | undefined =>
  faults.find((fault) => QUANTITY.includes(fault));
