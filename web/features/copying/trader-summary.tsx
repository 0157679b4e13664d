// One trader's record: what money that was there all along would have become, what closed orders came to, and what was risked for it.

import type { TraderView } from '@fairtick/contract/http/follow';
import { Amount } from '@fairtick/ui/amount';
import { Banner } from '@fairtick/ui/banner';
import { Card, SectionHead } from '@fairtick/ui/card';
import { Change } from '@fairtick/ui/change';
import { FigureRow } from '@fairtick/ui/figure-row';
import { signOf, useFormats } from '@fairtick/ui/locale';
import { Sparkline } from '@fairtick/ui/sparkline';
import { Tag } from '@fairtick/ui/tag';
import type { ReactNode } from 'react';
import type { TraderRecord } from '../../hooks/use-traders.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Avatar } from './avatar.tsx';

export function TraderHead({ trader, record }: { trader: TraderView; record: TraderRecord | undefined }) {
  const t = useTexts('follow');
  const formats = useFormats();
  return (
    <div className="flex items-center gap-4">
      <Avatar name={trader.nickname} className="size-16 text-lg" />
      <div className="min-w-0 flex-1">
        <h1 className="break-words font-semibold text-2xl leading-tight tracking-[-0.025em]">
          <bdi>{trader.nickname}</bdi>
        </h1>
        {record && (
          <p className="text-muted text-sm">
            {t('trader.days', { count: record.days, shown: formats.count(record.days) })}
            {' · '}
            {t('trader.equity', { amount: formats.money(record.equity, { places: 2 }) })}
          </p>
        )}
        <p className="mt-1 flex flex-wrap gap-2 empty:hidden">
          {trader.state !== 'active' && <Tag tone="warn">{t(`state.${trader.state}`)}</Tag>}
          {trader.is_followed && <Tag tone="accent">{t('followed')}</Tag>}
        </p>
      </div>
    </div>
  );
}

export function TraderSummary({ record }: { record: TraderRecord }) {
  const t = useTexts('follow');
  return (
    <div className="grid gap-4">
      <ReturnCard record={record} />
      {record.unlisted.length > 0 && (
        <Banner>{t('trader.unlisted', { why: record.unlisted.map((one) => t(`why.${one}`)).join(' · ') })}</Banner>
      )}
      <RecordCard record={record} />
      <RiskCard record={record} />
      <FollowersCard record={record} />
    </div>
  );
}

function ReturnCard({ record }: { record: TraderRecord }) {
  const t = useTexts('follow');
  const values = record.curve.map(({ value }) => Number(value));
  const spans = [
    ['week', record.return_7],
    ['month', record.return_30],
    ['quarter', record.return_90],
  ] as const;
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <p className="text-muted text-sm">{t('trader.return')}</p>
          {record.return_life === '' ? (
            <p className="text-quiet text-sm">{t('trader.no_return')}</p>
          ) : (
            <Change value={record.return_life} className="text-2xl" />
          )}
        </div>
        <div className="text-end">
          <p className="text-muted text-sm">{t('trader.open')}</p>
          <Amount shown value={record.open_result} tone="result" places={2} className="font-semibold text-lg" />
        </div>
      </div>
      {values.length > 1 && (
        <Sparkline values={values} trend={signOf(record.return_life)} area className="h-24 w-full" />
      )}
      <dl className="grid grid-cols-4 gap-2">
        {spans.map(([name, value]) => (
          <Small key={name} term={t(`trader.${name}`)}>
            {value === '' ? t('young') : <Change value={value} />}
          </Small>
        ))}
        <Small term={t('card.drawdown')}>
          <Percent value={record.drawdown} />
        </Small>
      </dl>
    </Card>
  );
}

