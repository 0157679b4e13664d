// An address or an account number: whole, in groups of four of two tones, so that two people can compare it aloud. Left to right in every language.

import { cx } from '@fairtick/ui/cx';
import { groupsOf } from '../../calculators/payments.ts';

export function AddressText({ text, className }: { text: string; className?: string }) {
  const groups = groupsOf(text);
  let at = 0;
  return (
    <bdi dir="ltr" className={cx('tabular block font-mono [overflow-wrap:anywhere]', className)}>
      <span className="sr-only">{text}</span>
      <span aria-hidden="true" className="flex flex-wrap gap-x-2">
        {groups.map((group) => {
          at += 1;
          return (
            <span key={at} className={at % 2 === 0 ? 'text-accent-text' : ''}>
              {group}
            </span>
          );
        })}
      </span>
    </bdi>
  );
}
