// The way back to the newest price, where the chart was scrolled or stretched away from it.

import { IconButton } from '@fairtick/ui/icon-button';
import ChevronsRight from 'lucide-react/icons/chevrons-right';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { ChartView } from './chart-view.ts';

export function LatestButton({ view }: { view: ChartView }) {
  const t = useTexts('trade');
  const [away, setAway] = useState(() => view.isAway());
  useEffect(() => {
    const look = (): void => setAway(view.isAway());
    look();
    return view.onDrawn(look);
  }, [view]);
  if (!away) return null;
  return (
    <span className="absolute end-20 bottom-9 z-10 rounded-full border border-line-strong bg-raised shadow-card">
      <IconButton label={t('chart.latest')} onClick={() => view.toNewest()}>
        <ChevronsRight aria-hidden="true" size={19} />
      </IconButton>
    </span>
  );
}
