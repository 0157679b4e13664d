// How long an item still is this person's, and the way to take it again before somebody else does.

import { Button, Group } from '@mantine/core';
import { countdown } from '../calculators/age.ts';
import type { Claim } from '../hooks/use-claim.ts';
import { useNow } from '../hooks/use-now.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Tag } from './tag.tsx';

export function ClaimLeft({ of: { until, busy, take } }: { of: Claim }) {
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
        <Button size="xs" variant="default" loading={busy} onClick={take}>
          {t('verification.take')}
        </Button>
      )}
    </Group>
  );
}
