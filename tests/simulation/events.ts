// What may happen in the simulated world, and how often. An event is a kind and a die; all it does follows from these two and from the state
// of the world, so a run is a list of them and any event may be left out.

import { type Random, seededRandom } from '@fairtick/kernel/random';

/** Kinds with their weights: in everyday weather, and in a storm. */
const WEIGHTS = {
  tick: [440, 390],
  quiet: [6, 6],
  clock_jump: [5, 5],
  hours: [1, 1],
  feed: [3, 5],
  submit: [190, 170],
  stops: [50, 45],
  close: [30, 30],
  close_all: [3, 3],
  cancel: [25, 20],
  micro: [80, 70],
  create: [12, 12],
  standing: [10, 12],
  own_limits: [8, 8],
  register: [14, 14],
  prove: [14, 14],
  review: [18, 18],
  reset: [3, 3],
  transfer: [12, 12],
  withdraw: [30, 30],
  serve: [45, 45],
  deposit: [25, 25],
  desk: [45, 45],
  lead: [5, 5],
  follow: [40, 40],
  led: [60, 60],
  borrow: [14, 14],
  fund: [14, 14],
  repeat: [50, 80],
  other_body: [12, 12],
  burst: [35, 35],
  conflict: [6, 20],
  defect: [2, 6],
  lost: [4, 16],
  lost_after: [4, 16],
  zombie: [3, 12],
  away: [2, 6],
  slow: [3, 9],
  crash: [2, 6],
  crash_at: [3, 10],
  restart: [2, 3],
} as const satisfies Readonly<Record<string, readonly [number, number]>>;

export type Kind = keyof typeof WEIGHTS;
export type Event = readonly [Kind, number];

const isKind = (name: string): name is Kind => Object.hasOwn(WEIGHTS, name);
export const KINDS: readonly Kind[] = Object.keys(WEIGHTS).filter(isKind);
export const kindOf = (name: string): Kind => {
  if (!isKind(name)) throw new Error(`no event is called ${name}`);
  return name;
};

export const isStormy = (seed: number): boolean => seed % 3 === 0;

export function eventsOf(seed: number, count: number): Event[] {
  const random = seededRandom(seed ^ 0x5eed);
  const column = isStormy(seed) ? 1 : 0;
  const total = KINDS.reduce((sum, kind) => sum + WEIGHTS[kind][column], 0);
  return Array.from({ length: count }, (): Event => [kindAt(random.below(total), column), random.uint32()]);
}

function kindAt(place: number, column: 0 | 1): Kind {
  let rest = place;
  for (const kind of KINDS) {
    rest -= WEIGHTS[kind][column];
    if (rest < 0) return kind;
  }
  return 'tick';
}

export const pick = <T>(random: Random, items: readonly T[]): T | undefined => items[random.below(items.length)];
export const chance = (random: Random, oneIn: number): boolean => random.below(oneIn) === 0;
