// The chat, for components: what they show of it, and that what is looked at is read.

import { useEffect } from 'react';
import { useStore } from 'zustand';
import { type Chat, chatStore, markChatRead, startChat } from '../stores/chat.ts';
import { chatDraftStore } from '../stores/chat-draft.ts';

export function useChat<T>(part: (chat: Chat) => T): T {
  useEffect(startChat, []);
  return useStore(chatStore, part);
}

/** What the user has begun to write. */
export const useChatDraft = (): string => useStore(chatDraftStore, ({ text }) => text);

/** Marks what has come as read, once somebody looks: a page in the background is not looked at. */
export function useReadWhileShown(): void {
  const newest = useStore(chatStore, ({ messages, unread }) => (unread > 0 ? messages.at(-1)?.seq : undefined));
  useEffect(() => {
    if (newest === undefined) return;
    const mark = (): void => {
      if (document.visibilityState === 'visible') void markChatRead();
    };
    document.addEventListener('visibilitychange', mark);
    mark();
    return () => document.removeEventListener('visibilitychange', mark);
  }, [newest]);
}
