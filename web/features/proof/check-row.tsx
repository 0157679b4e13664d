// One recomputed number: what it should be, what the order says.

import { cx } from '@fairtick/ui/cx';
import { useTexts } from '../../i18n/use-texts.ts';
import type { OrderReport } from './check-order.ts';
import { checkKey, valueKey } from './check-words.ts';
import { Mark } from './mark.tsx';

export function CheckRow({ name, ok, open, expected, actual }: OrderReport['checks'][number]) {
  const t = useTexts('verify');
  const key = checkKey(name);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2 text-sm">
      <span className="font-medium">{key ? t(key) : name}</span>
      <Mark ok={ok} open={open === true} text={t(open ? 'check.open' : ok ? 'check.ok' : 'check.bad')} />
      <span className="tabular col-span-2 flex flex-wrap gap-x-4 text-quiet text-xs">
        <span className="break-all">
          {t('check.expected')} <CheckValue value={expected} />
        </span>
        <span className={cx('break-all', !ok && !open && 'font-semibold text-danger')}>
          {t('check.actual')} <CheckValue value={actual} />
        </span>
      </span>
    </li>
  );
}

/** Numbers and bounds stand as they are; the few words among them are said in the user's language. */
function CheckValue({ value }: { value: string }) {
  const t = useTexts('verify');
  const key = valueKey(value);
  return key ? t(key) : <bdi dir="ltr">{value}</bdi>;
}
