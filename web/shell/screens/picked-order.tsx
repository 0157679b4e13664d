// The detail sheet of the order that was picked, wherever it was picked. Fetched when first needed; stays through its closing motion.

import { late } from '@fairtick/ui/late';
import { Suspense, useState } from 'react';
import { SayAway } from '../../hooks/say-away.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import type { Picked } from './picked.ts';

const OrderSheet = late(async () => {
  const [module] = await Promise.all([import('./order-sheet.tsx'), loadTexts('verify')]);
  return module.OrderSheet;
}, SayAway);

export function PickedOrder({ picked, onDone }: { picked: Picked | undefined; onDone: () => void }) {
  const [last, setLast] = useState(picked);
  if (picked && picked !== last) setLast(picked);
  if (!last) return null;
  return (
    <Suspense>
      <OrderSheet picked={last} open={picked !== undefined} onDone={onDone} />
    </Suspense>
  );
}
