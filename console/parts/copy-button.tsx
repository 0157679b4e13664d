// A small button that copies a text, and says so.

import { Button, CopyButton as Copying } from '@mantine/core';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useTexts } from '../i18n/use-texts.ts';

export function CopyButton({ text, what }: { text: string; what: string }) {
  const t = useTexts();
  return (
    <Copying value={text}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          onClick={copy}
          aria-label={t('copy.what', { what })}
          leftSection={copied ? <Check size={14} /> : <Copy size={14} />}
        >
          {copied ? t('copy.done') : t('copy')}
        </Button>
      )}
    </Copying>
  );
}
