// Holds or does not, as a sign and a word.

import { cx } from '@fairtick/ui/cx';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';

export function Mark({ ok, text }: { ok: boolean; text: string }) {
  const Icon = ok ? Check : X;
  return (
    <span className={cx('flex shrink-0 items-center gap-1 font-semibold text-xs', ok ? 'text-up' : 'text-danger')}>
      <Icon aria-hidden="true" size={14} strokeWidth={3} />
      {text}
    </span>
  );
}
