// /follow/submit: first what following means, to be agreed to; then the form.

import type { TraderView } from '@fairtick/contract/http/follow';
import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { Card, SectionHead } from '@fairtick/ui/card';
import { Checkbox } from '@fairtick/ui/checkbox';
import { useFormats } from '@fairtick/ui/locale';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type FormEvent, useState } from 'react';
import { type FollowDraft, type FollowFaults, readFollow, sharedOf, sharePlaces } from '../../calculators/following.ts';
import { useIntent } from '../../hooks/use-intent.ts';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../stores/api.ts';
import { QUERY, refresh } from '../../transport/query.ts';
import { FollowFields } from './follow-fields.tsx';
import { TypicalCard } from './typical-card.tsx';

const EMPTY: FollowDraft = { mode: 'proportional', multiple: '1', maxAmount: '', stopAmount: '' };
/** Until an amount is typed it is looked at with what the trader suggests. */
const shownOf = (draft: FollowDraft, { max_amount }: TraderView): FollowDraft =>
  draft.maxAmount.trim() === '' ? { ...draft, maxAmount: max_amount } : draft;

/** For the example of what is shared, USD. */
const GAIN = '100';
const POINTS = ['orders', 'loss', 'stops', 'share', 'leave'] as const;

export function FollowForm({ trader, onDone }: { trader: TraderView; onDone: () => void }) {
  const [agreed, setAgreed] = useState(false);
  return agreed ? (
    <Settings trader={trader} onDone={onDone} />
  ) : (
    <Gate trader={trader} onAgreed={() => setAgreed(true)} />
  );
}

function Gate({ trader, onAgreed }: { trader: TraderView; onAgreed: () => void }) {
  const t = useTexts('follow');
  const formats = useFormats();
  const [ticked, setTicked] = useState(false);
  const percent = formats.percent(trader.share_rate, sharePlaces(trader.share_rate));
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (ticked) onAgreed();
      }}
    >
      <Card className="px-4 pt-1 pb-4">
        <SectionHead title={t('gate.title')} />
        <ol className="grid list-decimal gap-3 ps-5 text-base text-muted">
          {POINTS.map((point) => (
            <li key={point}>{t(`gate.${point}`, { name: trader.nickname, percent })}</li>
          ))}
        </ol>
      </Card>
      <Checkbox label={t('gate.agree')} checked={ticked} onChecked={setTicked} />
      <Button type="submit" size="lg" wide disabled={!ticked}>
        {t('gate.confirm')}
      </Button>
    </form>
  );
}

function Settings({ trader, onDone }: { trader: TraderView; onDone: () => void }) {
  const t = useTexts('follow');
  const demo = useSession()?.user.is_demo === 1;
  const [draft, setDraft] = useState(EMPTY);
  const [faults, setFaults] = useState<FollowFaults>();
  const act = useIntent((input: Parameters<typeof call<'follow_trader'>>[1], key) =>
    call('follow_trader', input, { key, sayDone: true }),
  );
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const read = readFollow(draft);
    setFaults('faults' in read ? read.faults : undefined);
    if ('faults' in read) return;
    const done = await act.send({ trader_id: trader.user_id, ...read.wanted });
    refresh(QUERY.traders);
    if (!done) return;
    setDraft(EMPTY);
    onDone();
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <FollowFields
        draft={draft}
        faults={faults}
        suggested={trader.max_amount}
        onDraft={(next) => {
          setDraft(next);
          setFaults(undefined);
        }}
      />
      <TypicalCard trader={trader} draft={shownOf(draft, trader)} demo={demo} />
      <ShareCard trader={trader} demo={demo} />
      <Banner tone="warn" icon={<TriangleAlert size={20} />}>
        {t('form.only_new')}
      </Banner>
      <Button type="submit" size="lg" wide busy={act.sending !== undefined}>
        {t('form.submit')}
      </Button>
    </form>
  );
}

function ShareCard({ trader, demo }: { trader: TraderView; demo: boolean }) {
  const t = useTexts('follow');
  const formats = useFormats();
  const money = (text: string): string => formats.money(text, { places: 2 });
  return (
    <Card className="p-4">
      <p className="text-pretty text-base">
        {demo
          ? t('form.share_demo')
          : t('form.share', {
              name: trader.nickname,
              percent: formats.percent(trader.share_rate, sharePlaces(trader.share_rate)),
              gain: money(GAIN),
              share: money(sharedOf(GAIN, trader.share_rate)),
            })}
      </p>
    </Card>
  );
}
