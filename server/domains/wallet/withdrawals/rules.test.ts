// The tables of money-staff.md §9 about withdrawals, cell by cell: limits, holds, deadline, and every act in every state.
// Long because every act in every state, and who may do it, is one table of one rule book.

import { describe, expect, test } from 'vitest';
import { isSameName } from './flags.ts';
import { decideCancel, decideOverdue } from './rules.ts';
import {
  decideApproval,
  decideClaim,
  decideNothingSent,
  decidePaid,
  decideRejection,
  decideRelease,
  type Reason,
} from './staff-rules.ts';
import { ANN, BEN, CAT, DAY_MS, dollars, NOW_MS, PLACE, USER, World } from './world.fixture.ts';

const REASON: Reason = { code: 'destination_doubtful', words: 'x', told: (lang) => `${lang}: doubtful x` };
const NOT_SENT: Reason = { code: 'not_sent', words: 'x', told: () => 'not sent' };
type Staff = bigint;

const approve = (world: World, by: Staff, more: Partial<Parameters<typeof decideApproval>[1]> = {}): string =>
  world.does(
    decideApproval(world.state, {
      ...{ ...world.by(by), counts: () => true, isCompliance: () => false, note: 'signed' },
      ...more,
    }),
  );
const pay = (world: World, by: Staff, reference = 'tx1', paidBefore?: bigint): string =>
  world.does(decidePaid(world.state, { ...world.by(by), reference, paidBefore }));
const claim = (world: World, by: Staff): string => world.does(decideClaim(world.state, world.by(by)));
const release = (world: World, by: Staff): string => world.does(decideRelease(world.state, world.by(by)));
const reject = (world: World, by: Staff): string => world.does(decideRejection(world.state, world.by(by), REASON));
const unsent = (world: World, by: Staff): string => world.does(decideNothingSent(world.state, world.by(by), NOT_SENT));
const cancel = (world: World, userId = USER): string =>
  world.does(decideCancel(world.state, { id: world.newest.id, userId, key: 'c' }));

/** A withdrawal in this state. */
function worldIn(state: 'waiting' | 'approved' | 'claimed' | 'paid' | 'rejected' | 'cancelled'): World {
  const world = new World();
  expect(world.asks('150')).toBe('ok');
  if (state === 'rejected') expect(reject(world, ANN)).toBe('ok');
  if (state === 'cancelled') expect(cancel(world)).toBe('ok');
  if (state === 'approved' || state === 'claimed' || state === 'paid') expect(approve(world, CAT)).toBe('ok');
  if (state === 'claimed' || state === 'paid') expect(claim(world, ANN)).toBe('ok');
  if (state === 'paid') expect(pay(world, ANN)).toBe('ok');
  world.journals.length = 0;
  return world;
}

