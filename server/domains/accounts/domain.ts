// What accounts declare.

import { emptyAddressed } from '../../platform/outbox/table.ts';
import { EACH_HOUR } from '../../platform/schedule/periods.ts';
import { failureSweep } from '../../platform/sign-in/failure-table.ts';
import type { DomainDeclaration } from '../domain-part.ts';
import { HOUR_MS } from './captcha/captchas.ts';
import { sweepCaptchas } from './captcha/table.ts';
import { sendsCountFrom } from './codes/rules.ts';
import { sweepCodes } from './codes/table.ts';
import { factorsResealer } from './factors/resealing-table.ts';
import { accountSettings } from './settings.ts';
import { pushResealer } from './telling/push.ts';

/** Rows that one run takes away at most. */
const SWEPT = 50_000;

export const accountsDomain: DomainDeclaration = {
  settings: accountSettings,
  resealers: [factorsResealer, pushResealer],
  jobs: ({ db, clock }) => [
    {
      name: 'old codes and captchas swept',
      ...EACH_HOUR,
      run: async () => ({
        codes: await sweepCodes(db, sendsCountFrom(clock.now()), SWEPT),
        // Those that were spent are counted for an hour.
        captchas: await sweepCaptchas(db, clock.now() - HOUR_MS, SWEPT),
        // Beside them an address that was given up stands in the list of its account's names alone, and one that never was anybody's nowhere.
        addresses: await emptyAddressed(db, SWEPT),
      }),
    },
    failureSweep('user_failures', { db, clock }),
  ],
};
