// Keys of a screen. They are silent while somebody types, while a dialog is open, and beside Ctrl, Alt or Meta.

import { useEffect, useRef } from 'react';

export type Keys = Readonly<Record<string, (() => void) | undefined>>;

const TYPING = 'input, textarea, select, [contenteditable]';

export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      if (document.querySelector('[role="dialog"]')) return;
      const run = latest.current[event.key.toLowerCase()];
      if (!run) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}

/** Moves the focus by one among the rows of the page: their links carry `data-row`. */
export function moveRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const { activeElement } = document;
  const at = activeElement instanceof HTMLElement ? rows.indexOf(activeElement) : -1;
  const next = at < 0 ? (by === 1 ? 0 : rows.length - 1) : at + by;
  rows[next]?.focus();
}

export const ROW_KEYS: Keys = { j: () => moveRow(1), k: () => moveRow(-1) };
