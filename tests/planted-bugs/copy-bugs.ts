// Planted bugs of copying: what each copy, share and stop of a relation would do wrong. Most are found by lives in which some lead and others follow.

import type { PlantedBug } from './bug.ts';

const SIZES = 'engine/copying.ts';
const COPIES = 'server/domains/copying/following/rules/copies.ts';
const RELATIONS = 'server/domains/copying/following/rules/relations.ts';
const SHARES = 'server/domains/copying/following/rules/shares.ts';
const STOPS = 'server/domains/copying/following/rules/stops.ts';
const FOLLOWERS_TEST = 'tests/simulation/followers.test.ts';

const met = { project: 'unit', tests: [FOLLOWERS_TEST] } as const;

export const COPY_BUGS: readonly PlantedBug[] = [
  {
    name: 'a copy rounded up',
    harm: 'a follower holds more than they allowed',
    edits: [
      {
        file: SIZES,
        find: 'const stepped = wanted / pair.quantityStep;',
        replace: 'const stepped = (wanted + pair.quantityStep - 1n) / pair.quantityStep;',
      },
    ],
    ...met,
  },
  {
    name: 'a mark that begins anew',
    harm: 'who leaves and follows again pays a share of the same gains twice',
    edits: [
      {
        file: RELATIONS,
        find: '{ marks: [{ ...mark, shareRate }] }',
        replace: '{ marks: [{ ...mark, shareRate, highWater: amount(0n) }] }',
      },
    ],
    ...met,
  },
  {
    name: 'a share of what is open',
    harm: 'a trader is paid for gains that their followers never have',
    edits: [
      {
        file: SHARES,
        find: 'const net = netOf(state, order);',
        replace:
          'const held = { available: NONE, locked: NONE };\n  const net = amount(netOf(state, order) + equityAt(held, state.forex.active(order.userId), state.market).floating);',
      },
    ],
    ...met,
  },
  {
    name: 'a share before fees and nights',
    harm: 'a follower pays a share of what they paid the house',
    edits: [{ file: SHARES, find: 'amount(order.result - costOf(state, order))', replace: 'amount(order.result)' }],
    ...met,
  },
  {
    name: 'a stop by closed copies alone',
    harm: 'a follower loses more than they set while nothing is closed',
    edits: [
      {
        file: STOPS,
        find: 'sum + floatingOf(copy, market) - costOf(state, copy)',
        replace: 'sum - 0n * costOf(state, copy)',
      },
    ],
    ...met,
  },
  {
    name: 'a copy closes at the newest price',
    harm: 'followers get another price than their trader',
    edits: [
      {
        file: COPIES,
        find: 'const market = state.market.at(ask.view, ask.tick);\n  const { realm } = bound.follow;',
        replace: 'const market = state.market;\n  const { realm } = bound.follow;',
      },
    ],
    ...met,
  },
  {
    name: 'skipped without a row',
    harm: 'nobody can say why an order was not copied',
    edits: [{ file: COPIES, find: 'copying: { skips: [skip] }', replace: 'copying: {}' }],
    ...met,
  },
  {
    name: 'a share that losses do not return',
    harm: 'a trader is paid for gains that their followers have lost again',
    edits: [
      {
        file: SIZES,
        find: 'min<bigint>(due, max<bigint>(room, 0n)) : due);',
        replace: 'min<bigint>(due, max<bigint>(room, 0n)) : 0n);',
      },
    ],
    ...met,
  },
  {
    name: 'an order reaches its followers twice',
    harm: 'a follower holds two copies of one order after a restart',
    edits: [
      {
        file: COPIES,
        find: 'if (!bound || copyOf(state, bound.follow, ask.master.id)) return NOTHING;',
        replace: 'if (!bound) return NOTHING;',
      },
      {
        file: 'server/domains/copying/following/book.ts',
        find: 'const left = await leftOf(tx, event.id);',
        replace: 'const left = [...(this.#followers.get(event.traderId)?.values() ?? [])];',
      },
      {
        file: 'server/domains/copying/following/book.ts',
        find: 'markDone(this.#options.db, event.id).catch(',
        replace: 'Promise.resolve().catch(',
      },
    ],
    ...met,
  },
  {
    name: 'a tick overtakes stops that wait',
    harm: 'a copy is closed by a stop that its trader has moved away',
    edits: [
      {
        file: 'server/domains/copying/following/waiting-stops.ts',
        find: 'if (waiting.event.place < place) outgoing',
        replace: 'if (waiting.event.place < 0) outgoing',
      },
    ],
    project: 'unit',
    tests: ['server/domains/copying/following/waiting-stops.test.ts'],
  },
  {
    name: 'the oldest follower is served first',
    harm: 'whoever followed last is always left out where the house can take no more',
    edits: [
      {
        file: 'server/domains/copying/following/book.ts',
        find: '.sort((a, b) => (a.turn < b.turn ? -1 : 1))',
        replace: '.sort((a, b) => (a.one.id < b.one.id ? -1 : 1))',
      },
    ],
    project: 'unit',
    tests: ['server/domains/copying/following/turn.test.ts'],
  },
  {
    name: 'the rate of an old relation',
    harm: 'who follows anew pays the share that they had left',
    edits: [{ file: SHARES, find: '?? beginning(newest);', replace: '?? beginning(follow);' }],
    project: 'unit',
    tests: ['tests/simulation/simulation.test.ts'],
  },
  {
    name: 'a copy held against its own price',
    harm: 'a start closes a copy earlier than it has opened',
    edits: [
      {
        file: 'server/domains/copying/following/rules/stop-sum.ts',
        find: 'open !== undefined && open.tickIndex < logIndex && open.time <= receivedTime;',
        replace: 'open !== undefined && open.tickIndex <= logIndex;',
      },
    ],
    project: 'unit',
    tests: ['server/domains/copying/following/stop-watch.test.ts'],
  },
  {
    name: 'a closing that is asked about four times',
    harm: 'a copy stays open after its trader has closed, and floats on',
    edits: [
      {
        file: 'server/domains/copying/following/book.ts',
        find: 'else this.#askLater(event);',
        replace: '',
      },
    ],
    project: 'integration',
    tests: ['tests/integration/copying/shares.test.ts'],
  },
  {
    name: 'a pause that looks back',
    harm: 'who sees where the price goes before they are served pauses, and copies good openings alone',
    edits: [
      {
        file: COPIES,
        find: 'if (settings.paused) return',
        replace: 'if (settings.paused || state.copying.newestSettings(follow.id).paused) return',
      },
    ],
    ...met,
  },
];
