// How long it is kept by what somebody proved who they are.

import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting.ts';

export const kycRetentionYears = defineSetting({
  key: 'kyc_retention_years',
  doc: "Years for which an accepted verification's images, name and number are kept sealed after their account has ended.",
  first: 5,
  schema: z.number().min(0).max(50),
});
