// What the numbers of an option must fulfil by themselves: its duration and stake as typed, against what is offered. The server decides by these
// functions, the browser shows their refusals before it sends anything. Pure.

import { type Amount, amount, formatUnits } from '@fairtick/kernel/decimal';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { type Refusal, refuse } from './errors.ts';
import { type PositiveFault, readPositive } from './typed-number.ts';

/** Stakes have cents at most: results are rounded to cents too. */
const STAKE_PLACES = 2;

/** One of the offered durations, by its seconds. */
export function readDuration<D extends { readonly seconds: number }>(
  text: string,
  durations: readonly D[],
): Result<D, Refusal<PositiveFault | 'SECONDS_NOT_OFFERED'>> {
  const read = readPositive('seconds', text, 0);
  if (!read.ok) return read;
  const duration = durations.find((offered) => String(offered.seconds) === formatUnits(read.value));
  const offered = durations.map((one) => one.seconds).join(', ');
  return duration ? ok(duration) : err(refuse('SECONDS_NOT_OFFERED', { offered }));
}

/** In 1e-8 USD. */
export interface StakeBounds {
  readonly minStake: bigint;
  readonly maxStake: bigint;
}

export type StakeRefusal = Refusal<PositiveFault | 'STAKE_BELOW_MIN' | 'STAKE_ABOVE_MAX'>;

export function readStake(text: string, { minStake, maxStake }: StakeBounds): Result<Amount, StakeRefusal> {
  const read = readPositive('number', text, STAKE_PLACES);
  if (!read.ok) return read;
  if (read.value < minStake) return err(refuse('STAKE_BELOW_MIN', { min: formatUnits(minStake, 2) }));
  if (read.value > maxStake) return err(refuse('STAKE_ABOVE_MAX', { max: formatUnits(maxStake, 2) }));
  return ok(amount(read.value));
}

/** Why an account can't pay a stake; undefined when it can. USD in 1e-8 units. */
export const stakeRefusal = (stake: bigint, available: bigint): Refusal<'BALANCE_INSUFFICIENT'> | undefined =>
  stake > available
    ? refuse('BALANCE_INSUFFICIENT', { needed: formatUnits(stake, 2), free: formatUnits(available, 2) })
    : undefined;
