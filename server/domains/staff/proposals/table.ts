// The SQL of proposals: made, read under lock, decided once.

import type { Id } from '@fairtick/kernel/ids';
import { int8, text } from '../../../platform/database/columns.ts';
import type { Queries } from '../../../platform/database/pools.ts';
import type { Statement } from '../../../platform/database/statement.ts';
import type { ProposalKindName, ProposalSubject } from '../../../platform/proposing.ts';
import type { ProposalDecision, StoredProposal } from './rules.ts';

interface ProposalRow {
  readonly id: bigint;
  readonly kind: ProposalKindName;
  readonly subject_kind: ProposalSubject['kind'];
  readonly subject_id: string;
  readonly payload: string;
  readonly payload_hash: Uint8Array;
  readonly maker: bigint;
  readonly made_time: bigint;
  readonly expires: bigint;
  readonly state: StoredProposal['state'];
  readonly checker: bigint | null;
  readonly decided_time: bigint | null;
  readonly decided_reason: string;
}

const COLUMNS = `p.id, p.kind, p.subject_kind, p.subject_id, p.payload, p.payload_hash, p.maker, p.made_time, p.expires, p.state, p.checker,
  p.decided_time, p.decided_reason`;

const toProposal = (row: ProposalRow): StoredProposal => ({
  id: row.id,
  kind: row.kind,
  subject: { kind: row.subject_kind, id: row.subject_id },
  payload: row.payload,
  hash: row.payload_hash,
  maker: row.maker,
  madeTime: Number(row.made_time),
  expires: Number(row.expires),
  state: row.state,
  checker: row.checker,
  decidedTime: row.decided_time === null ? null : Number(row.decided_time),
  decidedReason: row.decided_reason,
});

export type InsertedProposal = Pick<StoredProposal, 'kind' | 'subject' | 'payload' | 'hash' | 'maker'>;

export async function insertProposal(tx: Queries, one: InsertedProposal): Promise<Id> {
  const { rows } = await tx.query<{ id: bigint }>({
    name: 'proposals_insert',
    text: `INSERT INTO proposals (kind, subject_kind, subject_id, payload, payload_hash, maker) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    values: [one.kind, one.subject.kind, one.subject.id, one.payload, one.hash, one.maker],
  });
  const [row] = rows;
  if (!row) throw new Error('a proposal was inserted');
  return row.id;
}

/** Without a lock: what of it never changes may be gone by. */
export async function findProposal(db: Queries, id: Id): Promise<StoredProposal | undefined> {
  const { rows } = await db.query<ProposalRow>({
    name: 'proposals_find',
    text: `SELECT ${COLUMNS} FROM proposals p WHERE p.id = $1`,
    values: [id],
  });
  return rows[0] && toProposal(rows[0]);
}

/** Held until the transaction ends, with the database's clock as it is once they are: UTC ms. */
export async function lockProposals(
  tx: Queries,
  ids: readonly Id[],
): Promise<{ readonly nowMs: number; readonly proposals: readonly StoredProposal[] }> {
  const [locked, clock] = await Promise.all([
    tx.query<ProposalRow>({
      name: 'proposals_lock',
      text: `SELECT ${COLUMNS} FROM proposals p WHERE p.id = ANY ($1::bigint[]) ORDER BY p.id FOR UPDATE`,
      values: [int8(ids)],
    }),
    tx.query<{ now: bigint }>({ name: 'proposals_now', text: 'SELECT database_ms() AS now', values: [] }),
  ]);
  return { nowMs: Number(clock.rows[0]?.now ?? 0n), proposals: locked.rows.map(toProposal) };
}

/** Throws by the constraints' names where one was decided before, or is decided by its maker or too late. */
export function decideProposals(decisions: readonly ProposalDecision[]): Statement[] {
  if (decisions.length === 0) return [];
  return [
    {
      name: 'proposals_decide',
      text: `UPDATE proposals p SET state = d.state, checker = d.checker, decided_time = d.time, decided_reason = d.reason
             FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::text[]) AS d (id, state, checker, time, reason)
             WHERE p.id = d.id AND p.id = ANY ($1)`,
      values: [
        int8(decisions.map((one) => one.id)),
        text(decisions.map((one) => one.state)),
        int8(decisions.map((one) => one.checker)),
        int8(decisions.map((one) => one.timeMs)),
        text(decisions.map((one) => one.reason)),
      ],
    },
  ];
}

export interface ListedProposal extends StoredProposal {
  readonly makerName: string;
  readonly checkerName: string | null;
  /** Of the link that came of it, while that is open. */
  readonly linkMac: Uint8Array | null;
}

export interface ProposalPage {
  readonly proposals: readonly ListedProposal[];
  readonly total: number;
  /** The database's clock, UTC ms. */
  readonly nowMs: number;
}

/** Of these kinds: those that can still be decided first, then the newest. */
export async function listProposals(
  db: Queries,
  kinds: readonly ProposalKindName[],
  limit: number,
  offset: number,
): Promise<ProposalPage> {
  interface Names {
    readonly maker_name: string;
    readonly checker_name: string | null;
    readonly link_mac: Uint8Array | null;
  }
  interface Whole {
    readonly total: bigint;
    readonly now: bigint;
  }
  // One statement, so that page and count are of one moment. A page beyond the last has one row, without a proposal.
  const { rows } = await db.query<((ProposalRow & Names) | { readonly id: null }) & Whole>({
    name: 'proposals_list',
    text: `SELECT page.*, whole.total, whole.now
           FROM (SELECT count(*) AS total, database_ms() AS now FROM proposals WHERE kind = ANY ($1::text[])) whole
           LEFT JOIN LATERAL (
             SELECT ${COLUMNS}, m.name AS maker_name, c.name AS checker_name, l.link_mac, p.state = 'open' AND p.expires > whole.now AS waits
             FROM proposals p JOIN staff m ON m.id = p.maker LEFT JOIN staff c ON c.id = p.checker
               LEFT JOIN staff_links l ON l.proposal = p.id AND l.used_time IS NULL AND l.ended_time IS NULL AND l.expires > whole.now
             WHERE p.kind = ANY ($1::text[]) ORDER BY waits DESC, p.id DESC LIMIT $2 OFFSET $3
           ) page ON true
           ORDER BY page.waits DESC, page.id DESC`,
    values: [text(kinds), limit, offset],
  });
  return {
    proposals: rows.flatMap((row) =>
      row.id === null
        ? []
        : [{ ...toProposal(row), makerName: row.maker_name, checkerName: row.checker_name, linkMac: row.link_mac }],
    ),
    total: Number(rows[0]?.total ?? 0n),
    nowMs: Number(rows[0]?.now ?? 0n),
  };
}

/** All of these kinds that can still be decided, the oldest first. */
export async function openProposalsOf(db: Queries, kinds: readonly ProposalKindName[]): Promise<StoredProposal[]> {
  const { rows } = await db.query<ProposalRow>({
    name: 'proposals_open',
    text: `SELECT ${COLUMNS} FROM proposals p WHERE p.kind = ANY ($1::text[]) AND p.state = 'open' AND p.expires > database_ms() ORDER BY p.id`,
    values: [text(kinds)],
  });
  return rows.map(toProposal);
}
