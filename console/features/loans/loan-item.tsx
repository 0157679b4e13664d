// One loan: what its user's account shows, the terms, what was signed, and the decision, with what it does to the books above its buttons.

import { plainBlocks } from '@fairtick/contract/plain-html';
import { type LoanTerms, loanApr, loanInterest } from '@fairtick/engine/loans';
import { amount, formatUnits, readUnits } from '@fairtick/kernel/decimal';
import { Button, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createElement, Fragment, type ReactNode, useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useLoanTexts } from '../../i18n/use-loan-texts.ts';
import { useFormats } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DocumentImage } from '../../parts/document-image.tsx';
import { Due } from '../../parts/due.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Facts, Panel } from '../../parts/panel.tsx';
import { Tag } from '../../parts/tag.tsx';
import { When } from '../../parts/when.tsx';
import type { StaffAnswer } from '../../stores/api.ts';
import { sayToast } from '../../stores/toast.ts';
import { isLoanReason, LOAN_REASONS } from './reasons.ts';
import { RejectDialog } from './reject-dialog.tsx';

type Item = StaffAnswer<'loan_item'>;
const TONES = { 1: 'state', 2: 'warn', 3: 'bad', 4: 'state', 5: 'good', 7: 'state' } as const;

export function LoanItem({ id, onDone }: { id: string; onDone: () => void }) {
  const l = useLoanTexts();
  // The signature's link ends after five minutes, and each look is on record.
  const item = useRead('loan_item', { id }, { once: true });
  return (
    <Page title={l('one')}>
      <Loaded of={item} rows={12}>
        {(read) => (
          <div className="review">
            <div className="review-images">
              <SignedPanel item={read} />
            </div>
            <div className="review-side">
              <TermsPanel item={read} />
              <FactsPanel item={read} />
              {read.status === 1 && <Decision item={read} onDone={onDone} />}
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

const termsOf = (item: Item): LoanTerms => ({
  ...{ amount: amount(readUnits(item.amount)), period: item.period, interestRate: item.interestRate },
  ...{ freePeriod: item.freePeriod, penaltyRate: item.penaltyRate },
});

function TermsPanel({ item }: { item: Item }) {
  const l = useLoanTexts();
  const formats = useFormats();
  const terms = termsOf(item);
  const interest = loanInterest(terms, terms.period);
  const percent = (rate: number): string => formats.percent((rate / 100).toFixed(2), { places: 2 });
  const apr = (loanApr(terms.amount, interest, terms.period) / 10).toFixed(1);
  const moment = (name: Parameters<typeof l>[0], at: number | null) =>
    at === null ? [] : [[l(name), <When key={name} at={at} />] as const];
  return (
    <Panel title={l('terms')} aside={<Tag tone={TONES[item.status]}>{l(`status.${item.status}`)}</Tag>}>
      <Facts
        rows={[
          [
            l('user'),
            <Link key="user" to="/users/$id" params={{ id: item.userId }}>
              {item.uid}
            </Link>,
          ],
          [l('residence'), item.country],
          [l('amount'), <strong key="amount">{formats.money(item.amount)}</strong>],
          [l('term'), l('days', { count: item.period })],
          [l('rate'), percent(item.interestRate)],
          [l('free'), formats.count(item.freePeriod)],
          [l('late_rate'), percent(item.penaltyRate)],
          [l('apr'), <strong key="apr">{formats.percent(apr, { places: 1 })}</strong>],
          [l('whole'), formats.money(formatUnits(terms.amount + interest, 2))],
          ...moment('requested', item.requested),
          ...(item.status === 1 ? [[l('answer_due'), <Due key="answer" at={item.answerDue} />] as const] : []),
          ...moment('paid_out', item.paidOut),
          ...moment('due', item.due),
          ...(item.status === 2 || item.status === 4
            ? ([
                [l('owed'), <strong key="owed">{formats.money(item.total)}</strong>],
                [l('days_late'), formats.count(item.daysLate)],
              ] as const)
            : []),
          ...(item.deposit === ''
            ? []
            : [
                [
                  l('proof'),
                  <Link key="proof" to="/deposits/$id" params={{ id: item.deposit }}>
                    {item.deposit}
                  </Link>,
                ] as const,
              ]),
          ...moment('repaid', item.repaid),
          ...(item.decidedTime === null ? [] : ([[l('decided_by'), item.decidedBy]] as const)),
          ...moment('decided', item.decidedTime),
          ...LOAN_REASONS.filter((one) => one === item.reasonCode).map(
            (one) => [l('reason'), l(`why.${one}`)] as const,
          ),
          ...(item.reason === '' ? [] : [[l('told'), item.reason] as const]),
        ]}
      />
    </Panel>
  );
}

function FactsPanel({ item: { facts } }: { item: Item }) {
  const l = useLoanTexts();
  const formats = useFormats();
  return (
    <Panel title={l('facts')}>
      <Facts
        rows={[
          [l('facts.deposited'), formats.money(facts.deposited)],
          [l('facts.withdrawn'), formats.money(facts.withdrawn)],
          [l('facts.results'), formats.money(facts.results, { signed: true })],
          [l('facts.available'), formats.money(facts.available)],
          [l('facts.repaid'), formats.count(facts.repaidLoans)],
          [l('facts.rejected'), formats.count(facts.rejectedLoans)],
          [l('facts.late'), formats.count(facts.lateLoans)],
        ]}
      />
    </Panel>
  );
}

function SignedPanel({ item }: { item: Item }) {
  const l = useLoanTexts();
  const { html, hash, version, lang } = item.agreement;
  const blocks = plainBlocks(html);
  return (
    <Panel title={l('signed')} aside={<span className="quiet">{l('template', { version, lang })}</span>}>
      {item.signature === '' ? <p>{l('typed')}</p> : <DocumentImage link={item.signature} name={l('signature')} />}
      <article dir="auto" lang={lang === 'hk' ? 'zh-HK' : lang}>
        <Stack gap="xs">{blocks ? inOrder(blocks.map(({ text }) => text)) : l('unreadable')}</Stack>
      </article>
      <Facts
        rows={[
          [l('fingerprint'), <code key="hash">{hash}</code>],
          [l('evidence'), <code key="evidence">{item.evidence}</code>],
        ]}
      />
    </Panel>
  );
}

/** They never change while they are shown, so none of them needs a name. */
const inOrder = (texts: readonly string[]): ReactNode =>
  createElement(Fragment, null, ...texts.map((text) => createElement('p', { dir: 'auto' }, text)));

function Decision({ item, onDone }: { item: Item; onDone: () => void }) {
  const l = useLoanTexts();
  const formats = useFormats();
  const act = useAct('loan_decide');
  const [open, setOpen] = useState<'approve' | 'reject'>();
  const { id, uid } = item;
  const sum = formats.money(item.amount);
  const takesTwo = readUnits(item.amount) >= readUnits(item.twoPeople);
  const close = (): void => setOpen(undefined);
  const approve = async (): Promise<void> => {
    const done = await act.send({ id, decision: 'approve' });
    if (!done) return;
    sayToast(
      done.status === 1 ? l('approve.first_done', { amount: sum, uid }) : l('approve.done', { amount: sum, uid }),
    );
    onDone();
  };
  const reject = async (code: string, reason: string): Promise<void> => {
    if (!isLoanReason(code) || !(await act.send({ id, decision: 'reject', reason_code: code, reason }))) return;
    sayToast(l('reject.done', { uid }));
    onDone();
  };
  return (
    <Panel title={l('decision')}>
      <p className="quiet">{l('does', { amount: sum, pool: formats.money(item.pool) })}</p>
      {takesTwo && <p>{item.firstYesBy === '' ? l('takes_two') : l('first_yes', { name: item.firstYesBy })}</p>}
      <Group gap="xs" grow>
        {/* Whoever said yes first can't say it again. */}
        <Button disabled={item.firstYesMine} onClick={() => setOpen('approve')}>
          {l(takesTwo && item.firstYesBy === '' ? 'approve.first' : 'approve')}
        </Button>
        <Button variant="default" onClick={() => setOpen('reject')}>
          {l('reject')}
        </Button>
      </Group>
      {open === 'approve' && (
        <Dialog
          title={l('approve.title', { amount: sum, uid })}
          act={l('approve')}
          busy={act.busy}
          failure={act.failure}
          onAct={() => void approve()}
          onClose={close}
        >
          <p>
            {takesTwo && item.firstYesBy === ''
              ? l('approve.first_text', { amount: sum })
              : l('approve.text', { amount: sum, days: l('days', { count: item.period }) })}
          </p>
        </Dialog>
      )}
      {open === 'reject' && (
        <RejectDialog
          title={l('reject.title', { uid })}
          reasons={LOAN_REASONS.map((one) => ({ value: one, label: l(`why.${one}`) }))}
          busy={act.busy}
          failure={act.failure}
          onReject={(code, words) => void reject(code, words)}
          onClose={close}
        />
      )}
    </Panel>
  );
}
