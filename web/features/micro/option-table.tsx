// Options on a wide screen: a table.

import { Amount } from '@fairtick/ui/amount';
import { useFormats } from '@fairtick/ui/locale';
import { Price } from '@fairtick/ui/price';
import { type Column, RowButton, Table } from '@fairtick/ui/table';
import { Tag } from '@fairtick/ui/tag';
import { useMemo } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import type { OptionOrder, OptionTab } from '../../stores/orders.ts';
import type { OptionListProps } from './option-cards.tsx';
import { Countdown, OptionPriceNow, OptionResult } from './option-parts.tsx';
import { directionWord, outcomeWord } from './option-words.ts';

export interface OptionTableProps extends OptionListProps {
  readonly label: string;
  readonly status: OptionTab;
}

export function OptionTable({ label, options, status, onPick }: OptionTableProps) {
  return <Table label={label} columns={useColumns(status, onPick)} items={options} keyOf={(option) => option.Id} />;
}

function useColumns(status: OptionTab, onPick: OptionListProps['onPick']): readonly Column<OptionOrder>[] {
  const t = useTexts('orders');
  const formats = useFormats();
  return useMemo(
    () => [
      {
        name: 'pair',
        head: t('field.pair'),
        cell: (option) => (
          <RowButton onPress={() => onPick(option)}>
            <bdi dir="ltr">{option.ForexTradeList.ShowCode}</bdi>
          </RowButton>
        ),
      },
      {
        name: 'side',
        head: t('field.side'),
        cell: (option) => <Tag tone={option.Type === 1 ? 'up' : 'down'}>{t(directionWord(option))}</Tag>,
      },
      figure('stake', t('field.stake'), (option) => <Amount value={option.Number} />),
      figure('opened', t('field.open_price'), (option) => (
        <Price value={option.OpenPrice} precision={option.ForexTradeList.PricePrecision} flash={false} />
      )),
      figure('now', t(status === 1 ? 'field.now' : 'field.end_price'), (option) => <OptionPriceNow option={option} />),
      figure('time', t('field.created'), (option) => (
        <span className="text-muted">{formats.dateTime(option.CreatedAt)}</span>
      )),
      figure('end', t(status === 1 ? 'field.left' : 'field.state'), (option) =>
        option.Status === 1 ? <Countdown option={option} /> : t(outcomeWord(option)),
      ),
      figure('result', t(status === 1 ? 'micro.now' : 'field.result'), (option) => (
        <OptionResult option={option} className="font-semibold" />
      )),
    ],
    [t, formats, status, onPick],
  );
}

const figure = (name: string, head: string, cell: Column<OptionOrder>['cell']): Column<OptionOrder> => ({
  name,
  head,
  end: true,
  cell,
});
