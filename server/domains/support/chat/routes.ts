// The users' endpoints of the chat.

import type { chatEndpoints } from '@fairtick/contract/http/chat';
import { ok } from '@fairtick/kernel/result';
import type { Handlers } from '../../../platform/endpoints.ts';
import { Chat, type ChatOptions } from './commands.ts';

export function chatRoutes(options: ChatOptions): Handlers<keyof typeof chatEndpoints> {
  const chat = new Chat(options);
  return {
    chat: async (input, context) => ok(await chat.read(input, context)),
    chat_send: (input, context) => chat.send(input, context),
    chat_read: (input, context) => chat.markRead(input, context),
    chat_rate: (input, context) => chat.rate(input, context),
  };
}
