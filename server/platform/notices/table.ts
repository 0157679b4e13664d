// The SQL of the stored notices: written with the batch that they tell of, read by their user, marked as read once.

import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { UserNotice } from '../commands/command.ts';
import { int8, labels, text } from '../database/columns.ts';
import type { Write } from '../database/statement.ts';

export interface NewNotice extends UserNotice {
  readonly id: Id;
  readonly realm: Realm;
}

/** To be sent with the other statements of a batch. */
export function insertNotices(notices: readonly NewNotice[]): Write[] {
  if (notices.length === 0) return [];
  return [
    {
      name: 'notices_insert',
      text: `INSERT INTO notices (id, user_id, realm, kind, params, order_id)
             SELECT id, user_id, realm, kind, params::jsonb, order_id
             FROM unnest($1::bigint[], $2::bigint[], $3::realm[], $4::text[], $5::text[], $6::bigint[])
               AS n (id, user_id, realm, kind, params, order_id)`,
      values: [
        int8(notices.map((one) => one.id)),
        int8(notices.map((one) => one.userId)),
        labels(notices.map((one) => one.realm)),
        text(notices.map((one) => one.kind)),
        text(notices.map((one) => JSON.stringify(one.params))),
        int8(notices.map((one) => one.orderId ?? null)),
      ],
    },
  ];
}
