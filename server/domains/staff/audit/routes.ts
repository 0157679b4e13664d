// The audit: what the staff did, as it is written down.

import type { auditEndpoints } from '@fairtick/contract/staff/audit';
import { ok } from '@fairtick/kernel/result';
import type { Queries } from '../../../platform/database/pools.ts';
import type { StaffHandlers } from '../../../platform/endpoints.ts';
import { listActs } from './table.ts';

const PAGE = 50;

const idOf = (text: string | undefined): bigint | undefined => (text === undefined ? undefined : BigInt(text));

export const auditRoutes = ({ db }: { readonly db: Queries }): StaffHandlers<keyof typeof auditEndpoints> => ({
  acts: async ({ before, kind, staff }) => {
    const filter = { before: idOf(before), kind, staffId: idOf(staff) };
    const rows = await listActs(db, { ...filter, limit: PAGE + 1 });
    const data = rows.slice(0, PAGE).map(({ id, time, idx, by_id, subject_id, subject_kind, ...rest }) => ({
      ...rest,
      id: id.toString(),
      time: Number(time),
      byId: by_id === null ? null : by_id.toString(),
      subjectKind: subject_kind,
      subject: subject_id,
      index: idx === null ? null : Number(idx),
    }));
    return ok({ data, more: rows.length > PAGE });
  },
});
