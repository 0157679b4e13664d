// The first screen: what waits for this person, how long already, and whether the server is well.

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay, useMember } from '../../hooks/use-me.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useFormats, useTexts } from '../../i18n/use-texts.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Facts, Panel } from '../../parts/panel.tsx';
import { Tag } from '../../parts/tag.tsx';
import { Age } from '../../parts/when.tsx';
import { useQueues } from '../use-counts.ts';

export function Home() {
  const t = useTexts();
  const may = useMay();
  const member = useMember();
  return (
    <Page title={member ? t('home.hello', { name: member.name }) : t('home.title')}>
      <div className="home-grid">
        {may('verification') && <Verifications />}
        {may('deposits') && <Deposits />}
        {may('withdrawal_approve') && <Withdrawals />}
        <Proposals />
        {may('messages') && <Letters />}
        <Health />
      </div>
    </Page>
  );
}

function Queue({
  title,
  link,
  number,
  children,
}: {
  title: string;
  link: ReactNode;
  number: number;
  children: ReactNode;
}) {
  const formats = useFormats();
  return (
    <>
      <p className="big figure">
        <span className="hidden">{title}: </span>
        {formats.count(number)}
      </p>
      <div className="queue-text">{children}</div>
      {link}
    </>
  );
}

function Verifications() {
  const t = useTexts();
  const { verifications } = useQueues();
  return (
    <Panel title={t('verification.title')}>
      <Loaded of={verifications} rows={3}>
        {({ waiting, data }) => {
          const [oldest] = data;
          return (
            <Queue
              title={t('home.waiting')}
              number={waiting}
              link={
                <Link to="/verifications" className="panel-link">
                  {t('home.open_queue')}
                </Link>
              }
            >
              {oldest ? (
                <>
                  {t('home.oldest')} <Age since={oldest.submitted} />
                </>
              ) : (
                t('verification.empty')
              )}
            </Queue>
          );
        }}
      </Loaded>
    </Panel>
  );
}

function Deposits() {
  const t = useTexts();
  const { deposits } = useQueues();
  return (
    <Panel title={t('deposits.title')}>
      <Loaded of={deposits} rows={3}>
        {({ waiting, data: [oldest] }) => (
          <Queue
            title={t('home.waiting')}
            number={waiting}
            link={
              <Link to="/deposits" className="panel-link">
                {t('home.open_queue')}
              </Link>
            }
          >
            {oldest ? (
              <>
                {t('home.oldest')} <Age since={oldest.submitted} />
              </>
            ) : (
              t('deposits.empty')
            )}
          </Queue>
        )}
      </Loaded>
    </Panel>
  );
}

function Withdrawals() {
  const t = useTexts();
  const formats = useFormats();
  const { withdrawals } = useQueues();
  return (
    <Panel title={t('withdrawals.title')}>
      <Loaded of={withdrawals} rows={3}>
        {({ counts }) => (
          <>
            <Facts
              rows={(['approve', 'pay', 'overdue'] as const).map((queue) => [
                t(`withdrawals.queue.${queue}`),
                queue === 'overdue' && counts.overdue > 0 ? (
                  <Tag key={queue} tone="bad">
                    {formats.count(counts.overdue)}
                  </Tag>
                ) : (
                  formats.count(counts[queue])
                ),
              ])}
            />
            <Link to="/withdrawals" search={{ queue: counts.approve > 0 ? 'approve' : 'pay' }} className="panel-link">
              {t('home.open_queue')}
            </Link>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Proposals() {
  const t = useTexts();
  const { proposals } = useQueues();
  return (
    <Panel title={t('proposals.title')}>
      <Loaded of={proposals} rows={3}>
        {({ waiting, oldest }) => (
          <Queue
            title={t('home.waiting')}
            number={waiting}
            link={
              <Link to="/proposals" className="panel-link">
                {t('home.open_proposals')}
              </Link>
            }
          >
            {oldest !== null ? (
              <>
                {t('home.oldest')} <Age since={oldest} />
              </>
            ) : (
              t('proposals.empty')
            )}
          </Queue>
        )}
      </Loaded>
    </Panel>
  );
}

function Letters() {
  const t = useTexts();
  const formats = useFormats();
  const { messages } = useQueues();
  return (
    <Panel title={t('outbox.title')}>
      <Loaded of={messages} rows={3}>
        {({ counts }) => (
          <>
            <Facts
              rows={(['waiting', 'held', 'dead'] as const).map((state) => [
                t(`outbox.state.${state}`),
                counts[state] > 0 && state !== 'waiting' ? (
                  <Tag key={state} tone={state === 'dead' ? 'bad' : 'warn'}>
                    {formats.count(counts[state])}
                  </Tag>
                ) : (
                  formats.count(counts[state])
                ),
              ])}
            />
            <Link to="/outbox" search={{ state: counts.dead > 0 ? 'dead' : 'waiting' }} className="panel-link">
              {t('home.open_outbox')}
            </Link>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Health() {
  const t = useTexts();
  const health = useRead('health', {}, { everyMs: 10_000 });
  return (
    <Panel title={t('health.title')}>
      <Loaded of={health} rows={3}>
        {({ ok, details }) => (
          <>
            <p className="queue-text">
              <Tag tone={ok ? 'good' : 'bad'}>{t(ok ? 'health.good' : 'health.bad')}</Tag>
            </p>
            <details className="fold">
              <summary>{t('health.details')}</summary>
              <pre className="contents">{JSON.stringify(details, null, 2)}</pre>
            </details>
          </>
        )}
      </Loaded>
    </Panel>
  );
}
