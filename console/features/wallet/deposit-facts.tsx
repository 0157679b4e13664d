// What the user says they sent, what the server knows of it, and what became of it.

import { Link } from '@tanstack/react-router';
import { textOrName } from '../../i18n/texts.ts';
import { useFormats, useTexts } from '../../i18n/use-texts.ts';
import { CodeGroups } from '../../parts/code-groups.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Facts, Panel } from '../../parts/panel.tsx';
import { Tag } from '../../parts/tag.tsx';
import { When } from '../../parts/when.tsx';
import type { ReadDeposit } from './deposit.tsx';
import { DEPOSIT_TONES } from './deposit-queue.tsx';
import { useMoneyWords } from './words.ts';

const inFours = (code: string): string[] => code.match(/.{1,4}/gu) ?? [];

export function DepositFacts({ item }: { item: ReadDeposit }) {
  const t = useTexts();
  const words = useMoneyWords();
  return (
    <Panel
      title={t('deposits.said_by', { uid: item.uid })}
      aside={<Tag tone={DEPOSIT_TONES[item.status]}>{t(`deposits.state.${item.status}`)}</Tag>}
    >
      <Facts
        rows={[
          [
            t('column.user'),
            <Link key="user" to="/users/$id" params={{ id: item.userId }}>
              {item.uid}
            </Link>,
          ],
          [t('column.verified'), t(item.verified ? 'standing.verified' : 'standing.unverified')],
          ...repaysRow(item, t),
          [t('deposits.said'), <strong key="said">{words.of(item.number, item.currency)}</strong>],
          [t('deposits.way'), item.kind === 'coin' ? item.network : t('deposits.bank')],
          [t('deposits.place'), <CodeGroups key="place" groups={inFours(item.place)} />],
          [t('column.submitted'), <When key="submitted" at={item.submitted} />],
          ...decidedRows(item, t, words),
        ]}
      />
      {item.txid !== '' && (
        <div className="copy-text">
          <CodeGroups groups={inFours(item.txid)} />
          <CopyButton text={item.txid} what={t('deposits.transaction')} />
        </div>
      )}
      <Held item={item} />
    </Panel>
  );
}

/** Nobody who credits it is surprised by what a short sum does. */
function repaysRow({ repays, repayDue }: ReadDeposit, t: ReturnType<typeof useTexts>) {
  if (repays === '') return [];
  return [
    [
      t('deposits.repays'),
      <Link key="repays" to="/loans/$" params={{ _splat: repays }}>
        {repays}
      </Link>,
    ] as const,
    ...(repayDue === '' ? [] : [[t('deposits.repay_due'), <Dollars key="repay-due" text={repayDue} />] as const]),
  ];
}

function decidedRows(item: ReadDeposit, t: ReturnType<typeof useTexts>, words: ReturnType<typeof useMoneyWords>) {
  const { creditedNumber, credited, decidedBy, decidedTime, reasonCode, reason, currency } = item;
  return [
    ...(creditedNumber === '' ? [] : [[t('deposits.came'), words.of(creditedNumber, currency)] as const]),
    ...(credited === '' ? [] : [[t('deposits.credited'), <Dollars key="credited" text={credited} />] as const]),
    ...(decidedBy === '' ? [] : [[t('field.decided_by'), decidedBy] as const]),
    ...(decidedTime === null ? [] : [[t('field.decided'), <When key="decided" at={decidedTime} />] as const]),
    ...(reasonCode === '' ? [] : [[t('reason'), textOrName(t, 'deposit_reason', reasonCode)] as const]),
    ...(reason === '' ? [] : [[t('field.told'), <bdi key="told">{reason}</bdi>] as const]),
  ];
}

function Dollars({ text }: { text: string }) {
  const formats = useFormats();
  return <span className="figure">{formats.money(text)}</span>;
}

/** Why it waits for somebody, and who else says that the same money is theirs. */
function Held({ item: { heldFor, verified, sameTransaction } }: { item: ReadDeposit }) {
  const t = useTexts();
  return (
    <>
      {heldFor !== '' && !(heldFor === 'unverified' && verified) && (
        <div className="note-warn" role="note">
          {t(`deposits.held_means.${heldFor}`)}
        </div>
      )}
      {sameTransaction.length > 0 && (
        <div className="note-warn" role="note">
          {t('deposits.same_transaction')} <strong>{sameTransaction.join(', ')}</strong>
        </div>
      )}
    </>
  );
}
