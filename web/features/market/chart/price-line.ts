// A line that somebody wants drawn over the chart. What it stands for is theirs.

import type { ReactNode } from 'react';

export interface PriceLine {
  readonly key: string;
  /** Decimal text. */
  readonly price: string;
  /** Can be dragged to another price; drawn dashed. */
  readonly movable: boolean;
  /** What its chip says, at the price where the line is drawn now. */
  readonly label: (price: string) => ReactNode;
}

export interface MovedLine {
  readonly key: string;
  readonly price: string;
}
