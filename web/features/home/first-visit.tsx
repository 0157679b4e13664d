// What a visitor sees first: what this is, one tap to a demo account, and the way to check us.

import { buttonClass } from '@fairtick/ui/button';
import { useTexts } from '../../i18n/use-texts.ts';
import { useDemoAccount } from '../login/use-demo-account.ts';

export function FirstVisit({ onHow }: { onHow: () => void }) {
  const t = useTexts('home');
  const demo = useDemoAccount();
  return (
    <section aria-labelledby="first-visit" className="rounded-xl bg-accent p-5 text-on-accent lg:p-6">
      <h2 id="first-visit" className="text-balance font-semibold text-xl leading-tight tracking-[-0.02em]">
        {t('visit.title')}
      </h2>
      <p className="mt-2 text-pretty text-sm">{t('visit.text')}</p>
      <button
        type="button"
        disabled={demo.busy}
        aria-busy={demo.busy || undefined}
        onClick={() => void demo.create()}
        className={buttonClass({
          size: 'md',
          wide: true,
          className: 'mt-5 bg-on-accent! text-accent! hover:bg-on-accent! focus-visible:outline-on-accent',
        })}
      >
        {t('visit.try')}
      </button>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4">
        <span className="text-xs">{t('visit.note')}</span>
        <button
          type="button"
          onClick={onHow}
          className="min-h-11 font-semibold text-sm underline decoration-1 underline-offset-4 focus-visible:outline-on-accent"
        >
          {t('visit.how')}
        </button>
      </div>
    </section>
  );
}
