// The newest proof of client money as the staff settle it: what it comes to, its figures, the sum to move between the pools and what that leaves.

import { verdictOf } from '@fairtick/contract/client-money';
import { amount, formatUnits, readUnits } from '@fairtick/kernel/decimal';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../hooks/use-read.ts';
import { useFormats, useTexts } from '../../i18n/use-texts.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Facts, Panel } from '../../parts/panel.tsx';
import { Tag } from '../../parts/tag.tsx';
import { When } from '../../parts/when.tsx';
import type { StaffAnswer } from '../../stores/api.ts';

type Answer = StaffAnswer<'client_money_books'>;
type Proof = NonNullable<Answer['proof']>;

export function ClientMoneyPage() {
  const t = useTexts();
  const read = useRead('client_money_books', {}, { fresh: true, everyMs: 10_000 });
  return (
    <Page title={t('client_money.title')}>
      <p className="quiet lead">{t('client_money.about')}</p>
      <Loaded of={read} rows={10}>
        {(answer) => (
          <>
            <Verdict answer={answer} />
            {answer.proof && <Figures proof={answer.proof} paused={answer.paused} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Verdict({ answer }: { answer: Answer }) {
  const t = useTexts();
  const formats = useFormats();
  const verdict = verdictOf(answer);
  const { proof } = answer;
  const said = t(`client_money.verdict.${verdict}`, {
    short: formats.money(proof?.short ?? ''),
    since: proof?.short_since ? formats.dayTime(proof.short_since) : '',
  });
  if (verdict === 'none' || verdict === 'whole') return <p role="status">{said}</p>;
  return (
    <div className="note-warn" role="status">
      <strong>{said}</strong>
      {proof && proof.broken.length > 0 && (
        <>
          <ul>
            {proof.broken.map((check) => (
              <li key={check}>{t(`client_money.check.${check}`)}</li>
            ))}
          </ul>
          <p>{t('client_money.broken_do')}</p>
        </>
      )}
    </div>
  );
}

function Figures({ proof, paused }: { proof: Proof; paused: boolean }) {
  const t = useTexts();
  const formats = useFormats();
  const left = readUnits(proof.house) - readUnits(proof.short);
  const row = (name: string, sum: string) =>
    [
      name,
      <span className="figure" key={name}>
        {formats.money(sum)}
      </span>,
    ] as const;
  return (
    <div className="cards">
      <Panel title={t('client_money.required')}>
        <Facts
          rows={[
            row(t('client_money.users'), proof.users),
            row(t('client_money.withdrawals'), proof.withdrawals),
            row(t('client_money.receipts'), proof.receipts),
            row(t('client_money.sum'), proof.required),
          ]}
        />
      </Panel>
      <Panel
        title={t('client_money.pools')}
        aside={
          <Tag tone={paused ? 'bad' : 'good'}>{t(paused ? 'client_money.paused.yes' : 'client_money.paused.no')}</Tag>
        }
      >
        <Facts
          rows={[
            row(t('client_money.held'), proof.held),
            row(t('client_money.house'), proof.house),
            ...(proof.short_since === null
              ? []
              : [[t('client_money.since'), <When key="since" at={proof.short_since} />] as const]),
            [t('client_money.made'), <When key="made" at={proof.time} />],
          ]}
        />
        <p className="total">
          <span>{t('client_money.settle')}</span> <strong className="figure">{formats.money(proof.short)}</strong>
        </p>
        {proof.short_since !== null && (
          <>
            {left < 0n ? (
              <p>{t('client_money.capital_first')}</p>
            ) : (
              <Facts rows={[row(t('client_money.left'), formatUnits(amount(left), 2))]} />
            )}
            <Link to="/house" className="panel-link">
              {t('client_money.propose')}
            </Link>
          </>
        )}
      </Panel>
    </div>
  );
}
