// What can be done with one receipt: with one of nobody, and with one that goes back.

import type { ListedReceipt } from '@fairtick/contract/staff/receipts';
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useMay } from '../../hooks/use-me.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { sayToast } from '../../stores/toast.ts';

export type ReceiptDialog = 'assign' | 'return' | 'sent' | 'keep';

interface Props {
  readonly receipt: ListedReceipt;
  readonly onOpen: (what: ReceiptDialog) => void;
}

export function ReceiptActs({ receipt, onOpen }: Props) {
  const t = useTexts();
  const { state, sent } = receipt;
  if (state === 'free') return <OfNobody onOpen={onOpen} />;
  if (state === 'returning') return <GoingBack receipt={receipt} onOpen={onOpen} />;
  if (sent === '') return t(`receipts.state.${state}`);
  return (
    <>
      {t(`receipts.state.${state}`)} <code>{sent}</code>
    </>
  );
}

function OfNobody({ onOpen }: Pick<Props, 'onOpen'>) {
  const t = useTexts();
  const may = useMay();
  return (
    <Group gap="xs" wrap="nowrap">
      {may('deposits', 'do') && <Small onClick={() => onOpen('assign')}>{t('receipts.assign')}</Small>}
      {may('books', 'propose') && <Small onClick={() => onOpen('return')}>{t('receipts.return')}</Small>}
    </Group>
  );
}

function GoingBack({ receipt: { id, mine, takenBy }, onOpen }: Props) {
  const t = useTexts();
  const may = useMay();
  const act = useAct('receipt_take');
  const take = async (): Promise<void> => {
    if (await act.send({ id })) sayToast(t('receipts.taken'));
  };
  return (
    <>
      {takenBy !== '' && !mine && <p className="quiet">{t('receipts.taken_by', { name: takenBy })}</p>}
      <Group gap="xs" wrap="nowrap">
        {takenBy === '' && may('withdrawal_pay', 'do') && (
          <Small busy={act.busy} onClick={() => void take()}>
            {t('receipts.take')}
          </Small>
        )}
        {mine && may('withdrawal_pay', 'do') && <Small onClick={() => onOpen('sent')}>{t('receipts.sent')}</Small>}
        {may('books', 'propose') && <Small onClick={() => onOpen('keep')}>{t('receipts.keep')}</Small>}
      </Group>
      <FailureNote failure={act.failure} />
    </>
  );
}

const Small = ({ onClick, busy = false, children }: { onClick: () => void; busy?: boolean; children: ReactNode }) => (
  <Button size="compact-sm" variant="default" loading={busy} onClick={onClick}>
    {children}
  </Button>
);
