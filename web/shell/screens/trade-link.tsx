// The one next step of an empty list: the ticket of its kind.

import { buttonClass } from '@fairtick/ui/button';
import { useTexts } from '../../i18n/use-texts.ts';
import { FAMILY_LABEL, type Family } from '../../stores/family.ts';

export function TradeLink({ family }: { family: Family }) {
  const t = useTexts('orders');
  return (
    <a href={`#/trade?form=${FAMILY_LABEL[family]}`} className={buttonClass({})}>
      {t('empty.go')}
    </a>
  );
}
