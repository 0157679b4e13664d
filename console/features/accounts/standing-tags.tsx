// A user's standing in words: verified or not, and what is locked.

import type { Lock } from '@fairtick/contract/staff/locks';
import { Group } from '@mantine/core';
import { useTexts } from '../../i18n/use-texts.ts';
import { Tag } from '../../parts/tag.tsx';

export function VerifiedTag({ verified }: { verified: boolean }) {
  const t = useTexts();
  return verified ? (
    <Tag tone="good">{t('standing.verified')}</Tag>
  ) : (
    <span className="quiet">{t('standing.unverified')}</span>
  );
}

export function LockTags({ locks }: { locks: readonly Lock[] }) {
  const t = useTexts();
  if (locks.length === 0) return <span className="quiet">{t('standing.unlocked')}</span>;
  return (
    <Group gap={4} wrap="wrap">
      {locks.map((lock) => (
        <Tag key={lock} tone="bad">
          {t(`lock.${lock}`)}
        </Tag>
      ))}
    </Group>
  );
}
