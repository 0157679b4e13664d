// The panes of a withdrawal's card: what is asked, what to look at before it is let go, by whom it was, and what it does to the clients' pool.

import { WITHDRAWAL_FLAGS } from '@fairtick/contract/staff/withdrawal-reasons';
import { amount, formatUnits, readUnits } from '@fairtick/kernel/decimal';
import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { textOrName } from '../../i18n/texts.ts';
import { useFormats, useTexts } from '../../i18n/use-texts.ts';
import { useWords } from '../../i18n/use-words.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Due } from '../../parts/due.tsx';
import { Facts, Panel } from '../../parts/panel.tsx';
import { Rows } from '../../parts/rows.tsx';
import { Tag } from '../../parts/tag.tsx';
import { When } from '../../parts/when.tsx';
import type { ReadWithdrawal } from './withdrawal.tsx';
import { useMoneyWords } from './words.ts';

export function RequestPanel({ card }: { card: ReadWithdrawal }) {
  const t = useTexts();
  const formats = useFormats();
  const words = useMoneyWords();
  const { currency, protocol, memo } = card;
  const runs = card.status === 1 || card.status === 2;
  return (
    <Panel
      title={t('withdrawals.request')}
      aside={<CopyButton text={card.received} what={t('withdrawals.pays_out')} />}
    >
      <Facts
        rows={[
          [
            t('column.user'),
            <Link key="user" to="/users/$id" params={{ id: card.userId }}>
              {card.uid}
            </Link>,
          ],
          [t('withdrawals.verified_name'), <bdi key="name">{card.verifiedName || t('none')}</bdi>],
          [
            t('withdrawals.amount'),
            <span className="figure" key="amount">
              {formats.money(card.number)}
            </span>,
          ],
          [
            t('withdrawals.fee'),
            <span className="figure" key="fee">
              {formats.money(card.fee)}
            </span>,
          ],
          [
            t('withdrawals.rate'),
            t(card.rateClosed ? 'withdrawals.rate_closed' : 'withdrawals.rate_is', {
              ...{ price: formats.number(card.usdPrice), currency },
            }),
          ],
          [t('withdrawals.way'), words.way(currency, protocol)],
        ]}
      />
      <p className="total">
        <span>{t('withdrawals.pays_out')}</span> <strong className="figure">{words.of(card.received, currency)}</strong>
      </p>
      <Facts
        rows={[
          [t('withdrawals.requested'), <When key="requested" at={card.requested} />],
          [t('withdrawals.deadline'), <When key="deadline" at={card.deadline} />],
          ...(runs ? [[t('withdrawals.left'), <Due key="left" at={card.deadline} />] as const] : []),
          ...(memo === '' ? [] : [[t('withdrawals.memo'), <bdi key="memo">{memo}</bdi>] as const]),
        ]}
      />
    </Panel>
  );
}

/** Those that were raised with what they mean; the others by name, so that it is seen that somebody looked. */
export function FlagsPanel({ card }: { card: ReadWithdrawal }) {
  const t = useTexts();
  const words = useWords();
  const quiet = WITHDRAWAL_FLAGS.filter((flag) => !card.flags.includes(flag));
  const count = t('withdrawals.flags_raised', { number: card.flags.length, all: WITHDRAWAL_FLAGS.length });
  return (
    <Panel title={t('column.flags')} aside={<Tag tone={card.flags.length > 0 ? 'warn' : 'good'}>{count}</Tag>}>
      <ul className="flags">
        {card.flags.map((flag) => (
          <li key={flag} data-raised>
            <TriangleAlert size={16} aria-hidden="true" />
            <span>
              <strong>{t(`flag.${flag}`)}</strong>
              <span>{t(`flag_means.${flag}`)}</span>
            </span>
          </li>
        ))}
        {quiet.length > 0 && (
          <li>
            <Check size={16} aria-hidden="true" />
            <span className="quiet">
              {t('withdrawals.not_raised', { flags: words.list(quiet.map((flag) => t(`flag.${flag}`))) })}
            </span>
          </li>
        )}
      </ul>
    </Panel>
  );
}

