// What is kept of the notices of a batch, and which of them are told by a letter as well.

import { STORED_NOTICES } from '@fairtick/contract/socket/messages';
import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { UserNotice } from '../commands/command.ts';
import type { Write } from '../database/statement.ts';
import { type LetterTemplate, letterTo } from '../mail/letter.ts';
import type { NewMessage } from '../outbox/table.ts';
import { insertNotices } from './table.ts';

/** A notice with the realm of the command that caused it. */
export interface RealmNotice extends UserNotice {
  readonly realm: Realm;
}

const STORED: ReadonlySet<UserNotice['kind']> = new Set(STORED_NOTICES);

/** What a user must learn also where they do not open the app. None of these letters can be turned off. */
const LETTERS: Readonly<Partial<Record<UserNotice['kind'], LetterTemplate>>> = {
  verified: 'verified',
  verification_rejected: 'verification_rejected',
  frozen: 'frozen',
  unfrozen: 'unfrozen',
};

/** At most one statement, and none where nothing is to be kept. */
export const writeNotices = (notices: readonly RealmNotice[], newId: () => Id): Write[] =>
  insertNotices(notices.filter(({ kind }) => STORED.has(kind)).map((notice) => ({ ...notice, id: newId() })));

/** To be written with the same batch. Users who play get none: they have no address. */
export const lettersOf = (notices: readonly RealmNotice[]): NewMessage[] =>
  notices.flatMap(({ kind, realm, userId, params }) => {
    const template = LETTERS[kind];
    return template === undefined || realm !== 'live' ? [] : [letterTo({ userId, template, params })];
  });