describe('a request', () => {
  test('holds the amount, and keeps the terms of its moment', () => {
    const world = new World({ change: '200' });
    expect(world.asks('150')).toBe('ok');
    expect(world.money).toEqual(['50', '150', '0', '-1000000', '0']);
    expect(world.journals).toEqual(['withdrawal']);
    const [usdt] = world.settings.currencies;
    if (usdt) world.settings = { ...world.settings, currencies: [{ ...usdt, drawRate: dollars('50'), places: 2 }] };
    expect(world.newest).toMatchObject({
      ...{ status: 'waiting', fee: dollars('5'), received: dollars('145'), drawRate: dollars('5'), places: 6 },
      ...{ protocol: 'ERC20', requestTime: NOW_MS, deadline: NOW_MS + DAY_MS, approvalsNeeded: 1 },
    });
    expect([approve(world, ANN), claim(world, BEN), pay(world, BEN)]).toEqual(['ok', 'ok', 'ok']);
    expect(world.money).toEqual(['50', '0', '0', '-999855', '5']);
  });

  test('of more than is free, of nothing, of too fine a sum', () => {
    const world = new World({ change: '100' });
    expect(world.asks('100.01')).toBe('BALANCE_INSUFFICIENT 100.01 100.00');
    expect(world.asks('100')).toBe('ok');
    expect(['', '-1', '0', 'x', '10.001'].map((one) => world.asks(one).split(' ')[0])).toEqual([
      ...['VALUE_MISSING', 'VALUE_NEGATIVE', 'VALUE_ZERO', 'VALUE_NOT_A_NUMBER', 'VALUE_TOO_PRECISE'],
    ]);
  });

  test('of which the fee leaves nothing', () => {
    const world = new World();
    const [usdt] = world.settings.currencies;
    if (usdt) world.settings = { ...world.settings, currencies: [{ ...usdt, min: dollars('1') }] };
    expect([world.asks('5'), world.asks('3'), world.asks('5.01')]).toEqual([
      ...['FEE_EATS_AMOUNT 5.00', 'FEE_EATS_AMOUNT 5.00', 'ok'],
    ]);
  });

  test('of which over half a percent less arrives than was shown names the new figure', () => {
    const world = new World();
    const refused = world.ask('1000', { shown: '1000.01' });
    expect(refused).toEqual({ ok: false, error: { error: 'RATE_OLD', data: { real_number: '995.000000' } } });
    expect(world.asks('1000', { shown: '1000' })).toBe('ok');
  });

  test('only of a real, verified user whose withdrawals are not frozen', () => {
    const world = new World();
    const good = world.standing;
    world.standing = { ...good, real: false };
    expect(world.asks('100')).toBe('REAL_ONLY');
    world.standing = { ...good, verifiedTime: undefined };
    expect(world.asks('100')).toBe('NOT_VERIFIED');
    const freeze = { reason: 'a stolen card', time: 1, by: '9', until: NOW_MS + 1 };
    world.standing = { ...good, freezes: { withdrawals: freeze } };
    expect(world.asks('100')).toBe('FROZEN a stolen card');
    world.standing = { ...good, freezes: { withdrawals: freeze, orders: freeze }, nowMs: NOW_MS + 1 };
    expect(world.asks('100')).toBe('ok');
  });

  test('only to a destination of their own, of the network, that was not taken away', () => {
    for (const place of [
      { ...PLACE, userId: 8n },
      { ...PLACE, removedTime: NOW_MS - 1 },
      { ...PLACE, network: 'evm:56' },
    ])
      expect(new World({ places: [place] }).asks('100')).toBe('DESTINATION_UNKNOWN');
    expect(new World().asks('100', { currencyId: 2 })).toBe('CURRENCY_UNKNOWN');
  });
});

describe('limits', () => {
  test('least and most of one', () => {
    expect(['9.99', '10.00', '50000.01', '50000'].map((one) => new World().asks(one))).toEqual([
      ...['AMOUNT_BELOW_MIN 10.00', 'ok', 'AMOUNT_ABOVE_MAX 50000.00', 'ok'],
    ]);
  });

  test('of a day: what was cancelled or rejected does not count, nor what is older than 24 hours', () => {
    const world = new World();
    expect([world.asks('50000'), world.asks('10000'), world.asks('40000.01')]).toEqual([
      ...['ok', 'ok', 'DAILY_LIMIT 40000.00'],
    ]);
    expect(world.asks('40000')).toBe('ok');
    expect([cancel(world), world.asks('40000')]).toEqual(['ok', 'ok']);
    expect([reject(world, ANN), world.asks('40000')]).toEqual(['ok', 'ok']);
    world.standing = { ...world.standing, nowMs: NOW_MS + DAY_MS - 1 };
    expect(world.asks('10')).toBe('DAILY_LIMIT 0.00');
    world.standing = { ...world.standing, nowMs: NOW_MS + DAY_MS };
    expect(world.asks('10')).toBe('ok');
  });

  test('two people from 10,000 on, by the sum of 24 hours: nobody splits', () => {
    const needed = (world: World, number: string): number => {
      expect(world.asks(number)).toBe('ok');
      return world.newest.approvalsNeeded;
    };
    expect([needed(new World(), '9999.99'), needed(new World(), '10000.00')]).toEqual([1, 2]);
    const world = new World();
    expect(['2500', '2500', '2500', '2500'].map((one) => needed(world, one))).toEqual([1, 1, 1, 2]);
  });
});

