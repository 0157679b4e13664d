// That withdrawals are paused, before one is asked for: what becomes of a request now, and the way to the proof that pauses them.

import { Banner } from '@fairtick/ui/banner';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { QUERY } from '../../transport/query.ts';

export function PausedBanner() {
  const t = useTexts('withdraw');
  const { data } = useAnswer(QUERY.proof, 'client_money', {});
  if (!data?.paused) return null;
  return (
    <div role="status">
      <Banner tone="warn" icon={<TriangleAlert size={20} />}>
        <strong className="block font-semibold">{t('paused')}</strong>
        <p className="mt-0.5">{t('paused.text')}</p>
        <a
          href="#/client-money"
          className="-mb-2 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {t('paused.why')}
        </a>
      </Banner>
    </div>
  );
}
