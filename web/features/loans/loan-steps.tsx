// Where one is on the way to a loan.

import { cx } from '@fairtick/ui/cx';
import { useTexts } from '../../i18n/use-texts.ts';

const STEPS = ['verify', 'terms', 'read', 'sign', 'decision'] as const;

export function LoanSteps({ at }: { at: (typeof STEPS)[number] }) {
  const t = useTexts('loans');
  const now = STEPS.indexOf(at);
  return (
    <ol aria-label={t('steps')} className="mb-5 grid grid-cols-5">
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={index === now ? 'step' : undefined}
          className="relative flex min-w-0 flex-col items-center gap-1.5 text-center"
        >
          {index > 0 && (
            <span
              aria-hidden="true"
              className={cx(
                'absolute end-[calc(50%+0.75rem)] top-[0.3125rem] h-0.5 w-[calc(100%-1.5rem)]',
                index <= now ? 'bg-accent' : 'bg-line-strong',
              )}
            />
          )}
          <span
            aria-hidden="true"
            className={cx(
              'relative size-3 rounded-full border-2',
              index < now && 'border-accent bg-accent',
              index === now && 'border-accent bg-surface ring-4 ring-accent-soft',
              index > now && 'border-line-strong bg-surface',
            )}
          />
          <span className={cx('text-xs', index === now ? 'font-semibold text-accent-text' : 'text-muted')}>
            {t(`step.${step}`)}
          </span>
        </li>
      ))}
    </ol>
  );
}
