import { expect, test } from 'vitest';
import { offerChanges, offerDifference, placesOf } from './offers.ts';

const JAPAN = { name: 'Japan', countries: ['JP'], off: ['micro'], caps: { fx: 25, coin: 2 } };

test('what is offered where is read whole or not at all', () => {
  expect(placesOf(JSON.stringify([JAPAN]))).toEqual([
    {
      name: 'Japan',
      countries: ['JP'],
      off: ['micro'],
      on: [],
      caps: [
        ['fx', 25],
        ['coin', 2],
      ],
    },
  ]);
  expect(placesOf('[]')).toEqual([]);
  for (const broken of [
    '',
    '{}',
    'null',
    JSON.stringify([JAPAN, { ...JAPAN, off: 1 }]),
    JSON.stringify([{ ...JAPAN, caps: { fx: '25' } }]),
  ])
    expect(placesOf(broken)).toBeUndefined();
});

test('a changed cap is of its place, also where the name of the place has dots in it', () => {
  expect(offerChanges('value.U.S. and its caps.fx isles.caps.coin', '2', '5')).toEqual([
    { place: 'U.S. and its caps.fx isles', what: 'cap', kind: 'coin', old: ['2'], next: ['5'] },
  ]);
  expect(offerChanges('value.Japan.caps.coin', '2', '')).toEqual([
    { place: 'Japan', what: 'cap', kind: 'coin', old: ['2'], next: undefined },
  ]);
  expect(offerChanges('value.Japan.off', '[]', '["micro"]')).toEqual([
    { place: 'Japan', what: 'off', kind: '', old: [], next: ['micro'] },
  ]);
});

test('a place that comes or goes is told line by line', () => {
  const lines = offerChanges('value.Japan', '', JSON.stringify(JAPAN));
  expect(lines?.map(({ what, kind, old, next }) => [what, kind, old, next])).toEqual([
    ['countries', '', undefined, ['JP']],
    ['off', '', undefined, ['micro']],
    ['on', '', undefined, []],
    ['cap', 'fx', undefined, ['25']],
    ['cap', 'coin', undefined, ['2']],
  ]);
  expect(offerChanges('value.Japan', JSON.stringify(JAPAN), '')?.[0]).toMatchObject({ old: ['JP'], next: undefined });
});

test('two values differ in what was added, taken away or changed, and in nothing else', () => {
  const tighter = { ...JAPAN, caps: { coin: 2, fx: 20 } };
  const other = { name: 'Elsewhere', countries: ['XX'], off: [], caps: {} };
  const told = (old: unknown, next: unknown) =>
    offerDifference(JSON.stringify(old), JSON.stringify(next))?.map((one) => Object.values(one).map(String).join(' '));
  expect(told([JAPAN, other], [other, tighter])).toEqual(['Japan cap fx 25 20']);
  expect(told([JAPAN], [JAPAN])).toEqual([]);
  expect(told([], [other])).toEqual([
    'Elsewhere countries  undefined XX',
    'Elsewhere off  undefined ',
    'Elsewhere on  undefined ',
  ]);
  expect(told([JAPAN], [{ ...JAPAN, caps: { coin: 2 } }])).toEqual(['Japan cap fx 25 undefined']);
  expect(told([JAPAN], {})).toBeUndefined();
});

test('what is offered nowhere else is read where a place says so', () => {
  expect(placesOf(JSON.stringify([{ ...JAPAN, on: ['funds'] }]))?.[0]?.on).toEqual(['funds']);
  expect(offerChanges('value.Japan.on', '', '["funds"]')).toEqual([
    { place: 'Japan', what: 'on', kind: '', old: undefined, next: ['funds'] },
  ]);
});

test('what is not known is left to be shown as it came', () => {
  expect(offerChanges('version', '1', '2')).toBeUndefined();
  expect(offerChanges('value.Japan', '1', '2')).toBeUndefined();
});
