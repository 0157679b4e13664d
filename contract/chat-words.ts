// The words of the chat: closed lists that the server decides by and both apps show.

/** open: the user waits; waiting_user: the staff have answered. */
export const CHAT_STATES = ['open', 'waiting_user', 'closed'] as const;
export type ChatState = (typeof CHAT_STATES)[number];

export const CHAT_AUTHORS = ['user', 'staff', 'system'] as const;
export type ChatAuthor = (typeof CHAT_AUTHORS)[number];

/** What is left out of a message before it is stored. */
export const CHAT_MASKED = ['card', 'seed', 'password'] as const;
export type ChatMasked = (typeof CHAT_MASKED)[number];

/** What the system says in a thread. */
export const CHAT_SYSTEM = ['closed'] as const;
export type ChatSystem = (typeof CHAT_SYSTEM)[number];

/** Unicode characters of a message. */
export const CHAT_TEXT_CHARS = 2_000;
