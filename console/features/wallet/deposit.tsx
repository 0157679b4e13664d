// One deposit: taken first, so that nobody works twice; then its picture beside what the user said, and what came is credited by its receipt.

import { Button, Group, Stack } from '@mantine/core';
import ImageOff from 'lucide-react/icons/image-off';
import { type Claim, useClaim } from '../../hooks/use-claim.ts';
import { useKeys } from '../../hooks/use-keys.ts';
import { useMay } from '../../hooks/use-me.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { ClaimLeft } from '../../parts/claim-left.tsx';
import { DocumentImage } from '../../parts/document-image.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { type KeyHint, Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import type { StaffAnswer } from '../../stores/api.ts';
import { CreditPanel } from './deposit-credit.tsx';
import { DepositFacts } from './deposit-facts.tsx';
import { DepositRows, useDeposits } from './deposit-queue.tsx';
import { ReverseButton } from './deposit-reverse.tsx';

export type ReadDeposit = StaffAnswer<'deposit'>;

interface ItemProps {
  readonly id: string;
  /** null: there is no other one. */
  readonly onGo: (id: string | null) => void;
}

export function DepositPage({ id, onGo }: ItemProps) {
  const t = useTexts();
  const may = useMay();
  const claim = useClaim('deposit_claim', id, may('deposits_reject', 'do'));
  const { previous, next } = useNeighbours(id);
  useKeys({
    t: claim.take,
    q: () => onGo(null),
    j: next === undefined ? undefined : () => onGo(next),
    k: previous === undefined ? undefined : () => onGo(previous),
  });
  const hints: KeyHint[] = [
    [['A'], t('deposits.credit')],
    [['R'], t('deposits.reject')],
    [['T'], t('verification.take')],
  ];
  return (
    <Page
      title={t('deposits.one')}
      aside={<ClaimLeft of={claim} />}
      keys={[
        ...(may('deposits_reject', 'do') ? hints : []),
        [['J', 'K'], t('key.move')],
        [['Q'], t('verification.to_queue')],
      ]}
    >
      {claim.ready ? (
        <ItemBody id={id} claim={claim} onDone={() => onGo(next ?? null)} />
      ) : (
        <Stack gap="sm" align="start">
          <FailureNote failure={claim.failure} />
          {claim.failure !== undefined && (
            <Group gap="xs">
              <Button variant="default" loading={claim.busy} onClick={claim.take}>
                {t('verification.take')}
              </Button>
              <Button variant="subtle" onClick={() => onGo(null)}>
                {t('verification.to_queue')}
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Page>
  );
}

function ItemBody({ id, claim, onDone }: { id: string; claim: Claim; onDone: () => void }) {
  const t = useTexts();
  const may = useMay();
  // Its link ends after five minutes; asking again would be one more look on record, so it is asked for once.
  const item = useRead('deposit', { id }, { once: true });
  return (
    <Loaded of={item} rows={10}>
      {(read) => (
        <div className="deposit">
          <div className="stack">
            {read.proof === '' ? (
              <Panel title={t('deposits.proof')}>
                <Empty
                  icon={<ImageOff size={28} />}
                  title={t('verification.no_images')}
                  text={t('deposits.no_proof_text')}
                />
              </Panel>
            ) : (
              <DocumentImage link={read.proof} name={t('deposits.proof')} />
            )}
            {read.others.length > 0 && (
              <Panel title={t('deposits.others')} flush>
                <DepositRows label={t('deposits.others')} rows={read.others} />
              </Panel>
            )}
          </div>
          <div className="stack">
            <DepositFacts item={read} />
            {read.status === 0 && claim.until !== undefined && <CreditPanel item={read} onDone={onDone} />}
            {read.status === 1 && may('deposits', 'do') && <ReverseButton item={read} />}
          </div>
        </div>
      )}
    </Loaded>
  );
}

/** Those before and after it among those that wait, as far as that was read. */
function useNeighbours(id: string): { previous: string | undefined; next: string | undefined } {
  const ids = useDeposits('0').data?.pages.flatMap(({ data }) => data.map((row) => row.id)) ?? [];
  const at = ids.indexOf(id);
  return at < 0 ? { previous: undefined, next: ids[0] } : { previous: ids[at - 1], next: ids[at + 1] };
}
