// Asks before something that can't be undone. Says what will happen; the safe answer comes first in focus.

import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { useLayer } from './layer.ts';

export interface ConfirmProps {
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly title: string;
  readonly text: ReactNode;
  /** What else is to be chosen before. */
  readonly more?: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly onConfirm: () => void;
  readonly busy?: boolean;
  /** Why it can't be done now; stands in the place of `text`. */
  readonly held?: string | undefined;
  readonly tone?: 'primary' | 'danger';
}

export function Confirm(props: ConfirmProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  useLayer(props.open, () => props.onOpen(false));
  return (
    <AlertDialog.Root open={props.open} onOpenChange={(open) => props.onOpen(open)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop
          // Also over a sheet, which then lies as still as the page below it.
          forceRender
          className="fixed inset-0 z-50 bg-scrim transition-opacity duration-200 data-starting-style:opacity-0 data-ending-style:opacity-0"
        />
        <AlertDialog.Viewport className="fixed inset-0 z-50 grid place-items-center p-5">
          <AlertDialog.Popup
            initialFocus={cancel}
            className="w-full max-w-sm rounded-2xl bg-raised p-6 text-ink shadow-float outline-none transition-[transform,opacity] duration-200 ease-calm data-starting-style:scale-95 data-starting-style:opacity-0 data-ending-style:scale-95 data-ending-style:opacity-0"
          >
            <AlertDialog.Title className="font-semibold text-lg tracking-[-0.01em]">{props.title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-2 text-pretty text-base text-muted">
              {props.held ?? props.text}
            </AlertDialog.Description>
            {props.more && props.held === undefined && <div className="mt-4">{props.more}</div>}
            <div className="mt-6 grid grid-cols-2 gap-3">
              <Button ref={cancel} tone="soft" onClick={() => props.onOpen(false)} disabled={props.busy}>
                {props.cancelLabel}
              </Button>
              <Button
                tone={props.tone ?? 'primary'}
                onClick={props.onConfirm}
                busy={props.busy}
                disabled={props.held !== undefined}
              >
                {props.confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
