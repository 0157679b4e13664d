// A sentence that comes before everything else, over the whole window, with the ways on from it. Escape is the last of them: it closes.

import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { useLayer } from './layer.ts';

export function FullNotice(props: {
  open: boolean;
  onOpen: (open: boolean) => void;
  icon: ReactNode;
  title: string;
  text: ReactNode;
  /** The ways on, the first one first. */
  children: ReactNode;
}) {
  useLayer(props.open, () => props.onOpen(false));
  return (
    <AlertDialog.Root open={props.open} onOpenChange={(open) => props.onOpen(open)}>
      <AlertDialog.Portal>
        <AlertDialog.Popup className="safe-top fixed inset-0 z-50 grid place-items-center overflow-y-auto bg-canvas text-ink outline-none">
          <div className="w-full max-w-md px-6 py-10 text-center">
            <span
              aria-hidden="true"
              className="mx-auto mb-5 grid size-18 place-items-center rounded-full bg-accent-soft text-accent-text"
            >
              {props.icon}
            </span>
            <AlertDialog.Title className="text-balance font-semibold text-2xl leading-tight tracking-[-0.025em]">
              {props.title}
            </AlertDialog.Title>
            <AlertDialog.Description className="mt-3 text-pretty text-base text-muted">
              {props.text}
            </AlertDialog.Description>
            <div className="mt-8 grid gap-3">{props.children}</div>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
