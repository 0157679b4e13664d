// One verification: taken first, so that nobody works twice and nobody looks without need; then its images and the decision.

import { Button, Group, Stack } from '@mantine/core';
import ImageOff from 'lucide-react/icons/image-off';
import { useClaim } from '../../hooks/use-claim.ts';
import { useKeys } from '../../hooks/use-keys.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { ClaimLeft } from '../../parts/claim-left.tsx';
import { DocumentImage } from '../../parts/document-image.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import type { StaffAnswer } from '../../stores/api.ts';
import { Decision } from './decision.tsx';
import { ItemFacts } from './item-facts.tsx';

export type Item = StaffAnswer<'verification'>;

export function VerificationItem({ id, onNext }: { id: string; onNext: (next: string | null) => void }) {
  const t = useTexts();
  const claim = useClaim('verification_claim', id);
  const { failure, ready, busy, take } = claim;
  useKeys({ t: take });
  return (
    <Page
      title={t('verification.item')}
      aside={<ClaimLeft of={claim} />}
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
