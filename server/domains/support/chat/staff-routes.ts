// The staff's endpoints of the chat.

import type { chatStaffEndpoints } from '@fairtick/contract/staff/chat';
import type { StaffHandlers } from '../../../platform/endpoints.ts';
import { ChatDesk, type ChatDeskOptions } from './staff-commands.ts';

export function chatStaffRoutes(options: ChatDeskOptions): StaffHandlers<keyof typeof chatStaffEndpoints> {
  const desk = new ChatDesk(options);
  return {
    chat_threads: (input, context) => desk.list(input, context),
    chat_thread: (input, context) => desk.look(input, context),
    chat_claim: (input, context) => desk.claim(input, context),
    chat_answer: (input, context) => desk.answer(input, context),
    chat_hand_over: (input, context) => desk.handOver(input, context),
    chat_close: (input, context) => desk.close(input, context),
  };
}
