// What somebody types, once they pause: the server is not asked for every letter.

import { useEffect, useState } from 'react';

const PAUSE_MS = 250;

export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
