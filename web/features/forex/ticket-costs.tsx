// What the order would take and risk, before the tap: margin, fee, pip value, free margin after, where the account would be stopped out.

import type { TradePair } from '@fairtick/contract/http/market';
import { formatUnits } from '@fairtick/kernel/decimal';
import { Amount } from '@fairtick/ui/amount';
import { FigureRow } from '@fairtick/ui/figure-row';
import { useFormats, useOwnMoney } from '@fairtick/ui/locale';
import { allowedPips } from '../../calculators/deviation.ts';
import type { ForexDraft } from '../../calculators/forex-estimate.ts';
import { moneyText } from '../../calculators/typed.ts';
import { useForexAccount } from '../../hooks/use-figures.ts';
import { useMoving } from '../../hooks/use-forced-close.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { ForcedPrices } from './forced-prices.tsx';
import { MarginChange } from './margin-gauge.tsx';
import { toneOf, useOrderUse } from './margin-use.tsx';
import { useEstimate } from './use-estimate.ts';

const NONE = '';

export function TicketCosts({ pair, draft }: { pair: TradePair; draft: ForexDraft }) {
  const t = useTexts('trade');
  const formats = useFormats();
  const { estimate, prices } = useEstimate(pair, draft, useMoving(pair.Id));
  const account = useForexAccount();
  const order = useOrderUse(estimate);
  const money = (units: bigint | undefined) => (units === undefined ? NONE : moneyText(units));
  return (
    <div className="rounded-lg bg-sunken px-4 py-2.5">
      <dl>
        <FigureRow term={t('cost.margin')}>
          <Amount shown value={money(estimate?.margin)} places={2} />
        </FigureRow>
        {order && (
          <FigureRow term={t('cost.use')}>
            <bdi className={toneOf(order.use)}>{order.share}</bdi>
          </FigureRow>
        )}
        <FigureRow term={t('cost.fee')}>
          <Amount shown value={money(estimate?.fee)} />
        </FigureRow>
        <FigureRow term={estimate ? t('cost.pip', { pip: formatUnits(estimate.pip) }) : t('cost.pip_unknown')}>
          <Amount shown value={money(estimate?.pipValue)} places="whole" />
        </FigureRow>
        {!draft.pending && prices && (
          <FigureRow term={t('cost.deviation')}>
            {t('cost.deviation_pips', { pips: formats.number(allowedPips(prices, pair.PricePrecision)) })}
          </FigureRow>
        )}
        <FigureRow term={t('cost.free_after')}>
          <Amount value={money(estimate?.freeAfter)} places={2} />
        </FigureRow>
        <FigureRow term={t('cost.stop_out')}>
          <ForcedPrices prices={estimate?.forced} precision={pair.PricePrecision} />
        </FigureRow>
      </dl>
      {account && estimate?.after && <MarginChange account={account} after={estimate.after} />}
    </div>
  );
}

/** What can be lost at most, in plain words: stands beside the button that sends the order. */
export function RiskText({ pair, draft }: { pair: TradePair; draft: ForexDraft }) {
  const t = useTexts('trade');
  const formats = useFormats();
  const own = useOwnMoney();
  const { estimate } = useEstimate(pair, draft);
  if (!estimate || estimate.mostLost === undefined) return t('risk.unknown');
  // Of a large order it is all that the account is worth.
  const most = own(moneyText(estimate.mostLost), { places: 2 });
  if (estimate.stopLoss && estimate.stopLoss.result < 0n) {
    const stop = formats.money(moneyText(-estimate.stopLoss.result), { places: 2 });
    return t('risk.stop', { stop, most });
  }
  return t('risk.all', { most });
}
