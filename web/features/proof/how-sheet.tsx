// "How can I check you?": three steps in plain words, what they can't prove, and where the public log is.

import { Button, buttonClass } from '@fairtick/ui/button';
import { Sheet } from '@fairtick/ui/sheet';
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../i18n/use-texts.ts';

const STEPS = ['1', '2', '3'] as const;

export function HowSheet({ onOpen, onGuide }: { onOpen: (open: boolean) => void; onGuide?: () => void }) {
  const t = useTexts('home');
  const navigate = useNavigate();
  const openPowers = (): void => {
    onOpen(false);
    void navigate({ to: '/powers' });
  };
  return (
    <Sheet
      open
      onOpen={onOpen}
      title={t('how.title')}
      footer={
        <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
          <a
            href="/tlog/checkpoint"
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ tone: 'soft', size: 'sm', wide: true })}
          >
            {t('how.checkpoint')}
          </a>
          {onGuide && (
            <Button size="sm" wide onClick={onGuide}>
              {t('how.guide')}
            </Button>
          )}
        </div>
      }
    >
      <ol className="grid gap-5 pt-1 pb-5">
        {STEPS.map((step) => (
          <li key={step} className="flex gap-4">
            <span
              aria-hidden="true"
              className="tabular grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-text text-base"
            >
              {step}
            </span>
            <div className="min-w-0">
              <h3 className="font-semibold text-base">{t(`how.${step}.title`)}</h3>
              <p className="mt-1 text-pretty text-muted text-sm">{t(`how.${step}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mb-3 text-pretty rounded-md bg-sunken px-4 py-3 text-muted text-sm">{t('how.limit')}</p>
      <Button tone="ghost" size="sm" wide className="mb-4" onClick={openPowers}>
        {t('how.powers')}
      </Button>
    </Sheet>
  );
}
