// What comes back, what it costs and what was earned, before the tap that redeems.

import type { FundSubscription } from '@fairtick/contract/http/funds';
import { Button } from '@fairtick/ui/button';
import { FigureRow } from '@fairtick/ui/figure-row';
import { signOf, useFormats } from '@fairtick/ui/locale';
import { Sheet } from '@fairtick/ui/sheet';
import { redemption } from '../../calculators/funds.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { refreshAfterMove } from '../../stores/account.ts';
import { QUERY, refresh } from '../../transport/query.ts';

export function RedeemSheet({ one, onDone }: { one: FundSubscription; onDone: () => void }) {
  const t = useTexts('funds');
  const formats = useFormats();
  const act = useAct('fund_refund');
  const fine = (text: string): string => formats.money(text, { places: 4 });
  const { back, net } = redemption(one);
  async function redeem(): Promise<void> {
    await act.send({ sub_id: one.id });
    // Also where it was refused: then its term has ended meanwhile.
    refresh(QUERY.funds);
    refreshAfterMove();
    onDone();
  }
  return (
    <Sheet
      open
      onOpen={(open) => {
        if (!open) onDone();
      }}
      title={t('redeem.title')}
      footer={
        <div className="grid grid-cols-2 gap-3">
          <Button tone="soft" onClick={onDone} disabled={act.busy}>
            {t('redeem.keep')}
          </Button>
          <Button tone="danger" busy={act.busy} onClick={() => void redeem()}>
            {t('redeem')}
          </Button>
        </div>
      }
    >
      <p className="text-pretty text-base">
        {t('redeem.text', {
          penalty: formats.number(one.penalty, { places: 4 }),
          currency: one.get_fund.currency_code,
        })}
      </p>
      <dl className="py-3">
        <FigureRow term={t('redeem.back')} strong>
          {fine(back)}
        </FigureRow>
        <FigureRow term={t('penalty')}>{fine(one.penalty)}</FigureRow>
        <FigureRow term={t('redeem.earned')}>{fine(one.paid)}</FigureRow>
        <FigureRow term={t('redeem.net')}>
          <span className={signOf(net) < 0 ? 'text-down' : signOf(net) > 0 ? 'text-up' : ''}>
            {formats.money(net, { places: 4, signed: true })}
          </span>
        </FigureRow>
      </dl>
      <p className="pb-4 text-pretty text-muted text-sm">{t('redeem.stays')}</p>
    </Sheet>
  );
}