describe('holds', () => {
  test('a destination bound at T can be used from T + 24 h on', () => {
    const usableTime = NOW_MS + 1;
    const world = new World({ places: [{ ...PLACE, boundTime: usableTime - DAY_MS, usableTime }] });
    expect(world.asks('100')).toMatch(/^DESTINATION_RESTS 2027-/);
    world.standing = { ...world.standing, nowMs: usableTime };
    expect(world.asks('100')).toBe('ok');
  });

  test('so does everything after a reset', () => {
    const world = new World();
    world.standing = { ...world.standing, holdUntil: NOW_MS + 1 };
    expect(world.asks('100')).toMatch(/^DESTINATION_RESTS/);
    world.standing = { ...world.standing, nowMs: NOW_MS + 1 };
    expect(world.asks('100')).toBe('ok');
  });
});

describe('the deadline', () => {
  test('is found once, told once, and stays when it is paid later', () => {
    const world = worldIn('claimed');
    const overdue = (nowMs: number): void => {
      world.standing = { ...world.standing, nowMs };
      world.apply(decideOverdue(world.state, world.newest.id));
    };
    world.told.length = 0;
    overdue(NOW_MS + DAY_MS - 1);
    expect([world.newest.overdueTime, world.told]).toEqual([undefined, []]);
    overdue(NOW_MS + DAY_MS);
    overdue(NOW_MS + DAY_MS + 5);
    expect([world.newest.overdueTime, world.told]).toEqual([NOW_MS + DAY_MS, ['withdrawal_overdue']]);
    expect([pay(world, ANN), world.newest.overdueTime]).toEqual(['ok', NOW_MS + DAY_MS]);
  });

  test.each(['paid', 'rejected', 'cancelled'] as const)('is none of one that is %s', (state) => {
    const world = worldIn(state);
    world.standing = { ...world.standing, nowMs: NOW_MS + 2 * DAY_MS };
    expect(decideOverdue(world.state, world.newest.id)).toEqual({});
  });
});

