// The SQL of the acts: what the staff did, written in the transaction of its effect.

import type { ActKind } from '@fairtick/contract/staff/acts';
import { int8, text } from '../database/columns.ts';
import type { Write } from '../database/statement.ts';
import type { Actor } from '../principals.ts';

/** An act as it is written. Its contents are read by the staff alone; what is public of it is its kind, its time and a salted hash. */
export interface NewAct {
  readonly kind: ActKind;
  /** Never a user: a user's own doings are no acts. */
  readonly actor: Actor;
  readonly subject: {
    readonly kind: 'user' | 'staff' | 'proposal' | 'setting' | 'message' | 'master_key';
    readonly id: string;
  };
  /** What was done and why. No secrets, no images; as few persons' data as the act needs. */
  readonly contents: Readonly<Record<string, unknown>>;
}

/** To be sent with the other statements of a batch, or by `send` within a record write. */
export function insertActs(acts: readonly NewAct[]): Write[] {
  if (acts.length === 0) return [];
  return [
    {
      name: 'acts_insert',
      text: `INSERT INTO acts (kind, actor_kind, actor_id, subject_kind, subject_id, contents)
             SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[])`,
      values: [
        text(acts.map((one) => one.kind)),
        text(acts.map((one) => one.actor.kind)),
        int8(acts.map((one) => one.actor.id)),
        text(acts.map((one) => one.subject.kind)),
        text(acts.map((one) => one.subject.id)),
        text(acts.map((one) => JSON.stringify(one.contents))),
      ],
    },
  ];
}
