// What the table of acceptances holds, described once.

import type { AcceptanceFamily, AcceptanceKind } from '@fairtick/engine/proof';
import { columnsOf } from '../database/tables/column.ts';
import { Table } from '../database/tables/table.ts';
import { BYTES, ID, REALM, textOf, WHOLE } from '../database/tables/types.ts';
import type { Acceptance } from './acceptance.ts';

const { fixed, byDatabase } = columnsOf<Acceptance>();

/** Nothing of it changes but the place in the log, which is given once, apart from any batch. */
export const ACCEPTANCES = new Table(
  'acceptances',
  ['id'],
  {
    id: fixed(ID, 'id'),
    user_id: fixed(ID, 'userId'),
    realm: fixed(REALM, 'realm'),
    order_id: fixed(ID, 'orderId'),
    family: fixed(textOf<AcceptanceFamily>(), 'family'),
    kind: fixed(textOf<AcceptanceKind>(), 'kind'),
    time: fixed(WHOLE, 'time'),
    tick: fixed(WHOLE, 'tick'),
    contents: fixed(textOf(), 'contents'),
    salt: fixed(BYTES, 'salt'),
    idx: byDatabase.optional(WHOLE),
  },
  { acceptances_idx_key: ['idx'] },
);
