// What stands behind the words, exactly as it is kept: folded, for whoever compares it.

import { laidOut } from '../calculators/contents.ts';
import { useTexts } from '../i18n/use-texts.ts';

interface RawProps {
  readonly json: string;
  readonly title?: string;
  readonly open?: boolean;
}

export function Raw({ json, title, open = false }: RawProps) {
  const t = useTexts();
  return (
    <details className="fold" open={open}>
      <summary>{title ?? t('raw')}</summary>
      <pre className="contents">{laidOut(json)}</pre>
    </details>
  );
}
