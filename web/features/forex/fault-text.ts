// Why a draft can't be sent, in words: what the field needs, with the pair's own bounds.

import type { TradePair } from '@fairtick/contract/http/market';
import { formatUnits } from '@fairtick/kernel/decimal';
import type { Formats } from '@fairtick/ui/locale';
import type { StopFault, TicketFault } from '../../calculators/faults.ts';
import { priceStep } from '../../calculators/typed.ts';
import type { Translate } from '../../i18n/texts.ts';

export function faultText(t: Translate<'trade'>, formats: Formats, pair: TradePair, fault: TicketFault): string {
  const words = {
    min: formats.number(pair.ForexMinCont),
    max: formats.number(pair.ForexMaxCont),
    step: formats.number(fault === 'price_step' ? formatUnits(priceStep(pair.PricePrecision)) : pair.Pip),
  };
  const bound = fault === 'quantity_above_max' ? pair.ForexMaxCont : pair.ForexMinCont;
  return t(`fault.${fault}`, { ...words, count: Number(bound) });
}

export const stopFaultText = (t: Translate<'trade'>, formats: Formats, precision: number, fault: StopFault): string =>
  t(`fault.${fault}`, { step: formats.number(formatUnits(priceStep(precision))) });
