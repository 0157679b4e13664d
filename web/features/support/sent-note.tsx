// That it has come, with the number that its writer can name it by; a complaint also with the last day on which it is answered.

import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { useFormats } from '@fairtick/ui/locale';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useTexts } from '../../i18n/use-texts.ts';
import type { SentFeedback } from './feedback-form.tsx';
import { lastDay } from './last-day.ts';

export function SentNote({ sent, visitor, onMore }: { sent: SentFeedback; visitor: boolean; onMore: () => void }) {
  const t = useTexts('feedback');
  const formats = useFormats();
  return (
    <div className="grid gap-3" role="status">
      <Banner icon={<CircleCheck size={20} />}>
        <p className="font-semibold">{t('sent.title')}</p>
        <p className="mt-1">
          {sent.due === null
            ? t('sent.number', { number: sent.number })
            : t('sent.complaint', { number: sent.number, date: lastDay(formats, sent.due) })}
        </p>
        <p className="mt-1">{t(visitor ? 'sent.visitor' : 'sent.user')}</p>
      </Banner>
      <Button tone="soft" className="justify-self-start" onClick={onMore}>
        {t('sent.more')}
      </Button>
    </div>
  );
}
