// Shows the newest word of success for some seconds, and reads it aloud.

import { systemClock } from '@fairtick/kernel/clock';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect, useState } from 'react';
import { useStore } from '../hooks/use-store.ts';
import { toastStore } from '../stores/toast.ts';

const SHOWN_MS = 6_000;

export function ToastPlace() {
  const toast = useStore(toastStore);
  const [gone, setGone] = useState(0);
  useEffect(() => {
    if (toast) return systemClock.after(SHOWN_MS, () => setGone(toast.number));
    return undefined;
  }, [toast]);
  const shown = toast !== undefined && toast.number > gone ? toast : undefined;
  return (
    <div role="status" className="toast-place">
      {shown && (
        <p className="toast">
          <CircleCheck size={18} aria-hidden="true" /> {shown.text}
        </p>
      )}
    </div>
  );
}
