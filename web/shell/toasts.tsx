// Shows what the app has to say, at most three at a time, each for a few seconds; a newer build for as long as it is neither loaded nor sent away.

import { systemClock } from '@fairtick/kernel/clock';
import { ToastRegion, type ToastView } from '@fairtick/ui/toast';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../i18n/use-texts.ts';
import { onToast, type Toast } from '../stores/toast.ts';

const MOST = 3;
const SHORT_MS = 4_000;
const LONG_MS = 8_000;

type Held = Toast & { readonly id: number };

export function Toasts() {
  const t = useTexts('shell');
  const [held, setHeld] = useState<readonly Held[]>([]);
  const nextId = useRef(1);
  const router = useRouter();
  const dismiss = useCallback((id: number) => setHeld((all) => all.filter((toast) => toast.id !== id)), []);
  useEffect(
    () =>
      onToast((toast) => {
        const id = nextId.current;
        nextId.current += 1;
        setHeld((all) => [...all.filter((other) => !same(other, toast)), { ...toast, id }].slice(-MOST));
        if (!staysUntilRead(toast)) systemClock.after(toast.tone === 'error' ? LONG_MS : SHORT_MS, () => dismiss(id));
      }),
    [dismiss],
  );
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (pathChanged) setHeld((all) => all.filter(staysTrue));
      }),
    [router],
  );
  function goTo(id: number, path: string): void {
    dismiss(id);
    router.history.push(path);
  }
  const views: ToastView[] = held.map(({ id, tone, text, local, code, to }) => ({
    id,
    tone,
    text: local ? t(local) : text,
    ...(code === undefined ? {} : { code }),
    ...(to === undefined ? {} : { open: () => goTo(id, to) }),
    ...(staysUntilRead({ local }) ? { action: { label: t('error.reload'), run: loadAgain } } : {}),
  }));
  // Beside the sheets, not below them: a refusal is said while the sheet with the order is still open.
  return createPortal(<ToastRegion toasts={views} onDismiss={dismiss} />, document.body);
}

const loadAgain = (): void => location.reload();

/** What can be done about it is offered for as long as it takes. */
const staysUntilRead = ({ local }: Pick<Toast, 'local'>): boolean => local === 'new_build' || local === 'part_away';

/** A refusal is about the screen on which it was given; that nobody knows how a call ended holds on the next one too. */
const staysTrue = ({ code, local }: Toast): boolean => code === undefined || local === 'outcome_unknown';

const same = (a: Toast, b: Toast): boolean => a.text === b.text && a.local === b.local;
