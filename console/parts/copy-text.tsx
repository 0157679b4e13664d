// A text to be taken along whole: shown as it is, with a button that copies it.

import { Button, CopyButton } from '@mantine/core';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useTexts } from '../i18n/use-texts.ts';

export function CopyText({ text, shown = text, what }: { text: string; shown?: string; what: string }) {
  const t = useTexts();
  return (
    <div className="copy-text">
      <code>{shown}</code>
      <CopyButton value={text}>
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
      </CopyButton>
    </div>
  );
}
