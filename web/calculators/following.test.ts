import { expect, test } from 'vitest';
import {
  type FollowDraft,
  netNow,
  openNetNow,
  readFollow,
  roomToStop,
  sharedOf,
  sharePlaces,
  stopMost,
  together,
} from './following.ts';

const draft = (of: Partial<FollowDraft>): FollowDraft => ({
  ...{ mode: 'proportional', multiple: '1', maxAmount: '600', stopAmount: '' },
  ...of,
});
const faultsOf = (of: Partial<FollowDraft>) => {
  const read = readFollow(draft(of));
  return 'faults' in read ? read.faults : undefined;
};

test('what is sent: plain figures, and a stop as high as the greatest amount where none is typed', () => {
  expect(readFollow(draft({}))).toEqual({
    wanted: { mode: 'proportional', multiple: '1', max_amount: '600.00', stop_amount: '600.00' },
  });
  expect(readFollow(draft({ mode: 'lots', multiple: ' 12 ', maxAmount: '50.5', stopAmount: '20.' }))).toEqual({
    wanted: { mode: 'lots', multiple: '12', max_amount: '50.50', stop_amount: '20.00' },
  });
});

test('a multiple is whole digits from 1 to 100', () => {
  for (const multiple of ['1', '100', '007']) expect(faultsOf({ multiple })).toBeUndefined();
  for (const multiple of ['', '0', '101', '1.5', '-1', '1e2', 'two', '1000'])
    expect(faultsOf({ multiple })).toEqual({ multiple: true, maxAmount: false, stopAmount: false });
});

test('amounts keep the server’s bounds', () => {
  for (const maxAmount of ['10', '1000000']) expect(faultsOf({ maxAmount })).toBeUndefined();
  for (const maxAmount of ['', '9.99', '1000000.01', '10.001', '-20', 'ten'])
    expect(faultsOf({ maxAmount, stopAmount: '5' })).toEqual({ multiple: false, maxAmount: true, stopAmount: false });
  for (const stopAmount of ['1', '1800']) expect(faultsOf({ stopAmount })).toBeUndefined();
  for (const stopAmount of ['0.99', '1800.01', '5.001', 'x'])
    expect(faultsOf({ stopAmount })).toEqual({ multiple: false, maxAmount: false, stopAmount: true });
  expect([stopMost('600'), stopMost('x')]).toEqual(['1800.00', undefined]);
});

test('the share, and the room to the stop', () => {
  expect([sharedOf('100', '10.00'), sharedOf('100', '12.50')]).toEqual(['10.00', '12.50']);
  expect([sharePlaces('10.00'), sharePlaces('12.50')]).toEqual([{ places: 0 }, { places: 2 }]);
  expect(roomToStop({ stop_amount: '300', stop_result: '72.3' })).toBe('372.300000');
  expect(roomToStop({ stop_amount: '300', stop_result: '-300.5' })).toBe('0.000000');
});

test('what open copies bring now is known only once each of them was told, less what they have cost', () => {
  expect(openNetNow(['3.10', '-1.10'], '0.250000')).toBe('1.750000');
  expect(openNetNow(['3.10', undefined], '0.25')).toBeUndefined();
  expect(openNetNow([], '0')).toBeUndefined();
});

test('a row moves by what its result has moved', () => {
  expect(netNow('4.700000', '5.000000', '3.50')).toBe('3.200000');
  expect(netNow('4.700000', '5.000000', undefined)).toBe('4.700000');
  expect(together('4.70', '-5')).toBe('-0.300000');
});
