// Accept, or reject with the reason that the user reads. What the decision does stands above its buttons.

import type { Rejection } from '@fairtick/contract/staff/verification';
import { Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useKeys } from '../../hooks/use-keys.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { typedInto } from '../../parts/field-value.ts';
import { Panel } from '../../parts/panel.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { sayToast } from '../../stores/toast.ts';
import type { Item } from './item.tsx';

/** Each with a text of its own, in the order in which they are offered. */
const REASONS: Readonly<Record<Rejection, true>> = {
  unreadable: true,
  cropped: true,
  expired: true,
  kind_of_document: true,
  name_differs: true,
  not_the_person: true,
  other: true,
};
const isRejection = (text: string): text is Rejection => Object.hasOwn(REASONS, text);

type Open = 'accept' | 'reject' | undefined;

export function Decision({ item, onNext }: { item: Item; onNext: (next: string | null) => void }) {
  const t = useTexts();
  const [open, setOpen] = useState<Open>();
  useKeys({ a: () => setOpen('accept'), r: () => setOpen('reject') });
  const close = (): void => setOpen(undefined);
  return (
    <Panel title={t('verification.decision')}>
      <p className="quiet">{t('verification.does')}</p>
      <Group gap="xs" grow>
        <Button onClick={() => setOpen('accept')}>{t('verification.accept')}</Button>
        <Button variant="default" onClick={() => setOpen('reject')}>
          {t('verification.reject')}
        </Button>
      </Group>
      {open === 'accept' && <Accept item={item} onNext={onNext} onClose={close} />}
      {open === 'reject' && <Reject item={item} onNext={onNext} onClose={close} />}
    </Panel>
  );
}

interface DecideProps {
  readonly item: Item;
  readonly onNext: (next: string | null) => void;
  readonly onClose: () => void;
}

function Accept({ item, onNext, onClose }: DecideProps) {
  const t = useTexts();
  const act = useAct('verification_decide');
  const accept = async (): Promise<void> => {
    const answer = await act.send({ id: item.id, decision: 'accept' });
    if (!answer) return;
    sayToast(t('verification.accepted', { uid: item.uid }));
    onNext(answer.next);
  };
  return (
    <Dialog
      title={t('verification.accept_title', { uid: item.uid })}
      act={t('verification.accept')}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void accept()}
      onClose={onClose}
    >
      <p>{t('verification.accept_text', { name: item.name, country: item.country })}</p>
    </Dialog>
  );
}

function Reject({ item, onNext, onClose }: DecideProps) {
  const t = useTexts();
  const act = useAct('verification_decide');
  const [code, setCode] = useState('');
  const [reason, setReason] = useState('');
  const ready = isRejection(code) && (code !== 'other' || reason.trim() !== '');
  const reject = async (): Promise<void> => {
    if (!isRejection(code)) return;
    const answer = await act.send({ id: item.id, decision: 'reject', reason_code: code, reason: reason.trim() });
    if (!answer) return;
    sayToast(t('verification.rejected', { uid: item.uid }));
    onNext(answer.next);
  };
  const offered = Object.keys(REASONS).filter(isRejection);
  return (
    <Dialog
      title={t('verification.reject_title', { uid: item.uid })}
      act={t('verification.reject')}
      danger
      ready={ready}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void reject()}
      onClose={onClose}
    >
      <NativeSelect
        label={t('verification.why')}
        value={code}
        onChange={typedInto(setCode)}
        data={[
          { value: '', label: t('choose') },
          ...offered.map((one) => ({ value: one, label: t(`rejection.${one}`) })),
        ]}
        withAsterisk
        data-autofocus
      />
      <ReasonField
        value={reason}
        onChange={setReason}
        label={t('verification.words')}
        hint={t('verification.words_hint')}
        required={code === 'other'}
      />
    </Dialog>
  );
}
