// One application with the record behind it. Every figure is computed from closed orders: nothing here can be typed or changed.

import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useMay } from '../../hooks/use-me.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Due } from '../../parts/due.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Facts, Panel } from '../../parts/panel.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { Tag } from '../../parts/tag.tsx';
import { When } from '../../parts/when.tsx';
import type { StaffAnswer } from '../../stores/api.ts';
import { sayToast } from '../../stores/toast.ts';

type Item = StaffAnswer<'trader_item'>;
type Decision = 'approve' | 'reject' | 'suspend';

const TONES = { waiting: 'state', approved: 'good', rejected: 'bad', suspended: 'warn', left: 'state' } as const;
/** What may be done in which state. A suspension ends by approving again. */
const OFFERED: Readonly<Record<Item['state'], readonly Decision[]>> = {
  waiting: ['approve', 'reject'],
  approved: ['suspend'],
  suspended: ['approve'],
  rejected: [],
  left: [],
};

export function TraderItem({ id }: { id: string }) {
  const t = useTexts();
  const may = useMay();
  const item = useRead('trader_item', { id }, { fresh: true });
  return (
    <Page title={t('traders.one')}>
      <Loaded of={item} rows={10}>
        {(read) => (
          <div className="review">
            <div className="review-images">
              <RecordPanel item={read} />
            </div>
            <div className="review-side">
              <ApplicationPanel item={read} />
              {may('traders', 'do') && OFFERED[read.state].length > 0 && <DecisionPanel item={read} />}
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function RecordPanel({ item: { record } }: { item: Item }) {
  const t = useTexts();
  const figure = (text: string, unit: string) => (
    <span className="figure">
      {text} {unit}
    </span>
  );
  const dash = <span className="quiet">{t('traders.too_young')}</span>;
  return (
    <Panel title={t('traders.record')}>
      <p className="quiet">{t('traders.record_text')}</p>
      <Facts
        rows={[
          [t('traders.trades'), `${record.threeWeeks.trades} / ${record.total.trades}`],
          [t('traders.rate'), figure(`${record.threeWeeks.rate} / ${record.total.rate}`, '%')],
          [t('traders.win'), figure(`${record.threeWeeks.win} / ${record.total.win}`, '%')],
          [t('traders.profit'), figure(`${record.threeWeeks.profit} / ${record.total.profit}`, 'USD')],
          [t('traders.average_gain'), figure(record.averageGain, 'USD')],
          [t('traders.average_loss'), figure(record.averageLoss, 'USD')],
          [t('traders.worst'), figure(record.worst, 'USD')],
          [t('traders.drawdown'), record.drawdown === '' ? dash : figure(record.drawdown, '%')],
          [t('traders.open_result'), figure(record.openResult, 'USD')],
          [t('traders.open_margin'), figure(record.openMargin, 'USD')],
          [t('traders.equity'), figure(record.equity, 'USD')],
          [t('traders.leverage'), `${record.multiple}x`],
          [t('traders.pair'), record.pair === '' ? t('none') : record.pair],
        ]}
      />
    </Panel>
  );
}

function ApplicationPanel({ item }: { item: Item }) {
  const t = useTexts();
  const { version, lang, hash } = item.agreement;
  return (
    <Panel
      title={t('traders.application')}
      aside={<Tag tone={TONES[item.state]}>{t(`traders.state.${item.state}`)}</Tag>}
    >
      <Facts
        rows={[
          [t('traders.nickname'), <bdi key="name">{item.nickname}</bdi>],
          [
            t('column.user'),
            <Link key="user" to="/users/$id" params={{ id: item.userId }}>
              {item.uid}
            </Link>,
          ],
          [t('traders.verified'), t(item.verified ? 'traders.yes' : 'traders.no')],
          [t('field.residence'), item.country === '' ? t('none') : item.country],
          [t('column.submitted'), <When key="applied" at={item.applied} />],
          ...(item.state === 'waiting' ? [[t('column.due'), <Due key="due" at={item.due} />] as const] : []),
          [
            t('traders.agreement'),
            <span key="agreement">
              {version}, {lang} <code title={hash}>{hash.slice(0, 12)}</code>
            </span>,
          ],
          ...(item.decided === null
            ? []
            : ([
                [t('field.decided_by'), item.decidedBy],
                [t('field.decided'), <When key="decided" at={item.decided} />],
              ] as const)),
          ...(item.reason === '' ? [] : [[t('field.told'), item.reason] as const]),
        ]}
      />
      {item.samePerson.length > 0 && (
        <div className="note-warn" role="note">
          {t('traders.same_person', { count: item.samePerson.length })} <strong>{item.samePerson.join(', ')}</strong>
        </div>
      )}
    </Panel>
  );
}

function DecisionPanel({ item }: { item: Item }) {
  const t = useTexts();
  const [open, setOpen] = useState<Decision>();
  return (
    <Panel title={t('traders.decision')}>
      <p className="quiet">{t('traders.does')}</p>
      <Group gap="xs" grow>
        {OFFERED[item.state].map((one) => (
          <Button key={one} {...(one !== 'approve' && { variant: 'default' })} onClick={() => setOpen(one)}>
            {t(`traders.${one}`)}
          </Button>
        ))}
      </Group>
      {open !== undefined && <Decide item={item} decision={open} onClose={() => setOpen(undefined)} />}
    </Panel>
  );
}

function Decide({ item, decision, onClose }: { item: Item; decision: Decision; onClose: () => void }) {
  const t = useTexts();
  const act = useAct('trader_decide');
  const [reason, setReason] = useState('');
  const needsReason = decision !== 'approve';
  const decide = async (): Promise<void> => {
    if (!(await act.send({ id: item.id, decision, reason: needsReason ? reason.trim() : '' }))) return;
    sayToast(t(`traders.done.${decision}`, { name: item.nickname }));
    onClose();
  };
  return (
    <Dialog
      title={t(`traders.title.${decision}`, { name: item.nickname })}
      act={t(`traders.${decision}`)}
      danger={needsReason}
      ready={!needsReason || reason.trim() !== ''}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void decide()}
      onClose={onClose}
    >
      <p>{t(`traders.text.${decision}`)}</p>
      {needsReason && <ReasonField value={reason} onChange={setReason} hint={t('traders.reason_hint')} />}
    </Dialog>
  );
}
