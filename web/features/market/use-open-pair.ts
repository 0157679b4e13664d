// A tap on a pair anywhere on Home: it becomes the current one and the trading screen opens.

import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { setCurrentPair } from '../../stores/market.ts';

export function useOpenPair(): (pairId: number) => void {
  const navigate = useNavigate();
  return useCallback(
    (pairId) => {
      setCurrentPair(pairId);
      void navigate({ to: '/trade' });
    },
    [navigate],
  );
}
