// In which order several copies close at one moment.

import type { ForexOrder } from '@fairtick/engine/types';
import { floatingOf, type QuotesAt } from '../../../forex/index.ts';

/** The greatest loss first: what the house gets by it may have to pay a gain. Of two equal ones the older. */
export const worstFirst = (copies: readonly ForexOrder[], market: QuotesAt): ForexOrder[] =>
  copies
    .map((copy) => ({ copy, floating: floatingOf(copy, market) }))
    .sort((a, b) => (a.floating === b.floating ? (a.copy.id < b.copy.id ? -1 : 1) : a.floating < b.floating ? -1 : 1))
    .map(({ copy }) => copy);
