// The three-step guide after the first sign-in. Can be skipped; found again on the account screen.

import { Button } from '@fairtick/ui/button';
import { cx } from '@fairtick/ui/cx';
import { Sheet } from '@fairtick/ui/sheet';
import ChartCandlestick from 'lucide-react/icons/chart-candlestick';
import Scale from 'lucide-react/icons/scale';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { setSettings } from '../../stores/settings.ts';

const STEPS = [
  { step: '1', Icon: ChartCandlestick },
  { step: '2', Icon: Scale },
  { step: '3', Icon: ShieldCheck },
] as const;

export function GuideSheet({ onOpen }: { onOpen: (open: boolean) => void }) {
  const t = useTexts('home');
  const [at, setAt] = useState(0);
  const last = at === STEPS.length - 1;
  const current = STEPS[at] ?? STEPS[0];
  function finish(): void {
    setSettings({ guideSeen: true });
    onOpen(false);
  }
  return (
    <Sheet
      open
      onOpen={(open) => {
        if (!open) finish();
      }}
      title={t('guide.title')}
      note={t('guide.step', { step: at + 1, steps: STEPS.length })}
      footer={
        <div className="grid grid-cols-2 gap-3">
          <Button tone="soft" onClick={finish}>
            {t('guide.skip')}
          </Button>
          <Button onClick={() => (last ? finish() : setAt(at + 1))}>{t(last ? 'guide.done' : 'guide.next')}</Button>
        </div>
      }
    >
      <div
        aria-live="polite"
        key={current.step}
        className="flex min-h-64 animate-rise flex-col items-center justify-center px-2 pb-6 text-center"
      >
        <span
          aria-hidden="true"
          className="grid size-20 place-items-center rounded-full bg-accent-soft text-accent-text"
        >
          <current.Icon size={36} strokeWidth={1.75} />
        </span>
        <h3 className="mt-5 font-semibold text-xl tracking-[-0.01em]">{t(`guide.${current.step}.title`)}</h3>
        <p className="mt-2 max-w-sm text-pretty text-base text-muted">{t(`guide.${current.step}.text`)}</p>
      </div>
      <div aria-hidden="true" className="flex justify-center gap-2 pb-5">
        {STEPS.map((one, index) => (
          <span
            key={one.step}
            className={cx(
              'h-1.5 rounded-full transition-[width] duration-200',
              index === at ? 'w-6 bg-accent' : 'w-1.5 bg-line-strong',
            )}
          />
        ))}
      </div>
    </Sheet>
  );
}
