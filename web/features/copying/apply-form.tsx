// To become a trader: what it means, in full, before anything can be sent; and how far an application is.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { Banner } from '@fairtick/ui/banner';
import { Button, buttonClass } from '@fairtick/ui/button';
import { Card, SectionHead } from '@fairtick/ui/card';
import { Checkbox } from '@fairtick/ui/checkbox';
import { Field } from '@fairtick/ui/field';
import { useFormats } from '@fairtick/ui/locale';
import { Skeletons } from '@fairtick/ui/skeleton';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useSession } from '../../hooks/use-session.ts';
import { type Profile, useTraderProfile } from '../../hooks/use-traders.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { sayToast } from '../../stores/toast.ts';
import { QUERY, refresh } from '../../transport/query.ts';
import { Failed } from './failed.tsx';

/** 0 has not applied, 1 waits, 2 approved, 3 rejected, 4 suspended, 5 left. */
const [WAITING, APPROVED, REJECTED, SUSPENDED, LEFT] = [1, 2, 3, 4, 5] as const;
const SHAPES = 3;

export function ApplyPanel() {
  const t = useTexts('follow');
  const user = useSession()?.user;
  const { data, state, retry } = useTraderProfile();
  if (user?.is_demo === 1)
    return (
      <Banner
        action={
          <a href="#/register" className={buttonClass({ tone: 'soft' })}>
            {t('apply.register')}
          </a>
        }
      >
        {t('apply.demo')}
      </Banner>
    );
  if (state === 'failed') return <Failed retry={retry} />;
  if (!data)
    return (
      <div className="grid gap-3" aria-hidden="true">
        <Skeletons count={SHAPES} className="h-24 w-full rounded-lg" />
      </div>
    );
  const open = data.status !== WAITING && data.status !== APPROVED && data.status !== SUSPENDED;
  return (
    <div className="grid gap-4">
      <Standing profile={data} userId={user?.id ?? ''} />
      <AgreementCard agreement={data.agreement} />
      {open &&
        (data.verified && data.closed_orders >= data.needed_orders ? (
          <Form profile={data} />
        ) : (
          <Missing profile={data} />
        ))}
    </div>
  );
}

function Standing({ profile, userId }: { profile: Profile; userId: string }) {
  const t = useTexts('follow');
  const formats = useFormats();
  const { status, reason, due } = profile;
  if (status === WAITING) return <Banner>{t('apply.waiting', { date: formats.dateMinute(due ?? 0) })}</Banner>;
  if (status === APPROVED)
    return (
      <Banner
        action={
          <a href={`#/follow/trader?id=${userId}`} className={buttonClass({ tone: 'soft' })}>
            {t('apply.approved_action')}
          </a>
        }
      >
        {t('apply.approved')}
      </Banner>
    );
  if (status === REJECTED) return <Banner tone="warn">{t('apply.rejected', { reason })}</Banner>;
  if (status === SUSPENDED) return <Banner tone="danger">{t('apply.suspended', { reason })}</Banner>;
  return status === LEFT ? <Banner>{t('apply.left')}</Banner> : null;
}

function AgreementCard({ agreement }: { agreement: Profile['agreement'] }) {
  const t = useTexts('follow');
  return (
    <Card className="px-4 pt-1 pb-4">
      <SectionHead title={t('apply.agreement')}>
        <span className="text-quiet text-sm">{t('apply.version', { version: agreement.version })}</span>
      </SectionHead>
      <ol lang={agreement.lang} dir="auto" className="grid list-decimal gap-3 ps-5 text-base text-muted">
        {agreement.paragraphs.map((text) => (
          <li key={text} dir="auto">
            {text}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** What is still to be done before anybody can apply. */
function Missing({ profile }: { profile: Profile }) {
  const t = useTexts('follow');
  const formats = useFormats();
  const [have, needed] = [formats.count(profile.closed_orders), formats.count(profile.needed_orders)];
  return (
    <div className="grid gap-3">
      {!profile.verified && (
        <Banner
          tone="warn"
          action={
            <a href="#/mine/auth" className={buttonClass({ tone: 'soft' })}>
              {t('apply.verify_action')}
            </a>
          }
        >
          {t('apply.verify')}
        </Banner>
      )}
      {profile.closed_orders < profile.needed_orders && (
        <Banner
          action={
            <a href="#/trade" className={buttonClass({ tone: 'soft' })}>
              {t('apply.trade')}
            </a>
          }
        >
          {t('apply.orders', { have, needed })}
        </Banner>
      )}
    </div>
  );
}

function Form({ profile }: { profile: Profile }) {
  const t = useTexts('follow');
  const [agreed, setAgreed] = useState(false);
  const [nickname, setNickname] = useState(profile.nickname_chosen ? profile.nickname : '');
  const [change, apply] = [useAct('follow_profile_change'), useAct('apply_trader')];
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!agreed) return;
    const typed = nickname.trim();
    const wanted: AnswerOf<'follow_profile'>['nickname'] = profile.nickname_chosen ? profile.nickname : '';
    if (typed !== '' && typed !== wanted && !(await change.send({ nickname: typed }))) return;
    // By its hash: what somebody agrees to is what they have read.
    const sent = await apply.send({ agreement: profile.agreement.hash });
    refresh(QUERY.traders);
    if (sent) sayToast({ tone: 'success', text: t('apply.sent') });
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field
        label={t('apply.nickname')}
        value={nickname}
        onValue={setNickname}
        maxLength={60}
        autoComplete="off"
        dir="auto"
        hint={t('apply.nickname_hint', { name: profile.nickname })}
      />
      <Checkbox label={t('apply.agree')} checked={agreed} onChecked={setAgreed} />
      <Button type="submit" wide disabled={!agreed} busy={change.busy || apply.busy}>
        {t('apply.send')}
      </Button>
    </form>
  );
}
