// What can be done with the house's money, and between which two accounts. Plain data, so that the console has it without the schemas.

/** `assign` and `assign_back` name an account, the others know theirs. */
export const HOUSE_MOVES = [
  'capital_in',
  'capital_out',
  'assign',
  'assign_back',
  'settle_to_clients',
  'settle_to_house',
  'fees_taken',
] as const;
export type HouseMove = (typeof HOUSE_MOVES)[number];

/** Accounts of products, which capital is assigned to. */
export const ASSIGNED = ['trading', 'micro', 'protection', 'fund', 'loan'] as const;
export type Assigned = (typeof ASSIGNED)[number];

/** The two pools outside: the world owes what they hold, so they stand below nothing in the books. */
export const POOLS = ['external', 'external:house'] as const;

/** `product`: the account that the move names. */
interface Way {
  readonly from: 'capital' | 'fees' | 'product' | (typeof POOLS)[number];
  readonly to: Way['from'];
}
const WAYS = {
  capital_in: { from: 'external:house', to: 'capital' },
  capital_out: { from: 'capital', to: 'external:house' },
  assign: { from: 'capital', to: 'product' },
  assign_back: { from: 'product', to: 'capital' },
  // What a pool is short of is paid into it outside: the world owes more to it, and less to the other.
  settle_to_clients: { from: 'external', to: 'external:house' },
  settle_to_house: { from: 'external:house', to: 'external' },
  fees_taken: { from: 'fees', to: 'capital' },
} as const satisfies Readonly<Record<HouseMove, Way>>;

type Side = Exclude<Way['from'], 'product'> | Assigned;

/** From which account to which; undefined where the move names too little or too much. */
export function sidesOf(
  move: HouseMove,
  product: Assigned | '',
): { readonly from: Side; readonly to: Side } | undefined {
  const { from, to } = WAYS[move];
  if ((from === 'product' || to === 'product') !== (product !== '')) return undefined;
  const side = (one: Way['from']): Side | undefined => (one === 'product' ? product || undefined : one);
  const [taken, given] = [side(from), side(to)];
  return taken && given && { from: taken, to: given };
}
