// Where the user is signed in, and the way to end it there: on every server within seconds.

import { agentName, isHandheld } from '@fairtick/contract/agent-name';
import type { AnswerOf } from '@fairtick/contract/http/index';
import { Button } from '@fairtick/ui/button';
import { Card, SectionHead } from '@fairtick/ui/card';
import { Confirm } from '@fairtick/ui/confirm';
import { ListRow } from '@fairtick/ui/list-row';
import { useFormats } from '@fairtick/ui/locale';
import { Tag } from '@fairtick/ui/tag';
import Laptop from 'lucide-react/icons/laptop';
import Smartphone from 'lucide-react/icons/smartphone';
import { useState } from 'react';
import { useAct } from '../../../hooks/use-act.ts';
import { useAnswer } from '../../../hooks/use-answer.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { sayToast } from '../../../stores/toast.ts';
import { QUERY, refresh } from '../../../transport/query.ts';
import { Loaded } from '../loaded.tsx';

type OpenSession = AnswerOf<'sessions'>[number];

export function SessionsSection() {
  const t = useTexts('security');
  const answer = useAnswer(QUERY.sessions, 'sessions', {});
  return (
    <section>
      <SectionHead title={t('sessions')} />
      <Card className="overflow-hidden">
        <Loaded answer={answer} failed={t('failed')}>
          {(sessions) => (
            <>
              <ul className="divide-y divide-line">
                {sessions.map((session) => (
                  <li key={session.id}>
                    <Row session={session} />
                  </li>
                ))}
              </ul>
              {sessions.length > 1 && <EndOthers />}
            </>
          )}
        </Loaded>
      </Card>
    </section>
  );
}

function Row({ session }: { session: OpenSession }) {
  const t = useTexts('security');
  const formats = useFormats();
  const act = useAct('session_revoke');
  const { browser, system } = agentName(session.agent);
  const Icon = isHandheld(session.agent) ? Smartphone : Laptop;
  const name = [system, browser].filter((part) => part !== '').join(', ');
  async function end(): Promise<void> {
    if (!(await act.send({ id: session.id }))) return;
    sayToast({ tone: 'success', text: t('session.ended') });
    refresh(QUERY.sessions);
  }
  return (
    <ListRow
      className="py-3"
      leading={<Icon aria-hidden="true" size={20} />}
      title={
        <span className="flex flex-wrap items-center gap-2">
          <bdi>{name === '' ? t('session.unknown') : name}</bdi>
          {session.current && <Tag tone="up">{t('session.this')}</Tag>}
        </span>
      }
      subtitle={
        <>
          <bdi dir="ltr" className="tabular block">
            {session.address}
          </bdi>
          {session.current ? t('session.now') : t('session.last', { time: formats.dateMinute(session.lastUsed) })}
        </>
      }
      trailing={
        !session.current && (
          <Button tone="outline" size="sm" busy={act.busy} onClick={() => void end()}>
            {t('session.end')}
          </Button>
        )
      }
    />
  );
}

function EndOthers() {
  const t = useTexts('security');
  const shell = useTexts('shell');
  const [asked, setAsked] = useState(false);
  const act = useAct('sessions_revoke_others');
  async function end(): Promise<void> {
    if (await act.send({})) refresh(QUERY.sessions);
    setAsked(false);
  }
  return (
    <div className="border-line border-t p-3">
      <Button tone="ghost" size="sm" wide onClick={() => setAsked(true)}>
        {t('session.others')}
      </Button>
      <Confirm
        open={asked}
        onOpen={setAsked}
        title={t('session.others.title')}
        text={t('session.others.text')}
        confirmLabel={t('session.end')}
        cancelLabel={shell('cancel')}
        onConfirm={() => void end()}
        busy={act.busy}
      />
    </div>
  );
}