describe('states: state x act → state, journal', () => {
  const ACTS = { approve, reject, cancel: (world: World) => cancel(world), claim, pay, unsent } as const;
  const DONE = 'ALREADY_DECIDED';
  const LATE = 'WITHDRAWAL_NOT_WAITING';

  test.each([
    ['waiting', 'approve', 'ok', 'approved', 'withdrawal_approved'],
    ['waiting', 'reject', 'ok', 'rejected', 'withdrawal_rejected'],
    ['waiting', 'cancel', 'ok', 'cancelled', 'withdrawal_cancelled'],
    ['waiting', 'claim', DONE, 'waiting'],
    ['waiting', 'pay', DONE, 'waiting'],
    ['waiting', 'unsent', DONE, 'waiting'],
    ['approved', 'approve', DONE, 'approved'],
    ['approved', 'reject', DONE, 'approved'],
    ['approved', 'cancel', LATE, 'approved'],
    ['approved', 'claim', 'ok', 'approved'],
    ['approved', 'pay', 'CLAIM_FIRST', 'approved'],
    ['approved', 'unsent', 'ok', 'approved'],
    ['claimed', 'approve', DONE, 'approved'],
    ['claimed', 'reject', DONE, 'approved'],
    ['claimed', 'cancel', LATE, 'approved'],
    ['claimed', 'claim', DONE, 'approved'],
    ['claimed', 'pay', 'ok', 'paid', 'withdrawal_paid'],
    ['claimed', 'unsent', 'ok', 'approved'],
    ['paid', 'approve', DONE, 'paid'],
    ['paid', 'reject', DONE, 'paid'],
    ['paid', 'cancel', LATE, 'paid'],
    ['paid', 'claim', DONE, 'paid'],
    ['paid', 'pay', 'ok', 'paid'],
    ['paid', 'unsent', DONE, 'paid'],
    ...(['rejected', 'cancelled'] as const).flatMap((state) =>
      (['approve', 'reject', 'claim', 'pay', 'unsent'] as const).map((act) => [state, act, DONE, state] as const),
    ),
    ['rejected', 'cancel', LATE, 'rejected'],
    ['cancelled', 'cancel', LATE, 'cancelled'],
  ] as const)('%s x %s', (before, act, said, after, journal?: string) => {
    const world = worldIn(before);
    const money = world.money;
    expect(ACTS[act](world, ANN)).toBe(said);
    expect([world.newest.status, world.journals]).toEqual([after, journal === undefined ? [] : [journal]]);
    if (journal === undefined) expect(world.money).toEqual(money);
  });

  test.each([
    ['claim', claim],
    ['pay', pay],
    ['release', release],
    ['nothing sent', unsent],
  ] as const)('taken by A, %s by B', (_, act) => {
    const world = worldIn('claimed');
    expect(act(world, BEN)).toBe(`TAKEN_BY_OTHER ${ANN}`);
    expect([world.newest.claimedBy, world.journals]).toEqual([ANN, []]);
  });

  test('nothing was sent: A and another, while A has it', () => {
    const world = worldIn('claimed');
    expect([unsent(world, ANN), unsent(world, ANN)]).toEqual(['ok', 'OWN_WORK']);
    expect([world.newest.status, world.journals]).toEqual(['approved', []]);
    expect(unsent(world, BEN)).toBe('ok');
    expect([world.newest.status, world.journals]).toEqual(['rejected', ['withdrawal_returned']]);
    expect(world.money).toEqual(['200000', '0', '0', '-1000000', '0']);
    expect(world.newest).toMatchObject({ nothingSentBy: ANN, endedBy: BEN, reasonCode: 'not_sent' });
  });

  test('nothing was sent: two others, after A has given it back; whoever takes it then unsays it', () => {
    const world = worldIn('claimed');
    expect([release(world, ANN), unsent(world, BEN), unsent(world, BEN)]).toEqual(['ok', 'ok', 'OWN_WORK']);
    expect([claim(world, CAT), unsent(world, ANN)]).toEqual(['ok', `TAKEN_BY_OTHER ${CAT}`]);
    expect([release(world, CAT), unsent(world, CAT), unsent(world, BEN)]).toEqual(['ok', 'ok', 'ok']);
    expect(world.journals).toEqual(['withdrawal_returned']);
  });

  test('the first who says that nothing was sent may act alone by their role, the second may check', () => {
    const world = worldIn('approved');
    const by = (staffId: bigint) => decideNothingSent(world.state, world.by(staffId, ['check']), NOT_SENT);
    expect(world.does(by(ANN))).toBe('NOT_ALLOWED');
    expect([unsent(world, ANN), world.does(by(BEN))]).toEqual(['ok', 'ok']);
  });

  test('paid again: the same reference of the same person is the same answer, anything else is none', () => {
    const world = worldIn('paid');
    expect([pay(world, ANN), pay(world, ANN, 'tx2'), pay(world, BEN)]).toEqual(['ok', DONE, DONE]);
    expect(world.journals).toEqual([]);
    expect(pay(worldIn('claimed'), ANN, 'tx1', 900n)).toBe('PAYMENT_USED');
  });

  test('one payment pays one withdrawal, also where both are said in one batch', () => {
    const world = worldIn('claimed');
    expect(pay(world, ANN)).toBe('ok');
    expect([world.asks('100'), approve(world, CAT), claim(world, ANN)]).toEqual(['ok', 'ok', 'ok']);
    expect([pay(world, ANN), pay(world, ANN, 'tx2')]).toEqual(['PAYMENT_USED', 'ok']);
  });

  test('another user’s is none of theirs, and one that is not there is nobody’s', () => {
    const world = worldIn('waiting');
    expect(cancel(world, 8n)).toBe(LATE);
    expect(world.does(decideClaim(world.state, { ...world.by(ANN), id: 1n }))).toBe('ITEM_UNKNOWN');
  });
});

