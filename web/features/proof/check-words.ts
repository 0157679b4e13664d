// The text of each check that engine/verify can make, and of the words among its values. An unknown one is shown by its own name rather than hidden.

import type { TextKey } from '../../i18n/texts.ts';

const KEYS: Readonly<Record<string, TextKey<'verify'>>> = {
  'proof.readable': 'check.proof.readable',
  'open.tick': 'check.open.tick',
  'open.price': 'check.open.price',
  'open.fresh': 'check.open.fresh',
  'open.target': 'check.open.target',
  'open.rate': 'check.open.rate',
  'open.rate_tick': 'check.rate_tick',
  margin: 'check.margin',
  fee: 'check.fee',
  'close.tick': 'check.close.tick',
  'close.price': 'check.close.price',
  'close.after_open': 'check.after_open',
  'close.pair': 'check.same_pair',
  'close.trigger': 'check.close.trigger',
  'close.rate': 'check.close.rate',
  'close.rate_tick': 'check.rate_tick',
  result: 'check.result',
  expiry: 'check.expiry',
  'end.price': 'check.end.price',
  'end.time': 'check.end.time',
  'end.pair': 'check.same_pair',
  'end.after_open': 'check.after_open',
  'end.none': 'check.end.none',
  outcome: 'check.outcome',
  'order.id': 'check.order.id',
  'nights.dates': 'check.nights.dates',
  'nights.open': 'check.nights.open',
  'nights.rates': 'check.nights.rates',
  'nights.sums': 'check.nights.sums',
  'nights.taken': 'check.nights.taken',
  'order.type': 'check.order.type',
  'order.quantity': 'check.order.quantity',
  'order.margin': 'check.order.margin',
  'order.fee': 'check.order.fee',
  'order.stop_loss': 'check.order.stop_loss',
  'order.take_profit': 'check.order.take_profit',
  'order.closed': 'check.order.closed',
  'order.result': 'check.order.result',
  'order.stake': 'check.order.stake',
  'order.open_price': 'check.order.open_price',
  'order.end_price': 'check.order.end_price',
};

export const checkKey = (name: string): TextKey<'verify'> | undefined => KEYS[name];

const VALUES: Readonly<Record<string, TextKey<'verify'>>> = {
  none: 'value.none',
  win: 'value.win',
  loss: 'value.loss',
  tie: 'value.tie',
  void: 'value.void',
  true: 'value.true',
  false: 'value.false',
  incomplete: 'value.incomplete',
  malformed: 'value.incomplete',
  'no tick': 'value.none',
  'no rate': 'value.none',
};

export const valueKey = (value: string): TextKey<'verify'> | undefined => VALUES[value];
