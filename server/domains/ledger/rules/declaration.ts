// What a domain adds to the ledger: kinds of accounts, and what its types of journals do to an order. The ledger itself knows none of them but
// its own.

import { LEDGER_TYPES, type LedgerType } from '@fairtick/contract/ledger-types';
import type { Realm } from '@fairtick/engine/types';
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

/** What a journal of a type refers to; of cause 'none' nobody writes one yet. The database asks that it is there, and of most of it the amounts. */
export type CauseKind =
  | 'user'
  | 'forex_order'
  | 'option'
  | 'house_move'
  | 'proposal'
  | 'deposit'
  | 'receipt'
  | 'withdrawal'
  | 'loan'
  | 'fund'
  | 'share'
  | 'none';

/** What a line does to one side of an account: gives, takes, leaves it alone, or either. */
type Way = '+' | '-' | '0' | '*';
/** A line that a journal may have: whose account, its kind, what is done to what is available and to what is locked. */
export type JournalLine = `user ${UserKind} ${Way} ${Way}` | `house ${HouseKind} ${Way} ${Way}`;

export interface JournalType {
  readonly role: JournalRole;
  readonly cause: CauseKind;
  /** Both, where it is not said. */
  readonly realm?: Realm;
  readonly lines: readonly JournalLine[];
}

export interface LedgerDeclaration {
  readonly kinds: { readonly user: readonly UserKind[]; readonly house: readonly HouseKind[] };
  /** Whole dollars of play money that house accounts of the demo realm start with; the live realm's come from its operator. */
  readonly demoCapital?: Readonly<Partial<Record<HouseKind, bigint>>>;
  readonly types: Readonly<Partial<Record<LedgerType, JournalType>>>;
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
  /** By stored code. */
  readonly types: ReadonlyMap<number, JournalType>;
}

/** Two people. */
const AGREED = { role: 'moves', cause: 'proposal', realm: 'live' } as const;

/** The ledger's own: the house's capital and the world outside, and the accounts of products that are still to come. */
export const ledgerDeclaration: LedgerDeclaration = {
  kinds: {
    user: ['change'],
    house: ['capital', 'external', 'fund', 'loan', 'clearing:deposit', 'clearing:withdrawal', 'external:house'],
  },
  demoCapital: { capital: 20_000_000_000n },
  types: {
    house_capital: {
      role: 'moves',
      cause: 'house_move',
      lines: [
        ...(['capital', 'trading', 'micro', 'protection', 'fund', 'loan'] as const).map(
          (kind) => `house ${kind} * 0` as const,
        ),
        // The demo realm's capital, once.
        'house external - 0',
      ],
    },
    correction: { ...AGREED, lines: ['user change * 0', 'house capital * 0'] },
    capital_in: { ...AGREED, lines: ['house external:house - 0', 'house capital + 0'] },
    capital_out: { ...AGREED, lines: ['house capital - 0', 'house external:house + 0'] },
    pool_settlement: { ...AGREED, lines: ['house external * 0', 'house external:house * 0'] },
    fees_taken: { ...AGREED, lines: ['house fees - 0', 'house capital + 0'] },
    conversion_difference: { ...AGREED, cause: 'none', lines: ['house external * 0', 'house capital * 0'] },
  },
};

/** Throws when two declare the same, or when nobody declares a type that the contract knows. */
export function joinDeclarations(declarations: readonly LedgerDeclaration[]): LedgerRegistry {
  const userKinds = declarations.flatMap(({ kinds }) => kinds.user);
  const houseKinds = declarations.flatMap(({ kinds }) => kinds.house);
  const declared = declarations.flatMap(({ types }) =>
    Object.entries(types).map(([type, what]) => ({ type, code: codeOf(type), what })),
  );
  const types = declared.map(({ type }) => type);
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
      declared
        .filter(({ what }) => what.role === wanted)
        .map(({ code }) => code)
        .sort((a, b) => a - b),
    types: new Map(declared.map(({ code, what }) => [code, what])),
  };
}

function codeOf(type: string): number {
  const code = Object.entries(LEDGER_TYPES).find(([name]) => name === type)?.[1];
  assert(code !== undefined, `ledger type ${type} is in the contract`);
  return code;
}
