// The detail sheet of the order that was picked, wherever it was picked. Fetched when first needed; stays through its closing motion.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { lazy, Suspense, useState } from 'react';
import { loadTexts } from '../../i18n/i18n.ts';
import type { OptionOrder } from '../../stores/orders.ts';

export type Picked =
  | { readonly family: 'forex'; readonly order: ForexOrderView }
  | { readonly family: 'micro'; readonly order: OptionOrder };

const ForexSheet = lazy(async () => {
  const [module] = await Promise.all([import('./forex-sheet.tsx'), loadTexts('verify')]);
  return { default: module.ForexSheet };
});
const OptionSheet = lazy(async () => {
  const [module] = await Promise.all([import('./micro-sheet.tsx'), loadTexts('verify')]);
  return { default: module.OptionSheet };
});

export function PickedOrder({ picked, onDone }: { picked: Picked | undefined; onDone: () => void }) {
  const [last, setLast] = useState(picked);
  if (picked && picked !== last) setLast(picked);
  if (!last) return null;
  return (
    <Suspense>
      {last.family === 'forex' ? (
        <ForexSheet key={last.order.Id} order={last.order} open={picked !== undefined} onDone={onDone} />
      ) : (
        <OptionSheet key={last.order.Id} order={last.order} open={picked !== undefined} onDone={onDone} />
      )}
    </Suspense>
  );
}
