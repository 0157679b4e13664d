// What malformed calls aim at: the endpoints of tables where they are served, and what a good call of them holds.

import type { Endpoint } from '@fairtick/contract/endpoint';
import { type EndpointTable, endpointsOf } from '@fairtick/contract/table';
import { sampleFields } from '../harness/samples.ts';

export interface Target {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly port: number;
  /** The smallest good call. */
  readonly sample: Readonly<Record<string, string>>;
}

/** All endpoints of a table that is served on a port. */
export const targetsOf = (table: EndpointTable, port: number): Target[] =>
  endpointsOf(table).map(([name, endpoint]) => ({ name, endpoint, port, sample: sampleFields(endpoint.input) }));

/** A token alone, or nothing at all, makes a call of it good. */
export const isFree = ({ endpoint }: Target): boolean =>
  endpoint.changesState && Object.keys(endpoint.input.shape).length === 0;

/** It changes something by what a person typed, so most of what can go wrong is its. */
export const isTyped = (target: Target): boolean => target.endpoint.changesState && !isFree(target);

/** Values that make sense to the business, beyond what the schemas say. */
const FIELD_VALUES: Readonly<Record<string, readonly string[]>> = {
  type: ['1', '2'],
  cont: ['0.01', '1', '0.1'],
  forex_id: ['1', '2', '3', '7'],
  status: ['0', '1', '3'],
  target_price: ['0', '', '1.05', '1000000'],
  stop_loss_price: ['0', '', '0.5'],
  target_profit_price: ['0', '', '9'],
  multiple: ['100', '50', '20'],
  number: ['100', '10'],
  seconds: ['30', '60'],
  sec: ['', '30'],
  page: ['1', '2'],
  period: ['1min', '1day'],
  limit: ['10'],
  to: ['1700000000000', '5'],
  from: ['1', '0'],
  pair: ['EURUSD'],
  name: ['EUR', ''],
  family: ['forex', 'micro'],
  method: ['code', 'totp', 'passkey', 'recovery'],
  code: ['123456', ''],
  word: ['blue heron', ''],
  account: ['somebody@example.com'],
  password: ['correct horse battery'],
  re_password: ['correct horse battery'],
  area_id: ['HK', 'US'],
  sms_code: ['123456', '000000'],
  invite_code: ['', 'ABCDEF'],
  daily_loss: ['1000000'],
  zone: ['Europe/Paris', '+01:00'],
  // None that is offered: during a break no order goes through, and everything after it would be refused alike.
  hours: ['1'],
};

/** Values that a field takes in a good call. */
export const goodValues = ({ sample }: Target, field: string): readonly string[] =>
  FIELD_VALUES[field] ?? [sample[field] ?? '1'];
