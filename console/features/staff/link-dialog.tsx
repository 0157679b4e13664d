// A one-time link, shown once: whoever has it joins as that person.

import { Button, Modal, Stack } from '@mantine/core';
import { useTexts } from '../../i18n/use-texts.ts';
import { CopyText } from '../../parts/copy-text.tsx';

export function LinkDialog({ link, byTwo = false, onClose }: { link: string; byTwo?: boolean; onClose: () => void }) {
  const t = useTexts();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('link.title')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="sm">
        <p>{t('link.text')}</p>
        <CopyText text={link} what={t('link.what')} />
        {byTwo && <p className="quiet">{t('link.word_text')}</p>}
        <Button onClick={onClose}>{t('link.taken')}</Button>
      </Stack>
    </Modal>
  );
}
