// How far the verification is: the form, the wait for a person's word, or done. A rejected one is the form again, with the reason.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { cx } from '@fairtick/ui/cx';
import { EmptyState } from '@fairtick/ui/empty-state';
import { FigureRow } from '@fairtick/ui/figure-row';
import { Skeletons } from '@fairtick/ui/skeleton';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Hourglass from 'lucide-react/icons/hourglass';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { QUERY, refresh } from '../../transport/query.ts';
import { VerificationForm } from './verification-form.tsx';

export function VerificationPanel() {
  const t = useTexts('verification');
  const shell = useTexts('shell');
  const { data, state, retry } = useAnswer(QUERY.verification, 'real_name', {});
  if (data?.review_status === 1) return <Sent told={data} />;
  if (data?.review_status === 2) return <Sent told={data} done />;
  if (data) return <VerificationForm before={data} onSent={() => refresh(QUERY.verification)} />;
  if (state === 'pending')
    return (
      <div className="grid gap-5" aria-hidden="true">
        <Skeletons count={3} className="h-16 w-full rounded-md" />
      </div>
    );
  return (
    <EmptyState
      icon={<WifiOff size={28} />}
      title={t('failed.title')}
      text={t('failed.text')}
      action={
        <Button tone="soft" onClick={retry}>
          {shell('retry')}
        </Button>
      }
    />
  );
}

function Sent({ told, done = false }: { told: AnswerOf<'real_name'>; done?: boolean }) {
  const t = useTexts('verification');
  const text = done ? 'done' : 'waiting';
  const Icon = done ? BadgeCheck : Hourglass;
  return (
    <div className="grid gap-4">
      <Card className="flex flex-col items-center px-5 py-8 text-center">
        <span
          aria-hidden="true"
          className={cx(
            'grid size-16 place-items-center rounded-full',
            done ? 'bg-up-soft text-up' : 'bg-accent-soft text-accent-text',
          )}
        >
          <Icon size={30} />
        </span>
        <h2 className="mt-4 font-semibold text-xl tracking-[-0.01em]">{t(`${text}.title`)}</h2>
        <p className="mt-1 text-pretty text-muted text-sm">{t(`${text}.text`)}</p>
      </Card>
      <Card className="px-4 py-2">
        <dl>
          <FigureRow term={t('sent.name')}>
            <bdi>{told.name}</bdi>
          </FigureRow>
          <FigureRow term={t('sent.card')}>
            <bdi dir="ltr">{told.card_id}</bdi>
          </FigureRow>
          <FigureRow term={t('sent.photos')}>{t('sent.photos.both')}</FigureRow>
        </dl>
      </Card>
    </div>
  );
}
