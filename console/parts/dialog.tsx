// A dialog that asks before an act: what it does, what it needs, one button that says it, and why it did not work.

import { Button, Group, Modal, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { FailureNote } from './failure-note.tsx';

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** What the button says: the act itself. */
  readonly act: string;
  readonly danger?: boolean;
  readonly ready?: boolean;
  readonly busy: boolean;
  readonly failure: unknown;
  readonly onAct: () => void;
  readonly onClose: () => void;
}

/** Mounted while it is open. */
export function Dialog({
  title,
  children,
  act,
  danger = false,
  ready = true,
  busy,
  failure,
  onAct,
  onClose,
}: DialogProps) {
  const t = useTexts();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ready && !busy) onAct();
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          {children}
          <FailureNote failure={failure} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" color={danger ? 'red' : 'blue'} loading={busy} disabled={!ready}>
              {act}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