function RecordCard({ record }: { record: TraderRecord }) {
  const t = useTexts('follow');
  const formats = useFormats();
  const { three_week: weeks, total } = record;
  const rows: readonly (readonly [term: string, weeks: ReactNode, total: ReactNode])[] = [
    [t('trader.rate'), <Change key="w" value={weeks.rate} />, <Change key="t" value={total.rate} />],
    [t('trader.win'), formats.percent(weeks.win), formats.percent(total.win)],
    [
      t('trader.profit'),
      <Amount shown key="w" value={weeks.profit} tone="result" places={2} />,
      <Amount shown key="t" value={total.profit} tone="result" places={2} />,
    ],
    [t('trader.trades'), formats.count(weeks.trades), formats.count(total.trades)],
  ];
  return (
    <Card className="px-4 pt-1 pb-3">
      <SectionHead title={t('trader.record')} />
      <table className="w-full text-sm">
        <thead>
          <tr className="text-quiet">
            <td />
            <th scope="col" className="py-1 text-end font-medium">
              {t('trader.three_weeks')}
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              {t('trader.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([term, left, right]) => (
            <tr key={term}>
              <th scope="row" className="py-1 pe-2 text-start font-normal text-muted">
                {term}
              </th>
              <td className="tabular py-1 text-end font-medium">{left}</td>
              <td className="tabular py-1 text-end font-medium">{right}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-quiet text-xs">{t('trader.net_note')}</p>
    </Card>
  );
}

function RiskCard({ record }: { record: TraderRecord }) {
  const t = useTexts('follow');
  const formats = useFormats();
  return (
    <Card className="px-4 pt-1 pb-3">
      <SectionHead title={t('trader.risk')} />
      <dl>
        <FigureRow term={t('card.drawdown')}>
          <Percent value={record.drawdown} />
        </FigureRow>
        <FigureRow term={t('trader.open_margin')}>
          <Amount shown value={record.open_margin} places={2} />
        </FigureRow>
        <FigureRow term={t('trader.gain')}>
          <Amount shown value={record.average_gain} tone="result" places={2} />
        </FigureRow>
        <FigureRow term={t('trader.loss')}>
          <Amount shown value={record.average_loss} tone="result" places={2} />
        </FigureRow>
        <FigureRow term={t('trader.worst')}>
          <Amount shown value={record.worst_order} tone="result" places={2} />
        </FigureRow>
        <FigureRow term={t('trader.worst_week')}>
          {record.worst_week === '' ? t('young') : <Change value={record.worst_week} />}
        </FigureRow>
        <FigureRow term={t('trader.factor')}>{formats.number(record.profit_factor, { places: 2 })}</FigureRow>
        <FigureRow term={t('trader.sharpe')}>
          {record.sharpe === '' ? t('young') : formats.number(record.sharpe, { places: 2 })}
        </FigureRow>
      </dl>
    </Card>
  );
}

/** What they really earned, beside what the trader did. */
function FollowersCard({ record }: { record: TraderRecord }) {
  const t = useTexts('follow');
  const formats = useFormats();
  const shown = { gaining: formats.count(record.followers_gaining), all: formats.count(record.followers_settled) };
  return (
    <Card className="px-4 pt-1 pb-3">
      <SectionHead title={t('trader.followers')} />
      {record.followers_settled === 0 && <p className="text-quiet text-sm">{t('trader.followers_none')}</p>}
      <dl>
        {record.followers_settled > 0 && (
          <>
            <FigureRow term={t('trader.followers_net')}>
              <Amount shown value={record.followers_net} tone="result" places={2} />
            </FigureRow>
            <FigureRow term={t('trader.followers_gaining')}>{t('trader.followers_of', shown)}</FigureRow>
          </>
        )}
        {/* Worked out anew each minute: until then nothing is said. */}
        {Number(record.assets) > 0 && (
          <FigureRow term={t('trader.assets')}>
            <Amount shown value={record.assets} places={2} />
          </FigureRow>
        )}
      </dl>
    </Card>
  );
}

function Percent({ value }: { value: string }) {
  const t = useTexts('follow');
  const formats = useFormats();
  return value === '' ? t('young') : <bdi dir="ltr">{formats.percent(value)}</bdi>;
}

function Small({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-quiet text-xs">{term}</dt>
      <dd className="tabular font-medium text-sm">{children}</dd>
    </div>
  );
}
