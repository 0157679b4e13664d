// Every way to falsify one value of an answer, found by walking it: what is added to a proof later is forged without anybody remembering it.

import { type Canonical, canonicalJson } from '@fairtick/kernel/canonical-json';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface Forged {
  /** Where, without the places in lists: `proof.ticks[close close].bid`. */
  readonly place: string;
  readonly how: string;
  readonly value: Json;
}

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
const same = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Of entries of one kind, hashes on the way to a root for one: the first, one in the middle and the last stand for all. */
const MOST_ALIKE = 3;
const MOST_DONORS = 2;

/** `donors`: what stands at the same place in answers about other orders. Nothing that makes no difference is among them. */
export function forgeriesOf(value: Json, donors: readonly Json[]): readonly Forged[] {
  const here = (how: string, forged: Json): Forged => ({ place: '', how, value: forged });
  const swapped = donors
    .filter((donor) => !same(donor, value))
    .slice(0, MOST_DONORS)
    .map((donor) => here('of another order', donor));
  if (isList(value)) return [...swapped, ...inList(value, donors)];
  if (isObject(value)) return [...swapped, ...inObject(value, donors)];
  const said = typeof value === 'string' ? contentsOf(value) : undefined;
  const inside = said
    ? forgeriesOf(
        said,
        donors.flatMap((donor) => (typeof donor === 'string' ? (contentsOf(donor) ?? []) : [])),
      ).map((one) => ({
        ...one,
        value: textOf(one.value),
      }))
    : [];
  return [
    ...swapped,
    ...otherValues(value)
      .filter(([, other]) => other !== value)
      .map(([how, other]) => here(how, other)),
    ...inside,
  ];
}

function inObject(value: { readonly [key: string]: Json }, donors: readonly Json[]): readonly Forged[] {
  return Object.entries(value).flatMap(([key, own]) => {
    const theirs = donors.flatMap((donor) => (isObject(donor) ? (donor[key] ?? []) : []));
    const { [key]: _, ...rest } = value;
    const removed: Forged = { place: `.${key}`, how: 'left out', value: rest };
    const changed = forgeriesOf(own, theirs).map((one) => ({
      ...one,
      place: `.${key}${one.place}`,
      value: { ...value, [key]: one.value },
    }));
    return [removed, ...changed];
  });
}

function inList(value: readonly Json[], donors: readonly Json[]): readonly Forged[] {
  const others = donors.flatMap((donor) => (isList(donor) ? donor : []));
  const whole = [
    { place: '[]', how: 'emptied', value: [] },
    { place: '[]', how: 'one more, of another order', value: [...value, ...others.slice(0, 1)] },
    { place: '[]', how: 'one more, its own', value: [...value, ...value.slice(0, 1)] },
    // Entries that each say what they are for may stand in any order.
    ...(value.every((one) => isObject(one) && one.role !== undefined)
      ? []
      : [{ place: '[]', how: 'turned round', value: value.toReversed() }]),
  ].filter((one) => !same(one.value, value));
  const alike = Map.groupBy(value.keys(), (at) => labelOf(value[at] ?? null));
  const looked = [...alike.values()].flatMap((places) =>
    places.length > MOST_ALIKE
      ? places.filter((_, at) => [0, places.length >> 1, places.length - 1].includes(at))
      : places,
  );
  const single = looked.flatMap((at) => {
    const own = value[at] ?? null;
    const label = `[${labelOf(own)}]`;
    const put = (...now: readonly Json[]): Json => [...value.slice(0, at), ...now, ...value.slice(at + 1)];
    const beside = value.filter((one, place) => place !== at && labelOf(one) !== labelOf(own));
    const theirs = [...others.filter((one) => labelOf(one) === labelOf(own)), ...beside];
    return [
      { place: label, how: 'left out', value: put() },
      { place: label, how: 'twice', value: put(own, own) },
      ...forgeriesOf(own, theirs).map((one) => ({ ...one, place: `${label}${one.place}`, value: put(one.value) })),
    ];
  });
  return [...whole, ...single];
}

/** What tells one entry of a list from another, where something does. */
function labelOf(value: Json): string {
  if (!isObject(value)) return '';
  const { role, at, kind, night } = value;
  if (typeof role === 'string' && typeof at === 'string') return `${role} ${at}`;
  if (typeof kind === 'string') return kind;
  if (night !== undefined) return 'night';
  return isObject(value.tick) ? 'tick' : isObject(value.candle) ? 'candle' : '';
}

/** JSON that stands as text, as what an acceptance says does. */
function contentsOf(text: string): Json | undefined {
  if (!text.startsWith('{')) return undefined;
  const value: Json = JSON.parse(text);
  return value;
}

function textOf(value: Json): string {
  const isCanonical = (one: Json): one is Canonical => one !== undefined;
  return isCanonical(value) ? canonicalJson(value) : '';
}

function otherValues(value: null | boolean | number | string): readonly (readonly [string, Json])[] {
  if (value === null)
    return [
      ['a number instead of none', 1],
      ['a text instead of none', '1'],
    ];
  if (typeof value === 'boolean')
    return [
      ['turned round', !value],
      ['none', null],
    ];
  if (typeof value === 'number')
    return [
      ['one more', value + 1],
      ['one less', value - 1],
      ['nought', 0],
      ['none', null],
    ];
  if (value.includes('\n')) return lines(value);
  if (/^-?\d+(\.\d+)?$/.test(value)) return decimals(value);
  if (/^[A-Za-z0-9+/]{27,}=*$/.test(value))
    return [
      ['another bit', otherBit(value)],
      ['cut off', value.slice(0, -4)],
      ['none', null],
    ];
  return [
    ['another text', `${value}x`],
    ['emptied', ''],
    ['none', null],
  ];
}

function decimals(value: string): readonly (readonly [string, Json])[] {
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.');
  const units = BigInt(whole + fraction) * (value.startsWith('-') ? -1n : 1n);
  const written = (sum: bigint): string => {
    const digits = (sum < 0n ? -sum : sum).toString().padStart(fraction.length + 1, '0');
    const cut = digits.length - fraction.length;
    return `${sum < 0n ? '-' : ''}${digits.slice(0, cut)}${fraction === '' ? '' : `.${digits.slice(cut)}`}`;
  };
  return [
    ['one unit more', written(units + 1n)],
    ['one unit less', written(units - 1n)],
    ['the other sign', written(-units)],
    ['ten times', written(units * 10n)],
    ['none', null],
  ];
}

function otherBit(value: string): string {
  const bytes = Buffer.from(value, 'base64');
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return bytes.toString('base64');
}

/** A signed note: each line changed, and the last one taken away. */
function lines(value: string): readonly (readonly [string, Json])[] {
  const all = value.split('\n');
  return all.flatMap((line, at) => {
    if (line === '') return [];
    const digit = line.replace(/[A-Za-z0-9](?=[^A-Za-z0-9]*$)/, (last) => (last === '1' ? '2' : '1'));
    const first = line.replace(/[A-Za-z0-9]/, (one) => (one === 'A' ? 'B' : 'A'));
    const put = (now: readonly string[]): string => [...all.slice(0, at), ...now, ...all.slice(at + 1)].join('\n');
    return [
      [`line ${at + 1} ends otherwise`, put([digit])],
      [`line ${at + 1} begins otherwise`, put([first])],
      [`line ${at + 1} left out`, put([])],
    ] as const;
  });
}
