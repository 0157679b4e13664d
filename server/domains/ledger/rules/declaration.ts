// What a domain adds to the ledger: kinds of accounts, and what its types of journals do to an order. The ledger itself knows none of them but
// its own.

import { LEDGER_TYPES, type LedgerType } from '@fairtick/contract/ledger-types';
import { assert } from '@fairtick/kernel/result';

/**
 * Names of users' and of the house's accounts. A domain adds its own by declaring these interfaces again beside its declaration: then a name that
 * no domain has declared does not compile.
 */
export interface UserKinds {
  /** Money that no product uses. Deposits arrive here, withdrawals leave from here. */
  readonly change: true;
}
export interface HouseKinds {
  readonly capital: true;
  /** What the clients' banks and addresses hold, below 0: the world owes it to us. */
  readonly external: true;
  /** What the operator's own bank holds, below 0. */
  readonly 'external:house': true;
  readonly fund: true;
  readonly loan: true;
  readonly 'clearing:deposit': true;
  readonly 'clearing:withdrawal': true;
}
export type UserKind = keyof UserKinds;
export type HouseKind = keyof HouseKinds;
export type AccountKind = UserKind | HouseKind;

/**
 * What a journal of a type does to the order or act that it refers to. The database lets each be accepted once, filled once and settled once;
 * what only `moves` money may happen again.
 */
export type JournalRole = 'accepts' | 'fills' | 'settles' | 'moves';

export interface LedgerDeclaration {
  readonly kinds: { readonly user: readonly UserKind[]; readonly house: readonly HouseKind[] };
  /** Whole dollars of play money that house accounts of the demo realm start with; the live realm's come from its operator. */
  readonly demoCapital?: Readonly<Partial<Record<HouseKind, bigint>>>;
  readonly types: Readonly<Partial<Record<LedgerType, JournalRole>>>;
}

/** The world outside. Of real money it never owes less than nothing: nobody pays out of a pool more than it holds. */
export const OUTSIDE: ReadonlySet<string> = new Set(['external', 'external:house']);

/** The declarations of all domains, joined. */
export interface LedgerRegistry {
  readonly userKinds: readonly UserKind[];
  readonly houseKinds: readonly HouseKind[];
  /** Whole dollars by kind of house account. */
  readonly demoCapital: ReadonlyMap<string, bigint>;
  /** Stored codes of the types with a role, ascending. */
  codes(role: JournalRole): readonly number[];
}

/** The ledger's own: the house's capital and the world outside, and the accounts of products that are still to come. */
export const ledgerDeclaration: LedgerDeclaration = {
  kinds: {
    user: ['change'],
    house: ['capital', 'external', 'fund', 'loan', 'clearing:deposit', 'clearing:withdrawal', 'external:house'],
  },
  demoCapital: { capital: 20_000_000_000n },
  types: {
    house_capital: 'moves',
    correction: 'moves',
    capital_in: 'moves',
    capital_out: 'moves',
    pool_settlement: 'moves',
    fees_taken: 'moves',
    conversion_difference: 'moves',
  },
};

/** Throws when two declare the same, or when nobody declares a type that the contract knows. */
export function joinDeclarations(declarations: readonly LedgerDeclaration[]): LedgerRegistry {
  const userKinds = declarations.flatMap(({ kinds }) => kinds.user);
  const houseKinds = declarations.flatMap(({ kinds }) => kinds.house);
  const roles = declarations.flatMap(({ types }) =>
    Object.entries(types).map(([type, role]) => ({ type, code: codeOf(type), role })),
  );
  const types = roles.map(({ type }) => type);
  for (const names of [userKinds, houseKinds, types]) {
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    assert(twice === undefined, `${twice} is declared by one domain`);
  }
  const nobodys = Object.keys(LEDGER_TYPES).find((type) => !types.includes(type));
  assert(nobodys === undefined, `ledger type ${nobodys} is declared by a domain`);
  return {
    userKinds,
    houseKinds,
    demoCapital: new Map(declarations.flatMap(({ demoCapital = {} }) => Object.entries(demoCapital))),
    codes: (wanted) =>
      roles
        .filter(({ role }) => role === wanted)
        .map(({ code }) => code)
        .sort((a, b) => a - b),
  };
}

function codeOf(type: string): number {
  const code = Object.entries(LEDGER_TYPES).find(([name]) => name === type)?.[1];
  assert(code !== undefined, `ledger type ${type} is in the contract`);
  return code;
}
