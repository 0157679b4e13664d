// A one-time link, shown once: whoever has it joins as that person.

import { Button, Modal, Stack } from '@mantine/core';
import { useTexts } from '../../i18n/use-texts.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { When } from '../../parts/when.tsx';

export function LinkDialog({ link, expires, onClose }: { link: string; expires?: number; onClose: () => void }) {
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
        {expires !== undefined && (
          <p className="quiet">
            {t('join.expires')} <When at={expires} />
          </p>
        )}
        <Button onClick={onClose}>{t('link.taken')}</Button>
      </Stack>
    </Modal>
  );
}
