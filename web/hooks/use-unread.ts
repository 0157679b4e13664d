// What of the announcements waits for the user: Home shows it, with the first page.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { QUERY } from '../transport/query.ts';
import { useAnswer } from './use-answer.ts';
import { useSession } from './use-session.ts';

type Announcement = AnswerOf<'announcements'>['data'][number];

/** A page that stays open is told of what comes meanwhile. */
const EVERY_MS = 60_000;

/** How many announcements the user has not read, and the newest about the terms that they have not acknowledged. */
export function useUnreadAnnouncements(): { readonly unread: number; readonly terms: Announcement | undefined } {
  const signedIn = useSession() !== undefined;
  const { data } = useAnswer(QUERY.content, 'announcements', { page: 1 }, signedIn, EVERY_MS);
  return { unread: signedIn ? (data?.unread ?? 0) : 0, terms: signedIn ? (data?.terms ?? undefined) : undefined };
}