describe('two people', () => {
  function large(): World {
    const world = new World();
    expect(world.asks('10000')).toBe('ok');
    return world;
  }

  test('one person counts once; the second lets it go, and neither pays it', () => {
    const world = large();
    expect([approve(world, ANN), approve(world, ANN), world.newest.status]).toEqual(['ok', 'OWN_WORK', 'waiting']);
    expect([approve(world, BEN), world.newest.status]).toEqual(['ok', 'approved']);
    expect([claim(world, ANN), claim(world, BEN), claim(world, CAT), pay(world, CAT)]).toEqual([
      ...['OWN_WORK', 'OWN_WORK', 'ok', 'ok'],
    ]);
    expect(world.acts).toEqual([
      ...['withdrawal_approved', 'withdrawal_approved', 'withdrawal_claimed', 'withdrawal_paid'],
    ]);
  });

  test('who may only check is the second; who may only act alone is none of the two', () => {
    const world = large();
    expect(approve(world, ANN, { may: (grant) => grant === 'check' })).toBe('NOT_ALLOWED');
    expect(approve(world, ANN, { may: (grant) => grant === 'do' })).toBe('NOT_ALLOWED');
    expect(approve(world, ANN, { may: (grant) => grant === 'propose' })).toBe('ok');
    expect(approve(world, BEN, { may: (grant) => grant === 'check' })).toBe('ok');
    expect(approve(worldIn('waiting'), BEN, { may: (grant) => grant !== 'do' })).toBe('NOT_ALLOWED');
  });

  test('who was dismissed since, or is linked to its user by now, has not approved it', () => {
    const world = large();
    expect([approve(world, ANN), approve(world, BEN, { counts: (id) => id !== ANN })]).toEqual(['ok', 'ok']);
    expect(world.newest.status).toBe('waiting');
    expect([approve(world, CAT, { counts: (id) => id !== ANN }), world.newest.status]).toEqual(['ok', 'approved']);
  });

  test('below the limit one person approves and pays', () => {
    const world = worldIn('waiting');
    expect([approve(world, ANN), claim(world, ANN), pay(world, ANN)]).toEqual(['ok', 'ok', 'ok']);
  });

  test('a payee who is not the verified person needs compliance among those who approve', () => {
    const other = { hasWithdrawn: true, hasTraded: true, isShared: false, isOwnName: false };
    const places = [{ ...PLACE, kind: 'bank' as const, network: '', address: '', walletKind: '' as const }];
    const world = new World({ places });
    const [usdt] = world.settings.currencies;
    if (usdt) world.settings = { ...world.settings, currencies: [{ ...usdt, kind: 'bank', network: '' }] };
    expect(world.asks('10000', { known: other })).toBe('ok');
    expect(world.newest.flags).toBe('payee_differs');
    expect([approve(world, ANN), approve(world, BEN)]).toEqual(['ok', 'COMPLIANCE_NEEDED']);
    expect(approve(world, BEN, { isCompliance: (id) => id === ANN })).toBe('ok');
  });

  test('a wallet of one’s own takes a note from the travel limit on', () => {
    for (const [number, note, said] of [
      ['999.99', '', 'ok'],
      ['1000', '', 'REASON_REQUIRED'],
      ['1000', 'a signed message', 'ok'],
    ] as const) {
      const world = new World({ places: [{ ...PLACE, walletKind: 'own' }] });
      expect(world.asks(number)).toBe('ok');
      expect(approve(world, ANN, { note })).toBe(said);
    }
  });
});

test('of a frozen user nothing goes on, but what is theirs can come back and what was sent can be said', () => {
  const freeze = { reason: 'a stolen card', time: 1, by: '9', until: null };
  const frozen = (state: Parameters<typeof worldIn>[0]): World => {
    const world = worldIn(state);
    world.standing = { ...world.standing, freezes: { withdrawals: freeze } };
    return world;
  };
  expect(approve(frozen('waiting'), ANN)).toBe('FROZEN a stolen card');
  expect(claim(frozen('approved'), ANN)).toBe('FROZEN a stolen card');
  expect([cancel(frozen('waiting')), reject(frozen('waiting'), ANN), pay(frozen('claimed'), ANN)]).toEqual([
    ...['ok', 'ok', 'ok'],
  ]);
});

