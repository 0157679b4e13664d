// One order in full, of either kind, with its proof.

import { ForexSheet } from '../../features/forex/forex-sheet.tsx';
import { OptionSheet } from '../../features/micro/option-sheet.tsx';
import { VerifyPanel } from '../../features/proof/verify-panel.tsx';
import type { Picked } from './picked.ts';

interface OrderSheetProps {
  readonly picked: Picked;
  readonly open: boolean;
  readonly onDone: () => void;
}

export function OrderSheet({ picked, open, onDone }: OrderSheetProps) {
  if (picked.family === 'forex') {
    const { order } = picked;
    const proof = <VerifyPanel family="forex" id={order.Id} />;
    return <ForexSheet key={order.Id} order={order} open={open} onDone={onDone} proof={proof} />;
  }
  const { option } = picked;
  const proof = <VerifyPanel family="micro" id={option.Id} />;
  return <OptionSheet key={option.Id} option={option} open={open} onDone={onDone} proof={proof} />;
}
