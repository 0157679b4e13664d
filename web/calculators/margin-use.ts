// How much of an account its margin takes, and what that asks for before an order is sent. Pure.

import { type Amount, amount, UNIT } from '@fairtick/kernel/decimal';
import { percentOf } from './stops.ts';

/** amber: above 30 % of the account's net value. red: above 70 %, which is asked about once more. */
export type MarginUse = 'calm' | 'amber' | 'red';

const AMBER_PERCENT = 30n;
const RED_PERCENT = 70n;

interface Account {
  readonly netValue: Amount;
  readonly usedMargin: Amount;
}

/** Compared exactly, not by a rounded share. */
export function marginUse({ netValue, usedMargin }: Account): MarginUse {
  if (usedMargin <= 0n) return 'calm';
  if (netValue <= 0n || usedMargin * 100n > netValue * RED_PERCENT) return 'red';
  return usedMargin * 100n > netValue * AMBER_PERCENT ? 'amber' : 'calm';
}

/** In 1e-8 units of a percent; undefined where the account is worth nothing. */
export const usedShare = ({ netValue, usedMargin }: Account): bigint | undefined => percentOf(usedMargin, netValue);

/** Net value / used margin x 100 in 1e-8 units of a percent; undefined when nothing is open. */
export const marginLevel = ({ netValue, usedMargin }: Account): Amount | undefined => {
  const level = percentOf(netValue, usedMargin);
  return level === undefined ? undefined : amount(level);
};

/** Where a gauge points: a percent as a plain number, for the eye alone. */
export const gaugeLevel = (level: bigint | undefined): number | undefined =>
  level === undefined ? undefined : Number(level / (UNIT / 100n)) / 100;
