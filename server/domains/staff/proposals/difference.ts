// What two JSON values differ in, place by place, as people compare them.

import type { Difference } from './rules.ts';

type Fields = ReadonlyMap<string, unknown>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nameOf = (value: unknown): string | undefined =>
  isObject(value) && typeof value.name === 'string' ? value.name : undefined;

/** Of an object its fields, of a list of named things the things by their names; undefined for what is compared as a whole. */
function fieldsOf(value: unknown): Fields | undefined {
  if (isObject(value)) return new Map(Object.entries(value));
  if (!Array.isArray(value)) return undefined;
  const named = new Map(value.map((one: unknown) => [nameOf(one) ?? '', one]));
  return named.size === value.length && !named.has('') ? named : undefined;
}

const shown = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));

/** Empty where they are the same, in whatever order their fields stand. */
export function differenceOf(field: string, old: unknown, next: unknown): Difference[] {
  const [before, after] = [fieldsOf(old), fieldsOf(next)];
  if (!before || !after) return shown(old) === shown(next) ? [] : [{ field, old: shown(old), new: shown(next) }];
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].toSorted().flatMap((name) => differenceOf(`${field}.${name}`, before.get(name), after.get(name)));
}
