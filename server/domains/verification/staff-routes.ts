// The staff's endpoints of verification.

import type { StaffTable } from '@fairtick/contract/staff/index';
import type { reviewEndpoints } from '@fairtick/contract/staff/verification';
import type { HandlersOf } from '../../platform/endpoints.ts';
import { type ReviewOptions, Reviews } from './staff-commands.ts';

export function verificationStaffRoutes(
  options: ReviewOptions,
): Pick<HandlersOf<StaffTable>, keyof typeof reviewEndpoints> {
  const reviews = new Reviews(options);
  return {
    verifications: (input, context) => reviews.list(input, context),
    verification: (input, context) => reviews.read(input, context),
    verification_claim: (input, context) => reviews.claim(input, context),
    verification_decide: (input, context) => reviews.decide(input, context),
  };
}
