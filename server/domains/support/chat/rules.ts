// The chat's rules: pure. Times are UTC ms by the database's clock.

import { CHAT_SYSTEM, type ChatSystem } from '@fairtick/contract/chat-words';
import { leadsNowhere } from '@fairtick/contract/told-words';
import { typedLine } from '@fairtick/kernel/typed-line';

/** Messages that a user may send within a minute. */
export const MESSAGES_A_MINUTE = 30;
const MINUTE_MS = 60_000;
/** A thread that is taken is its taker's for so long, and anew with each answer. */
export const CLAIM_MS = 1_800_000;
/** An answer that its user has not read for so long is told by a notice: whoever has the chat open reads it before. */
export const AWAY_MS = 60_000;

/** A conversation in which the staff have answered and nothing was written or read for so long has ended. */
export const LEFT_MS = 7 * 86_400_000;

/**
 * How many seconds a user must wait before they may send one more; 0 where they may now. `times` of their newest messages, the newest first, at most
 * MESSAGES_A_MINUTE of them.
 */
export function waitSeconds(times: readonly number[], nowMs: number): number {
  const oldest = times[MESSAGES_A_MINUTE - 1];
  return oldest === undefined ? 0 : Math.max(0, Math.ceil((oldest + MINUTE_MS - nowMs) / 1_000));
}

/** As users see a member of the staff: one word. The mark beside it is the app's own and no part of any name. */
export const firstName = (name: string): string => typedLine(name).split(' ')[0] ?? '';

/** Whether a member's answer leads nowhere but to the app itself, so that nobody makes a phishing channel of the chat. */
export const leadsToUsAlone = (text: string, appUrl: string): boolean =>
  leadsNowhere(
    text
      .split(/\s/u)
      .map((word) => (isOurs(word, appUrl) ? '' : word))
      .join(' '),
  );

/** A screen by its path: no room for a number or another's name. */
const SCREEN = /^(#(\/[a-z_-]+)*\/?)?$/;

function isOurs(word: string, appUrl: string): boolean {
  if (!URL.canParse(word)) return false;
  const { href, hash } = new URL(word);
  return href === `${new URL(appUrl).origin}/${hash}` && SCREEN.test(hash);
}

/** What the system said; null for what a person wrote. */
export const eventOf = (author: string, text: string): ChatSystem | null =>
  author === 'system' ? (CHAT_SYSTEM.find((one) => one === text) ?? null) : null;
