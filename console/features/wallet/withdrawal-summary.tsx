// What a decision on a withdrawal is about, said once more before it is made: how much, and whereto.

import { useFormats, useTexts } from '../../i18n/use-texts.ts';
import { CodeGroups } from '../../parts/code-groups.tsx';
import { Facts } from '../../parts/panel.tsx';
import type { ReadWithdrawal } from './withdrawal.tsx';
import { useMoneyWords } from './words.ts';

export function WithdrawalSummary({ card }: { card: ReadWithdrawal }) {
  const t = useTexts();
  const formats = useFormats();
  const words = useMoneyWords();
  return (
    <Facts
      rows={[
        [t('withdrawals.amount'), formats.money(card.number)],
        [t('withdrawals.pays_out'), <strong key="out">{words.of(card.received, card.currency)}</strong>],
        [t('withdrawals.way'), words.way(card.currency, card.protocol)],
        [t('destination.title'), <CodeGroups key="place" groups={card.destination.groups} />],
        ...(card.destination.tag === ''
          ? []
          : [[t('destination.tag'), <bdi key="tag">{card.destination.tag}</bdi>] as const]),
      ]}
    />
  );
}
