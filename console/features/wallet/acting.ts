// What every act on a withdrawal's card is given, and what follows when it was refused.

import type { ReadWithdrawal } from './withdrawal.tsx';

export interface DecisionProps {
  readonly card: ReadWithdrawal;
  /** This person is done with it. */
  readonly onDone: () => void;
  /** What is shown is not what it is any more. */
  readonly onStale: () => void;
}

export interface ActProps extends DecisionProps {
  readonly onClose: () => void;
}

/** Closed after a refusal: what it was about is asked for again, for somebody else was first. */
export const closing =
  ({ onClose, onStale }: Pick<ActProps, 'onClose' | 'onStale'>, failure: unknown) =>
  (): void => {
    onClose();
    if (failure !== undefined) onStale();
  };
