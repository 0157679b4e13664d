// Tabs over one panel: arrows move between them as the ARIA pattern says. The panel carries `panelId` and is the caller's.

import type { KeyboardEvent } from 'react';
import { cx } from './cx.ts';
import { useRtl } from './locale.tsx';

export interface TabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly value: T; readonly text: string; readonly count?: string }[];
  readonly value: T;
  readonly onValue: (value: T) => void;
  readonly panelId?: string;
  readonly className?: string;
}

export function Tabs<T extends string>({ label, tabs, value, onValue, panelId, className }: TabsProps<T>) {
  const rtl = useRtl();
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const at = tabs.findIndex((tab) => tab.value === value);
    const forward = rtl ? 'ArrowLeft' : 'ArrowRight';
    const back = rtl ? 'ArrowRight' : 'ArrowLeft';
    const moves: Record<string, number> = { [forward]: at + 1, [back]: at - 1, Home: 0, End: tabs.length - 1 };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + tabs.length) % tabs.length;
    const next = tabs[index];
    if (!next) return;
    onValue(next.value);
    const button = event.currentTarget.children.item(index);
    if (button instanceof HTMLElement) button.focus();
  }
  return (
    <div
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={cx('scroll-x flex gap-5 border-line border-b', className)}
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onValue(tab.value)}
          className={cx(
            'relative -mb-px min-h-11 shrink-0 border-b-2 px-0.5 text-base font-semibold -outline-offset-2 transition-colors duration-150',
            tab.value === value ? 'border-ink text-ink' : 'border-transparent text-quiet hover:text-ink',
          )}
        >
          {tab.text}
          {tab.count !== undefined && (
            <>
              {/* Read out as two words. */}{' '}
              <span className="tabular ms-0.5 font-medium text-quiet text-sm">{tab.count}</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}
