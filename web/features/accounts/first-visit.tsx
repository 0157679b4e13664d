// What a visitor sees first: what this is, one tap to a demo account, and the way to check us.

import { buttonClass } from '@fairtick/ui/button';
import { useTexts } from '../../i18n/use-texts.ts';
import { VISIT_LOOK } from './first-visit-look.ts';
import { useDemoAccount } from './use-demo-account.ts';

export function FirstVisit({ onHow }: { onHow: () => void }) {
  const t = useTexts('home');
  const demo = useDemoAccount();
  return (
    <section aria-labelledby="first-visit" className={VISIT_LOOK.card}>
      <h2 id="first-visit" className={VISIT_LOOK.title}>
        {t('visit.title')}
      </h2>
      <p className={VISIT_LOOK.text}>{t('visit.text')}</p>
      <button
        type="button"
        disabled={demo.busy}
        aria-busy={demo.busy || undefined}
        onClick={() => void demo.create()}
        className={buttonClass({
          size: 'md',
          wide: true,
          className: VISIT_LOOK.button,
        })}
      >
        {t('visit.try')}
      </button>
      <div className={VISIT_LOOK.foot}>
        <span className={VISIT_LOOK.note}>{t('visit.note')}</span>
        <button type="button" onClick={onHow} className={VISIT_LOOK.link}>
          {t('visit.how')}
        </button>
      </div>
    </section>
  );
}
