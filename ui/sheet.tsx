// A panel over the page: from below on a phone, a dialog in the middle on a wide screen, or a drawer from the start side.
// Brings Base UI with it: load what uses it lazily, so that the first page stays light.

import { Drawer } from '@base-ui/react/drawer';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect } from 'react';
import { cx } from './cx.ts';
import { useLayer } from './layer.ts';
import { useRtl, useWords } from './locale.tsx';

export interface SheetProps {
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly title: ReactNode;
  /** A line under the title. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
  /** Stays in sight below the content that scrolls. */
  readonly footer?: ReactNode;
  readonly side?: 'bottom' | 'start';
  readonly width?: 'md' | 'lg';
  /** What it shows is shown once: only a button of its own ends it, no key, no touch beside it, no swipe. */
  readonly held?: boolean;
}

const BACKDROP = cx(
  'fixed inset-0 z-40 bg-scrim opacity-[calc(1-var(--drawer-swipe-progress))] transition-opacity duration-300 ease-calm',
  'data-starting-style:opacity-0 data-ending-style:opacity-0 data-swiping:duration-0',
);
const POPUP =
  'flex flex-col bg-raised text-ink outline-none shadow-float transition-[transform,opacity] duration-300 ease-calm data-swiping:duration-0';
const FROM_BELOW = cx(
  // The band over it is the toasts' while a sheet is open.
  'max-h-[calc(100dvh-5.5rem-env(safe-area-inset-top,0px))] w-full rounded-t-2xl [transform:translateY(var(--drawer-swipe-movement-y))]',
  'data-starting-style:[transform:translateY(100%)] data-ending-style:[transform:translateY(100%)]',
  'lg:max-h-[min(82dvh,52rem)] lg:rounded-2xl',
  'lg:data-starting-style:opacity-0 lg:data-starting-style:[transform:translateY(16px)]',
  'lg:data-ending-style:opacity-0 lg:data-ending-style:[transform:translateY(16px)]',
);
const FROM_START = cx(
  'h-full w-[min(22rem,calc(100vw-3rem))] [transform:translateX(var(--drawer-swipe-movement-x))]',
  'data-starting-style:[transform:translateX(-100%)] data-ending-style:[transform:translateX(-100%)]',
  'rtl:data-starting-style:[transform:translateX(100%)] rtl:data-ending-style:[transform:translateX(100%)]',
);

export function Sheet({
  open,
  onOpen,
  title,
  note,
  children,
  footer,
  side = 'bottom',
  width = 'md',
  held = false,
}: SheetProps) {
  const rtl = useRtl();
  const below = side === 'bottom';
  useMark(open, side);
  useLayer(open, () => onOpen(false), held);
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next) => {
        if (next || !held) onOpen(next);
      }}
      swipeDirection={below ? 'down' : rtl ? 'right' : 'left'}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className={BACKDROP} />
        <Drawer.Viewport
          className={cx(
            'fixed inset-0 z-50 flex',
            below ? 'items-end justify-center lg:items-center lg:p-6' : 'items-stretch justify-start',
          )}
        >
          <Drawer.Popup
            className={cx(
              POPUP,
              below ? FROM_BELOW : FROM_START,
              below && (width === 'lg' ? 'lg:max-w-2xl' : 'lg:max-w-lg'),
            )}
          >
            {below && !held && (
              <span
                aria-hidden="true"
                className="mx-auto mt-2 h-1 w-10 shrink-0 rounded-full bg-line-strong lg:hidden"
              />
            )}
            <Head title={title} note={note} held={held} />
            <Drawer.Content
              className={cx(
                'min-h-0 flex-1 overflow-y-auto overscroll-contain px-5',
                !footer && 'pb-[calc(1.5rem+env(safe-area-inset-bottom,0px))]',
              )}
            >
              {children}
            </Drawer.Content>
            {footer && (
              <footer className="shrink-0 border-line border-t px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom,0px))]">
                {footer}
              </footer>
            )}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}

function Head({ title, note, held }: Pick<SheetProps, 'title' | 'note' | 'held'>) {
  const words = useWords();
  return (
    <header className="flex shrink-0 items-start justify-between gap-3 py-2 ps-5 pe-2">
      <div className="min-w-0 py-2.5">
        <Drawer.Title className="font-semibold text-lg leading-snug tracking-[-0.01em]">{title}</Drawer.Title>
        {note && <Drawer.Description className="mt-0.5 text-quiet text-sm">{note}</Drawer.Description>}
      </div>
      {!held && (
        <Drawer.Close
          aria-label={words.close}
          className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden="true" size={20} />
        </Drawer.Close>
      )}
    </header>
  );
}

/** For what must keep clear of the sheet (toast.tsx). An attribute, for a :has() would be looked into at every change of the page. */
function useMark(open: boolean, side: 'bottom' | 'start'): void {
  useEffect(() => {
    if (!open) return;
    const { dataset } = document.documentElement;
    const before = dataset.sheet;
    dataset.sheet = side;
    return () => {
      if (before === undefined) delete dataset.sheet;
      else dataset.sheet = before;
    };
  }, [open, side]);
}