test('within a day of a reset nothing that was asked for before goes on: whoever asked may have been a thief', () => {
  const reset = (state: Parameters<typeof worldIn>[0], holdUntil: number): World => {
    const world = worldIn(state);
    world.standing = { ...world.standing, holdUntil };
    return world;
  };
  expect(approve(reset('waiting', NOW_MS + 1), ANN)).toMatch('DESTINATION_RESTS');
  expect(claim(reset('approved', NOW_MS + 1), ANN)).toMatch('DESTINATION_RESTS');
  expect([approve(reset('waiting', NOW_MS), ANN), claim(reset('approved', NOW_MS), ANN)]).toEqual(['ok', 'ok']);
  // What was sent can be said, and their owner can take back what was not.
  expect([pay(reset('claimed', NOW_MS + 1), ANN), cancel(reset('waiting', NOW_MS + 1))]).toEqual(['ok', 'ok']);
});

test('a chain’s address takes whatever coin of its network, an account at a bank its own currency alone', () => {
  const asks = (kind: 'coin' | 'bank', network: string): string => {
    const world = new World({ places: [{ ...PLACE, kind, network, currency: 'OTHER' }] });
    const [usdt] = world.settings.currencies;
    if (usdt)
      world.settings = {
        ...world.settings,
        currencies: [{ ...usdt, kind, network: kind === 'coin' ? usdt.network : '' }],
      };
    return world.asks('100');
  };
  expect([asks('coin', PLACE.network), asks('coin', 'another'), asks('bank', '')]).toEqual([
    ...['ok', 'DESTINATION_UNKNOWN', 'DESTINATION_UNKNOWN'],
  ]);
});

test('while withdrawals are paused requests are taken and wait; what is theirs can come back and what was sent can be said', () => {
  const paused = (state: Parameters<typeof worldIn>[0]): World => {
    const world = worldIn(state);
    world.paused = true;
    return world;
  };
  expect(paused('waiting').asks('100')).toBe('ok');
  expect([approve(paused('waiting'), ANN), claim(paused('approved'), ANN)]).toEqual([
    ...['WITHDRAWALS_PAUSED', 'WITHDRAWALS_PAUSED'],
  ]);
  expect([cancel(paused('waiting')), reject(paused('waiting'), ANN), pay(paused('claimed'), ANN)]).toEqual([
    ...['ok', 'ok', 'ok'],
  ]);
  expect([release(paused('claimed'), ANN), unsent(paused('approved'), ANN)]).toEqual(['ok', 'ok']);
});

test('nobody pays more than the clients’ pool holds', () => {
  const world = new World({ pool: '144' });
  expect([world.asks('150'), approve(world, CAT), claim(world, ANN)]).toEqual(['ok', 'ok', 'ok']);
  expect(pay(world, ANN)).toBe('POOL_SHORT 144.00');
  const enough = new World({ pool: '145' });
  expect([enough.asks('150'), approve(enough, CAT), claim(enough, ANN), pay(enough, ANN)]).toEqual([
    ...['ok', 'ok', 'ok', 'ok'],
  ]);
});

test('what the staff should look at is found at the request', () => {
  const places = [{ ...PLACE, boundTime: NOW_MS - 2 * DAY_MS, walletKind: 'own' as const }];
  const world = new World({ change: '3000', places });
  world.standing = { ...world.standing, holdUntil: NOW_MS - DAY_MS };
  const known = { hasWithdrawn: false, hasTraded: false, isShared: true, isOwnName: true };
  expect(world.asks('2500', { known })).toBe('ok');
  expect(world.newest.flags).toBe(
    'first,new_destination,new_factor,no_trading,shared_destination,most_of_balance,own_wallet',
  );
  expect([world.asks('100'), world.asks('100'), world.newest.flags]).toEqual([
    // Their sum with what was asked for before is beyond the travel rule's.
    ...['ok', 'ok', 'new_destination,new_factor,velocity,own_wallet'],
  ]);
});

test.each([
  ['José  de la Cruz', 'DE LA CRUZ, JOSE', true],
  ['陳大文', '陳大文', true],
  ['Ann Lee', 'Ann Li', false],
  ['', '', false],
])('%j and %j are one name: %s', (one, other, same) => expect(isSameName(one, other)).toBe(same));
