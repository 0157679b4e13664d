// Asks for the next page of a list that goes on.

import { Button } from '@mantine/core';
import { useTexts } from '../i18n/use-texts.ts';

interface Paged {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
}

export function MoreButton({ of }: { of: Paged }) {
  const t = useTexts();
  if (!of.hasNextPage) return null;
  return (
    <div className="more">
      <Button variant="default" size="xs" loading={of.isFetchingNextPage} onClick={() => of.fetchNextPage()}>
        {t('more')}
      </Button>
    </div>
  );
}
