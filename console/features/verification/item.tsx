// One verification: taken first, so that nobody works twice and nobody looks without need; then its images and the decision.

import type { ApiError } from '@fairtick/contract/client/failures';
import type { ErrorCode } from '@fairtick/contract/errors';
import { Button, Group, Stack } from '@mantine/core';
import ImageOff from 'lucide-react/icons/image-off';
import { useEffect, useState } from 'react';
import { countdown } from '../../calculators/age.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useKeys } from '../../hooks/use-keys.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Empty } from '../../parts/empty.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Tag } from '../../parts/tag.tsx';
import type { StaffAnswer } from '../../stores/api.ts';
import { Decision } from './decision.tsx';
import { DocumentImage } from './document-image.tsx';
import { ItemFacts } from './item-facts.tsx';

export type Item = StaffAnswer<'verification'>;
const ALREADY_DECIDED: ErrorCode<'ALREADY_DECIDED'> = 8004;

export function VerificationItem({ id, onNext }: { id: string; onNext: (next: string | null) => void }) {
  const t = useTexts();
  const { until, failure, ready, busy, take } = useClaim(id);
  useKeys({ t: take });
  return (
    <Page
      title={t('verification.item')}
      aside={<ClaimLeft until={until} busy={busy} onTake={take} />}
      keys={[
        [['A'], t('verification.accept')],
        [['R'], t('verification.reject')],
        [['T'], t('verification.take')],
      ]}
    >
      {ready ? (
        <ItemBody id={id} onNext={onNext} />
      ) : (
        <Stack gap="sm" align="start">
          <FailureNote failure={failure} />
          {failure !== undefined && (
            <Group gap="xs">
              <Button variant="default" loading={busy} onClick={take}>
                {t('verification.take')}
              </Button>
              <Button variant="subtle" onClick={() => onNext(null)}>
                {t('verification.to_queue')}
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Page>
  );
}

interface Claim {
  /** UTC ms by the server's clock; undefined for an item that needs none. */
  readonly until: number | undefined;
  readonly failure: ApiError | undefined;
  readonly ready: boolean;
  readonly busy: boolean;
  take(): void;
}

/** Takes the item once when it is opened; what was decided already needs nobody and is only read. */
function useClaim(id: string): Claim {
  const claim = useAct('verification_claim');
  const [until, setUntil] = useState<number | undefined>();
  const decided = claim.failure?.code === ALREADY_DECIDED;
  const take = async (): Promise<void> => {
    const answer = await claim.send({ id });
    if (answer) setUntil(answer.until);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each item, whatever is drawn again
  useEffect(() => {
    setUntil(undefined);
    void take();
  }, [id]);
  return {
    until,
    failure: decided ? undefined : claim.failure,
    ready: decided || until !== undefined,
    busy: claim.busy,
    take: () => void take(),
  };
}

function ClaimLeft({ until, busy, onTake }: { until: number | undefined; busy: boolean; onTake: () => void }) {
  const t = useTexts();
  const now = useNow(1_000);
  if (until === undefined) return null;
  const left = until - now;
  return (
    <Group gap="xs">
      {left > 0 ? (
        <Tag tone="state">{t('verification.yours', { left: countdown(left) })}</Tag>
      ) : (
        <Tag tone="warn">{t('verification.claim_over')}</Tag>
      )}
      {left < 120_000 && (
        <Button size="xs" variant="default" loading={busy} onClick={onTake}>
          {t('verification.take')}
        </Button>
      )}
    </Group>
  );
}

function ItemBody({ id, onNext }: { id: string; onNext: (next: string | null) => void }) {
  const t = useTexts();
  // Its links end after five minutes; asking again would be one more look on record, so it is asked for once.
  const item = useRead('verification', { id }, { once: true });
  return (
    <Loaded of={item} rows={10}>
      {(read) => (
        <div className="review">
          <div className="review-images">
            {read.front === '' ? (
              <Empty
                icon={<ImageOff size={28} />}
                title={t('verification.no_images')}
                text={t('verification.no_images_text')}
              />
            ) : (
              <>
                <DocumentImage link={read.front} name={t('verification.front')} />
                <DocumentImage link={read.reverse} name={t('verification.reverse')} />
                <p className="quiet">{t('verification.not_scanned')}</p>
              </>
            )}
          </div>
          <div className="review-side">
            <ItemFacts item={read} />
            {read.status === 1 && <Decision item={read} onNext={onNext} />}
          </div>
        </div>
      )}
    </Loaded>
  );
}
