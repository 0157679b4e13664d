// Why a pair does not trade now, in place of its figures.

import type { TradePair } from '@fairtick/contract/http/market';
import { Tag } from '@fairtick/ui/tag';
import { useTexts } from '../../i18n/use-texts.ts';

export function ClosedTag({ status }: { status: TradePair['StatusReason'] }) {
  const t = useTexts('shell');
  return (
    <span title={t(`status.${status}`)}>
      <Tag>{t(status === 'hours' || status === 'disabled' ? 'status.closed' : `status.${status}`)}</Tag>
    </span>
  );
}
