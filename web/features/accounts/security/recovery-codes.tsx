// Ten codes, shown once: there is no way back to them.

import { Button } from '@fairtick/ui/button';
import { Sheet } from '@fairtick/ui/sheet';
import Copy from 'lucide-react/icons/copy';
import { useCopy } from '../../../hooks/use-copy.ts';
import { useTexts } from '../../../i18n/use-texts.ts';

/** Nothing while there are none to show. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useTexts('security');
  const copy = useCopy();
  if (codes.length === 0) return null;
  return (
    <Sheet
      open
      held
      onOpen={onKept}
      title={t('recovery.title')}
      note={t('recovery.text')}
      footer={
        <div className="grid grid-cols-2 gap-3">
          <Button tone="soft" icon={<Copy aria-hidden="true" size={18} />} onClick={() => void copy(codes.join('\n'))}>
            {t('recovery.copy')}
          </Button>
          <Button onClick={onKept}>{t('recovery.kept')}</Button>
        </div>
      }
    >
      <ol className="grid grid-cols-2 gap-2 pb-4">
        {codes.map((code) => (
          <li
            key={code}
            dir="ltr"
            className="tabular rounded-md bg-sunken px-2 py-2.5 text-center font-semibold text-sm"
          >
            {code}
          </li>
        ))}
      </ol>
    </Sheet>
  );
}
