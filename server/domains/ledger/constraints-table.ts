// Whether the database's constraints say of kinds and types what the domains declare. Migrations write them by hand; a start reads them back.

import type { Queries } from '../../platform/database/pools.ts';
import type { JournalRole, LedgerRegistry } from './rules/declaration.ts';

/** The partial unique index that lets an order have one journal of a role. */
const INDEXES: Readonly<Record<Exclude<JournalRole, 'moves'>, string>> = {
  accepts: 'one_acceptance_per_order',
  fills: 'one_fill_per_order',
  settles: 'one_settlement_per_order',
};

/** One sentence for the person who starts the server; undefined where database and declarations agree. */
export async function ledgerMismatch(db: Queries, registry: LedgerRegistry): Promise<string | undefined> {
  const { rows } = await db.query<{ name: string; rule: string }>(
    `SELECT conname::text AS name, pg_get_constraintdef(oid) AS rule FROM pg_constraint
     WHERE conrelid = 'ledger_accounts'::regclass AND conname = 'kind_known'
     UNION ALL SELECT c.relname::text, pg_get_expr(i.indpred, i.indrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = 'journals'::regclass AND i.indisunique AND i.indpred IS NOT NULL`,
  );
  const rules = new Map(rows.map(({ name, rule }) => [name, rule]));
  const [house = '', user = ''] = (rules.get('kind_known') ?? '').split(' ELSE ');
  const types = await db.query<{ text: string }>(
    `SELECT concat_ws(' ', reason, coalesce(realm::text, 'both'), cause) AS text FROM journal_types
     UNION ALL SELECT concat_ws(' ', reason, owner, kind, available, locked) FROM journal_lines`,
  );
  const found: [what: string, inDatabase: string[], declared: readonly (string | number)[]][] = [
    ['kinds of house accounts', namesIn(house), registry.houseKinds],
    ['kinds of user accounts', namesIn(user), registry.userKinds],
  ];
  found.push(['causes and lines of journals', types.rows.map(({ text }) => text), typesOf(registry)]);
  for (const role of ['accepts', 'fills', 'settles'] as const)
    found.push([`types in ${INDEXES[role]}`, numbersIn(rules.get(INDEXES[role]) ?? ''), registry.codes(role)]);
  for (const [what, inDatabase, declared] of found) {
    const [is, should] = [inDatabase.toSorted().join(', '), declared.map(String).toSorted().join(', ')];
    if (is !== should)
      return `The database knows other ${what} (${is}) than the domains declare (${should}): a migration is missing, or this server is too old.`;
  }
  return undefined;
}

/** As the tables of migration 0051 have them. */
const typesOf = ({ types }: LedgerRegistry): string[] =>
  [...types].flatMap(([code, { realm = 'both', cause, lines }]) => [
    `${code} ${realm} ${cause}`,
    ...lines.map((line) => `${code} ${line}`),
  ]);

/** 'forex' out of `'forex'::text`. */
const namesIn = (rule: string): string[] => [...rule.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
const numbersIn = (rule: string): string[] => rule.match(/\d+/g) ?? [];
