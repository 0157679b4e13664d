// What the check of an order's path found: how many prices lay between, how few lines they were read in, and what this leaves to others.

import { useFormats } from '@fairtick/ui/locale';
import { useTexts } from '../../i18n/use-texts.ts';
import type { PathOutcome } from './check-path.ts';
import { CheckRow } from './check-row.tsx';
import { Mark } from './mark.tsx';

export function PathCard({ path: { holds, open, checks, read } }: { path: PathOutcome }) {
  const t = useTexts('verify');
  const formats = useFormats();
  return (
    <div className="grid gap-2 rounded-md bg-sunken px-4 py-3 text-sm">
      <p className="flex items-center justify-between gap-3">
        <span className="font-medium">{t('path')}</span>
        <Mark ok={holds} open={open} text={t(holds ? 'check.ok' : open ? 'check.open' : 'check.bad')} />
      </p>
      {holds && read && (
        <p className="text-pretty text-muted">
          {t('path.read', {
            covered: formats.count(read.covered),
            candles: formats.count(read.candles),
            ticks: formats.count(read.ticks),
          })}
        </p>
      )}
      {read && read.outside > 0 && (
        <p className="text-pretty text-muted">{t('path.outside', { count: formats.count(read.outside) })}</p>
      )}
      {read?.openEnd && <p className="text-pretty text-muted">{t('path.open_end')}</p>}
      {!holds && (
        <ul className="divide-y divide-line">
          {checks
            .filter(({ ok }) => !ok)
            .map((check) => (
              <CheckRow key={check.name} {...check} />
            ))}
        </ul>
      )}
      {read && read.candles > 0 && <p className="text-pretty text-quiet text-xs">{t('path.candles')}</p>}
    </div>
  );
}
