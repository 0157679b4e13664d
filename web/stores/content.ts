// What the user has read of the announcements.

import type { InputOf } from '@fairtick/contract/http/index';
import { QUERY, refresh } from '../transport/query.ts';
import { call } from './api.ts';

export async function markAnnouncementRead(read: InputOf<'announcement_read'>): Promise<void> {
  await call('announcement_read', read, { quiet: true });
  refresh(QUERY.content);
}
