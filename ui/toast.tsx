// Short words about what just happened, read aloud by screen readers. The queue and its time are the caller's.
// Where they stand nothing else does: on a phone below the strip on top, or, while a sheet is open, in the band that the sheet leaves
// free over its head (the newest only; at the foot where a drawer takes the whole height); on a wide screen at the foot of the start side, clear of dialogs and tickets.

import X from 'lucide-react/icons/x';
import { cx } from './cx.ts';
import { useWords } from './locale.tsx';

export interface ToastView {
  readonly id: number;
  readonly tone: 'info' | 'success' | 'error';
  readonly text: string;
  /** A number for support, shown small. */
  readonly code?: number;
  /** To where more of it is, by a tap on its words. */
  readonly open?: () => void;
  /** The one thing to do about it. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

const REGION = cx(
  'pointer-events-none fixed inset-x-0 top-(--shell-top) z-60 mx-auto flex max-w-md flex-col gap-2 p-3',
  'max-lg:in-data-[sheet=bottom]:top-[env(safe-area-inset-top,0px)] max-lg:in-data-[sheet]:*:not-last:hidden',
  'max-lg:in-data-[sheet=start]:top-auto max-lg:in-data-[sheet=start]:bottom-0',
  'lg:inset-x-auto lg:start-(--shell-start) lg:top-auto lg:bottom-0 lg:w-88',
);
const MARKS = { info: 'bg-accent-text', success: 'bg-up-mark', error: 'bg-down-mark' };

export function ToastRegion({ toasts, onDismiss }: { toasts: readonly ToastView[]; onDismiss: (id: number) => void }) {
  const words = useWords();
  return (
    <div role="status" aria-live="polite" className={REGION}>
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className="pointer-events-auto flex animate-rise items-center gap-3 rounded-lg border border-line bg-raised py-1.5 ps-4 pe-1.5 text-ink shadow-float"
        >
          <span aria-hidden="true" className={cx('size-2.5 shrink-0 rounded-full', MARKS[toast.tone])} />
          <p className="min-w-0 flex-1 py-1.5 font-medium text-sm">
            {toast.open ? (
              <button type="button" onClick={toast.open} className="min-h-11 w-full text-start">
                {toast.text}
              </button>
            ) : (
              toast.text
            )}
            {toast.code !== undefined && toast.code > 0 && (
              <bdi dir="ltr" className="tabular ms-2 font-normal text-quiet text-xs">
                #{toast.code}
              </bdi>
            )}
          </p>
          {toast.action && (
            <button
              type="button"
              onClick={toast.action.run}
              className="min-h-11 shrink-0 px-1 font-semibold text-accent-text text-sm"
            >
              {toast.action.label}
            </button>
          )}
          <button
            type="button"
            aria-label={words.close}
            onClick={() => onDismiss(toast.id)}
            className="grid size-11 shrink-0 place-items-center rounded-full text-quiet hover:bg-sunken hover:text-ink"
          >
            <X aria-hidden="true" size={18} />
          </button>
        </div>
      ))}
    </div>
  );
}
