// Announcements as they wait in the outbox: which item, for whom. By kinds of their own, so that a letter to everybody holds up no code to anybody.

import type { Announced } from '@fairtick/contract/content-kinds';
import { type Id, parseId } from '@fairtick/kernel/ids';
import type { LetterTemplate } from '../../../platform/mail/letter.ts';
import { unsentOf } from '../../../platform/mail/letter.ts';
import type { Message, NewMessage } from '../../../platform/outbox/table.ts';

/** The kinds of message in the outbox, by the way that the message goes. */
export const ANNOUNCEMENT_MESSAGES = { mail: 'announcement_mail', push: 'announcement_push' } as const;

export const LETTERS = {
  notice: 'announcement_notice',
  maintenance: 'announcement_maintenance',
  terms: 'announcement_terms',
  incident: 'announcement_incident',
} as const satisfies Record<Announced, LetterTemplate>;

export const announcementTo = (
  userId: Id,
  way: keyof typeof ANNOUNCEMENT_MESSAGES,
  item: { readonly id: Id; readonly about: Announced },
): NewMessage => ({
  kind: ANNOUNCEMENT_MESSAGES[way],
  ownerId: userId,
  payload: { template: LETTERS[item.about], params: { item: item.id.toString() } },
});

/** Throws where something else was written. */
export function itemOf(message: Message): Id {
  const id = parseId(unsentOf(message).params.item ?? '');
  if (id === undefined) throw new Error('a message names no announcement');
  return id;
}
