// What stands behind the words, exactly as it is kept: folded, for whoever compares it.

import { laidOut } from '../calculators/contents.ts';
import { useTexts } from '../i18n/use-texts.ts';

export function Raw({ json, open = false }: { json: string; open?: boolean }) {
  const t = useTexts();
  return (
    <details className="fold" open={open}>
      <summary>{t('raw')}</summary>
      <pre className="contents">{laidOut(json)}</pre>
    </details>
  );
}
