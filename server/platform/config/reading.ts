// How single variables are read: each either gives its value or one sentence that names the variable.

import * as path from 'node:path';
import { err, ok, type Result } from '@fairtick/kernel/result';

export type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as unset. */
export function given(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim();
  return text === '' ? undefined : text;
}

/** For sentences about values that are no secrets. */
export const quoted = (text: string): string => `"${text.slice(0, 60)}"`;

export function wholeNumber(env: Environment, name: string, fallback: number, most: number): Result<number, string> {
  const text = given(env, name);
  if (text === undefined) return ok(fallback);
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= most) return ok(value);
  return err(`${name} must be a whole number from 0 to ${most}, not ${quoted(text)}.`);
}

export function choice<T extends string>(
  env: Environment,
  name: string,
  allowed: readonly T[],
  fallback: T,
): Result<T, string> {
  const text = given(env, name);
  if (text === undefined) return ok(fallback);
  const found = allowed.find((one) => one === text);
  return found === undefined ? err(`${name} must be one of ${allowed.join(', ')}, not ${quoted(text)}.`) : ok(found);
}

export function folder(env: Environment, name: string): string | undefined {
  const text = given(env, name);
  return text === undefined ? undefined : path.resolve(text);
}
