// What came back of a payment is its user's, once and by enough people.

import type { Id } from '@fairtick/kernel/ids';
import { describe, expect, test } from 'vitest';
import { type DepositState, NO_FACTS } from '../deposits/staff-rules.ts';
import type { DepositOption } from '../settings.ts';
import { type ComingBack, decideComingBack } from './coming-back.ts';
import { ANN, BEN, dollars, NO_LOANS, NOW_MS, World } from './world.fixture.ts';

const OPTION: DepositOption = {
  ...{ id: 1, kind: 'coin', currency: 'USDT', network: 'evm:1', protocol: 'ERC20', token: '', places: 6 },
  ...{ address: '0x52908400098527886E0F7030069857D2E4169EE7', min: dollars('10'), confirmations: 12 },
};
const ETHER = 10n ** 18n;

/** A withdrawal of so much that Ben has paid by a transaction of its own; 5 of it were the fee. */
function paid(number: string): World {
  const world = new World();
  expect(world.asks(number)).toBe('ok');
  world.put({ status: 'paid', paidBy: BEN, paidReference: `0x${'a'.repeat(64)}`, paidTime: NOW_MS });
  return world;
}
function back(world: World, dollarsBack: bigint, more: Partial<ComingBack> = {}): string {
  const wallet = { ...world.wallet, settings: world.settings };
  const state: DepositState = { ...world.state, wallet, loans: NO_LOANS };
  const came = { reference: `${'b'.repeat(64)}:0`, amount: dollarsBack * ETHER };
  return world.does(
    decideComingBack(state, {
      ...{ id: world.newest.id, option: OPTION, came, receipt: undefined, key: 'k', staffId: ANN },
      ...{ agreed: undefined, facts: NO_FACTS, ...more },
    }),
  );
}
const agreed = (held: boolean) => ({ proposal: 9n as Id, maker: BEN, reason: 'so the bank says', held });

test('its user has what came, the pool holds it again, the fee stays where it is', () => {
  const world = paid('100');
  const [free, , , pool, fees] = world.money;
  expect(back(world, 90n)).toBe('ok');
  const after = world.money;
  expect([Number(after[0]) - Number(free), Number(after[3]) - Number(pool), after[4]]).toEqual([90, -90, fees]);
  expect([world.newest.status, world.newest.backCredited]).toEqual(['paid', dollars('90')]);
  expect(back(world, 1n)).toBe('ALREADY_DECIDED');
});

test('no more than was sent, in its currency, and not the payment itself', () => {
  const world = paid('100');
  expect(back(world, 96n)).toBe('INPUT_INVALID amount');
  expect(back(world, 95n, { option: { ...OPTION, currency: 'USDC' } })).toBe('INPUT_INVALID charge_id');
  const itself = { reference: `${'a'.repeat(64)}:3`, amount: ETHER };
  expect(back(world, 1n, { came: itself })).toBe('INPUT_INVALID reference');
  expect(back(world, 95n)).toBe('ok');
});

describe('two people', () => {
  test('where who had paid it says so', () => {
    const world = paid('100');
    expect(back(world, 95n, { staffId: BEN })).toBe('TAKES_TWO');
    expect(back(world, 95n, { agreed: agreed(false) })).toBe('ok');
  });

  test('from the limit on, by what its user was credited in the day, in this batch too', () => {
    const facts = { ...NO_FACTS, lastDay: dollars('9905') };
    expect(back(paid('100'), 95n, { facts })).toBe('TAKES_TWO');
    expect(back(paid('100'), 94n, { facts })).toBe('ok');
    const world = paid('6000');
    expect(back(world, 5_000n)).toBe('ok');
    expect(world.asks('6000')).toBe('ok');
    world.put({ status: 'paid', paidBy: BEN, paidReference: 'x', paidTime: NOW_MS });
    const second = { reference: `${'c'.repeat(64)}:0`, amount: 5_000n * ETHER };
    expect(back(world, 5_000n, { came: second })).toBe('TAKES_TWO');
  });

  test('and compliance where somebody else claims what came, also since it was proposed', () => {
    const facts = { ...NO_FACTS, isContested: true };
    expect(back(paid('100'), 95n, { facts })).toBe('TAKES_TWO');
    expect(back(paid('100'), 95n, { facts, agreed: agreed(false) })).toBe('PROPOSAL_CHANGED');
    expect(back(paid('100'), 95n, { facts, agreed: agreed(true) })).toBe('ok');
  });
});