export function ApprovalsPanel({ card }: { card: ReadWithdrawal }) {
  const t = useTexts();
  const formats = useFormats();
  const { approvalsNeeded: needed, approvedBy, status, takenBy, mine, nothingSentBy, paidBy, reference } = card;
  const taker = mine ? t('verification.mine') : takenBy;
  return (
    <Panel
      title={t('withdrawals.approvals_title')}
      aside={<Tag>{t('withdrawals.approvals', { number: approvedBy.length, needed })}</Tag>}
    >
      {approvedBy.length === 0 ? (
        <p className="quiet">{t('withdrawals.nobody_yet')}</p>
      ) : (
        <Facts rows={approvedBy.map(({ name, time }) => [name, <When key={name} at={time} />])} />
      )}
      <p className="quiet">{t(needed === 2 ? 'withdrawals.two_approve' : 'withdrawals.one_approves')}</p>
      <Facts
        rows={[
          ...(status === 2 ? [[t('column.taken_by'), taker === '' ? t('free') : taker] as const] : []),
          ...(nothingSentBy === '' ? [] : [[t('withdrawals.unsent_by'), nothingSentBy] as const]),
          ...(paidBy === '' ? [] : [[t('withdrawals.paid_by'), paidBy] as const]),
          ...(reference === ''
            ? []
            : [[t('withdrawals.reference'), <code key="reference">{reference}</code>] as const]),
          ...(card.back === null
            ? []
            : [
                [t('withdrawals.back_of'), formats.money(card.back.amount)] as const,
                [t('withdrawals.back_by'), card.back.by] as const,
                [t('withdrawals.back_time'), <When key="back" at={card.back.time} />] as const,
                [t('deposits.receipt'), <code key="receipt">{card.back.reference}</code>] as const,
              ]),
          ...(card.reasonCode === ''
            ? []
            : [[t('reason'), textOrName(t, 'withdrawal_reason', card.reasonCode)] as const]),
          ...(card.reason === '' ? [] : [[t('field.told'), <bdi key="told">{card.reason}</bdi>] as const]),
        ]}
      />
    </Panel>
  );
}

/** Approving moves money within the books; only paying takes it out of the pool. */
export function PoolPanel({ card }: { card: ReadWithdrawal }) {
  const t = useTexts();
  const formats = useFormats();
  const { pool, number, status } = card;
  const approved = formatUnits(amount(readUnits(pool.approved) + readUnits(number)), 2);
  const lines = [
    ...(status === 1
      ? [
          { name: t('pool.frozen'), now: number, after: '0' },
          { name: t('pool.approved'), now: pool.approved, after: approved },
        ]
      : []),
    ...(status === 1 || status === 2 ? [{ name: t('pool.held'), now: pool.held, after: pool.after }] : []),
  ];
  const short = lines.length > 0 && pool.after.startsWith('-');
  return (
    <Panel title={t('pool.title')} flush={lines.length > 0}>
      {lines.length === 0 ? (
        <Facts rows={[[t('pool.held'), formats.number(pool.held)]]} />
      ) : (
        <Rows
          label={t('pool.title')}
          columns={[{ name: t('pool.of') }, { name: t('pool.now'), end: true }, { name: t('pool.then'), end: true }]}
        >
          {lines.map(({ name, now, after }) => (
            <Table.Tr key={name}>
              <Table.Td className="wide">{name}</Table.Td>
              <Table.Td className="end figure">{formats.number(now, { places: 2 })}</Table.Td>
              <Table.Td className="end figure">{formats.number(after, { places: 2 })}</Table.Td>
            </Table.Tr>
          ))}
        </Rows>
      )}
      {short && (
        <div className="note-warn" role="note">
          {t('pool.short')}
        </div>
      )}
    </Panel>
  );
}
