// The users' endpoints of verification.

import type { verificationEndpoints } from '@fairtick/contract/http/verification';
import { ok } from '@fairtick/kernel/result';
import type { Handlers } from '../../platform/endpoints.ts';
import { type VerificationOptions, VerificationService } from './commands.ts';

export function verificationRoutes(options: VerificationOptions): Handlers<keyof typeof verificationEndpoints> {
  const service = new VerificationService(options);
  return {
    real_name: async (_, context) => ok(await service.read(context)),
    real_name_submit: (input, context) => service.submit(input, context),
  };
}
