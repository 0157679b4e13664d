// Holds, does not, or cannot be told, as a sign and a word.

import { cx } from '@fairtick/ui/cx';
import Check from 'lucide-react/icons/check';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import X from 'lucide-react/icons/x';

export function Mark({ ok, open = false, text }: { ok: boolean; open?: boolean; text: string }) {
  const Icon = open ? CircleQuestionMark : ok ? Check : X;
  const tone = open ? 'text-warn' : ok ? 'text-up' : 'text-danger';
  return (
    <span className={cx('flex shrink-0 items-center gap-1 font-semibold text-xs', tone)}>
      <Icon aria-hidden="true" size={14} strokeWidth={3} />
      {text}
    </span>
  );
}
