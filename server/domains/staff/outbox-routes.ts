// The staff's view of what is told outside: messages by state with masked addresses, and one more try for those given up.

import { refuse } from '@fairtick/contract/errors';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import type { OutboxMessage, outboxEndpoints } from '@fairtick/contract/staff/outbox';
import { parseId } from '@fairtick/kernel/ids';
import { err, ok } from '@fairtick/kernel/result';
import { insertActs } from '../../platform/acts/table.ts';
import { keyOf } from '../../platform/commands/key.ts';
import type { Pool } from '../../platform/database/pools.ts';
import { runAll } from '../../platform/database/statement.ts';
import { memberOf, type StaffHandlers } from '../../platform/endpoints.ts';
import { MAIL, outlineOf, type Recipient, SMS } from '../../platform/mail/letter.ts';
import {
  type ListedMessage,
  listMessages,
  ownerOfMessage,
  putBack,
  readOutboxState,
} from '../../platform/outbox/table.ts';
import { actorOfPrincipal } from '../../platform/principals.ts';
import type { Records } from '../../platform/records/records.ts';
import { readRecipients } from '../accounts/index.ts';
import { heldRefusal } from './decided-as-now.ts';
import { maskedAccount } from './users/views.ts';

export interface OutboxRouteOptions {
  readonly db: Pool;
  readonly records: Records;
}

export function outboxRoutes({ db, records }: OutboxRouteOptions): StaffHandlers<keyof typeof outboxEndpoints> {
  return {
    messages: async ({ state, before }) => {
      const page = { state, before: before === undefined ? undefined : parseId(before), limit: PAGE_SIZE + 1 };
      const [found, { waiting, held, dead }] = await Promise.all([listMessages(db, page), readOutboxState(db)]);
      const shown = found.slice(0, PAGE_SIZE);
      const owners = [...new Set(shown.map(({ ownerId }) => ownerId))].filter((id) => id !== 0n);
      const recipients = await readRecipients(db, owners);
      const data = shown.map((message) => messageView(message, recipients.get(message.ownerId)));
      return ok({ data, counts: { waiting, held, dead }, more: found.length > PAGE_SIZE });
    },
    message_resend: async (input, context) => {
      const member = memberOf(context);
      const id = parseId(input.id) ?? 0n;
      const outcome = await records.write({
        key: keyOf(member.staffId, context.key, 'message_resend', input),
        act: async (tx) => {
          const { staffId } = member;
          const owner = await ownerOfMessage(tx, id);
          const users = owner === undefined ? [] : [owner];
          const refused = await heldRefusal(tx, { staffId, endpoint: 'message_resend', users });
          if (refused) return err(refused);
          if (owner === undefined) return err(refuse('ITEM_UNKNOWN'));
          if (!(await putBack(tx, id))) return err(refuse('ALREADY_DECIDED'));
          const subject = { kind: 'message', id: input.id } as const;
          await runAll(
            tx,
            insertActs([{ kind: 'message_resent', actor: actorOfPrincipal(member), subject, contents: {} }]),
          );
          return ok({});
        },
      });
      return outcome.ok ? ok({}) : outcome;
    },
  };
}

function messageView(message: ListedMessage, recipient: Recipient | undefined): OutboxMessage {
  const { id, kind, state, attempts, failure, createdTime, sentTime } = message;
  const { address, template } = outlineOf(message);
  // A code's destination is sealed with it: it need not be its owner's.
  const owners = kind === MAIL ? recipient?.email : kind === SMS ? recipient?.mobile : undefined;
  const to = address ?? owners;
  return {
    id: id.toString(),
    kind,
    to: to === undefined ? '' : maskedAccount(to),
    template,
    state,
    attempts,
    failure,
    createdTime,
    sentTime: sentTime ?? null,
  };
}
