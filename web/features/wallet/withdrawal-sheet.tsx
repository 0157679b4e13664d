// One withdrawal in full: what arrives, the time that is left, each step and where the money is, where it goes, and taking it back.

import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { FigureRow } from '@fairtick/ui/figure-row';
import { IconButton } from '@fairtick/ui/icon-button';
import { useFormats } from '@fairtick/ui/locale';
import { Sheet } from '@fairtick/ui/sheet';
import { Tag } from '@fairtick/ui/tag';
import Copy from 'lucide-react/icons/copy';
import Info from 'lucide-react/icons/info';
import { placesOf } from '../../calculators/payments.ts';
import type { Withdrawal } from '../../calculators/timeline.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useCopy } from '../../hooks/use-copy.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { refreshAfterMove } from '../../stores/account.ts';
import { QUERY, refresh } from '../../transport/query.ts';
import { AddressText } from './address-text.tsx';
import { TimeRing } from './time-ring.tsx';
import { WithdrawalSteps } from './withdrawal-steps.tsx';

export function WithdrawalSheet({ record, onDone }: { record: Withdrawal; onDone: () => void }) {
  const t = useTexts('withdraw');
  const formats = useFormats();
  const { number, real_number, draw_currency, fee, status, status_name, overdue, notes, came_back } = record;
  const money = (text: string): string => formats.money(text, { places: 2 });
  return (
    <Sheet
      open
      onOpen={(open) => {
        if (!open) onDone();
      }}
      title={t('detail')}
      footer={status === 1 && <Cancel record={record} />}
    >
      <div className="grid gap-4 pb-4">
        <div className="grid justify-items-center gap-2 text-center">
          <span className="flex flex-wrap justify-center gap-2">
            <Tag
              tone={
                came_back !== null
                  ? 'warn'
                  : status === 3
                    ? 'up'
                    : status === 4
                      ? 'down'
                      : status === 5
                        ? 'neutral'
                        : 'accent'
              }
            >
              {status_name}
            </Tag>
            {overdue && <Tag tone="warn">{t('overdue')}</Tag>}
          </span>
          <p className="tabular font-semibold text-2xl">
            <bdi dir="ltr">{`${formats.number(real_number, { places: placesOf(real_number) })} ${draw_currency.code}`}</bdi>
          </p>
          <p className="text-muted text-sm">
            {t('detail.less', { amount: money(number), fee: money(fee) })}
            {draw_currency.protocol !== '' && (
              <>
                {' · '}
                <bdi>{draw_currency.protocol}</bdi>
              </>
            )}
          </p>
        </div>
        {(status === 1 || status === 2) && <TimeRing record={record} />}
        {notes !== '' && (
          <Banner tone={status === 4 ? 'warn' : 'info'} icon={<Info size={20} />}>
            <span dir="auto" className="break-words">
              {notes}
            </span>
          </Banner>
        )}
        {record.rate_closed && <p className="text-pretty text-muted text-sm">{t('detail.rate_closed')}</p>}
        <WithdrawalSteps record={record} />
        <Place record={record} />
      </div>
    </Sheet>
  );
}

function Place({ record: { address, payee_account, paid_reference, memo, id } }: { record: Withdrawal }) {
  const t = useTexts('withdraw');
  return (
    <Card className="p-4">
      <Copied term={t('detail.to')} text={address || payee_account} />
      {paid_reference !== '' && (
        <div className="mt-3 border-line border-t pt-3">
          <Copied term={t('detail.paid_by')} text={paid_reference} />
        </div>
      )}
      <dl className="mt-3 border-line border-t pt-1">
        {memo !== '' && (
          <FigureRow term={t('detail.memo')}>
            <span dir="auto" className="[overflow-wrap:anywhere]">
              {memo}
            </span>
          </FigureRow>
        )}
        <FigureRow term={t('detail.number')}>
          <bdi dir="ltr">{id}</bdi>
        </FigureRow>
      </dl>
    </Card>
  );
}

/** Long enough to be compared sign by sign, and copied by one tap. */
function Copied({ term, text }: { term: string; text: string }) {
  const t = useTexts('withdraw');
  const copy = useCopy();
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <p className="text-muted text-sm">{term}</p>
        <AddressText text={text} className="mt-1 text-base" />
      </div>
      <IconButton label={`${t('copy')}: ${term}`} onClick={() => void copy(text)}>
        <Copy aria-hidden="true" size={18} />
      </IconButton>
    </div>
  );
}

function Cancel({ record: { id, number } }: { record: Withdrawal }) {
  const t = useTexts('withdraw');
  const formats = useFormats();
  const act = useAct('draw_cancel');
  async function cancel(): Promise<void> {
    await act.send({ id });
    // Also where it was refused: then somebody has approved it meanwhile.
    refresh(QUERY.withdrawals);
    refreshAfterMove();
  }
  return (
    <>
      <Button tone="soft" wide busy={act.busy} onClick={() => void cancel()}>
        {t('cancel', { amount: formats.money(number, { places: 2 }) })}
      </Button>
      <p className="mt-2 text-center text-quiet text-sm">{t('cancel.note')}</p>
    </>
  );
}
