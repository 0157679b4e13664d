// An order that was picked somewhere on a screen, of either kind.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import type { OptionOrder } from '../../stores/orders.ts';

export type Picked =
  | { readonly family: 'forex'; readonly order: ForexOrderView }
  | { readonly family: 'micro'; readonly option: OptionOrder };
