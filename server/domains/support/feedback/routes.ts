// The endpoints of whoever tells the house something.

import type { feedbackEndpoints } from '@fairtick/contract/http/feedback';
import { ok } from '@fairtick/kernel/result';
import type { Handlers } from '../../../platform/endpoints.ts';
import { Feedback, type FeedbackOptions } from './commands.ts';

export function feedbackRoutes(options: FeedbackOptions): Handlers<keyof typeof feedbackEndpoints> {
  const feedback = new Feedback(options);
  return {
    feedback_send: (input, context) => feedback.send(input, context),
    feedback: async (input, context) => ok(await feedback.own(input, context)),
  };
}
