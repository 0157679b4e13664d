// The staff's endpoints of traders.

import type { traderStaffEndpoints } from '@fairtick/contract/staff/traders';
import type { StaffHandlers } from '../../platform/endpoints.ts';
import { TraderReviews, type TraderStaffOptions } from './staff-commands.ts';

export function traderStaffRoutes(options: TraderStaffOptions): StaffHandlers<keyof typeof traderStaffEndpoints> {
  const reviews = new TraderReviews(options);
  return {
    traders_queue: (input) => reviews.list(input),
    trader_item: (input, context) => reviews.read(input, context),
    trader_decide: (input, context) => reviews.decide(input, context),
  };
}
