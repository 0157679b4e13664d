// The sheet of one thing in full: its name and tags, what matters most, what can be done with it, and a part that opens at a press.

import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Sheet } from './sheet.tsx';

export interface DetailSheetProps {
  readonly open: boolean;
  readonly onDone: () => void;
  /** A code: left to right in every language. */
  readonly title: string;
  readonly tags: ReactNode;
  /** Stands above the part that opens. */
  readonly head: ReactNode;
  /** The part that opens, and its button at the foot. */
  readonly more?: { readonly label: string; readonly icon: ReactNode; readonly content: ReactNode } | undefined;
  /** Beside that button. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function DetailSheet({ open, onDone, title, tags, head, more, actions, children }: DetailSheetProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Sheet
      open={open}
      onOpen={(next) => {
        if (!next) onDone();
      }}
      title={
        <span className="flex flex-wrap items-center gap-2">
          <bdi dir="ltr">{title}</bdi>
          {tags}
        </span>
      }
      footer={
        (more || actions) && (
          <div className="flex gap-3">
            {more && (
              <Button tone="soft" wide icon={more.icon} onClick={() => setOpened(!opened)} aria-expanded={opened}>
                {more.label}
              </Button>
            )}
            {actions}
          </div>
        )
      }
    >
      <div className="grid gap-4 pb-4">
        {head}
        {more && opened && more.content}
        {children}
      </div>
    </Sheet>
  );
}
