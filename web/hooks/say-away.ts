// In place of a part that a screen can be without: says that its code did not come. Loading the page anew is the user's to choose, who may be in the
// middle of something.

import { useEffect } from 'react';
import { sayToast } from '../stores/toast.ts';

export function SayAway(): null {
  useEffect(() => sayToast({ tone: 'error', text: '', local: 'part_away' }), []);
  return null;
}
