// The staff's endpoints of feedback.

import type { feedbackStaffEndpoints } from '@fairtick/contract/staff/feedback';
import type { StaffHandlers } from '../../../platform/endpoints.ts';
import { Answering, type AnsweringOptions } from './staff-commands.ts';

export function feedbackStaffRoutes(options: AnsweringOptions): StaffHandlers<keyof typeof feedbackStaffEndpoints> {
  const answering = new Answering(options);
  return {
    feedback_queue: (input, context) => answering.list(input, context),
    feedback_item: (input, context) => answering.read(input, context),
    feedback_claim: (input, context) => answering.claim(input, context),
    feedback_answer: (input, context) => answering.answer(input, context),
    feedback_close: (input, context) => answering.close(input, context),
  };
}
