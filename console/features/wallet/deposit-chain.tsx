// What the chain itself says of the transaction that the user named: looked up when the card was opened.

import { Button, Group } from '@mantine/core';
import { useTexts } from '../../i18n/use-texts.ts';
import { Facts } from '../../parts/panel.tsx';
import { Tag } from '../../parts/tag.tsx';
import type { ReadDeposit } from './deposit.tsx';
import { useMoneyWords } from './words.ts';

type Chain = NonNullable<ReadDeposit['chain']>;
const TONES = { checked: 'good', not_checked: 'plain', differs: 'bad' } as const;

interface ChainProps {
  readonly item: ReadDeposit;
  readonly onUse: (one: Chain['outputs'][number]) => void;
}

export function ChainFacts({ item, onUse }: ChainProps) {
  const t = useTexts();
  const words = useMoneyWords();
  const { chain, currency } = item;
  if (!chain) return null;
  const { state, why, confirmations, confirmationsNeeded, outputs } = chain;
  return (
    <>
      <Facts
        rows={[
          [
            t('chain.title'),
            <Tag key="state" tone={TONES[state]}>
              {t(`chain.state.${state}`)}
            </Tag>,
          ],
          ...(confirmations === null
            ? []
            : [
                [
                  t('chain.confirmations'),
                  t('chain.confirmations_of', { seen: confirmations, needed: confirmationsNeeded }),
                ] as const,
              ]),
          ...outputs.map(
            (one) =>
              [
                words.of(one.amount, currency),
                <Group key={one.reference} gap="xs">
                  <code className="long">{one.reference}</code>
                  <bdi className="quiet">{one.from}</bdi>
                  {state === 'checked' && (
                    <Button size="compact-xs" variant="default" onClick={() => onUse(one)}>
                      {t('receipts.use')}
                    </Button>
                  )}
                </Group>,
              ] as const,
          ),
        ]}
      />
      {why !== '' && <p className={state === 'differs' ? 'note-warn' : 'quiet'}>{t(`chain.why.${why}`)}</p>}
    </>
  );
}
