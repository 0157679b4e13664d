// What is offered where, read out of a setting's JSON so that people compare it in words. What is not of this shape is undefined: it is shown as it came.

import { isRecord } from '@fairtick/contract/client/is-record';

/** Countries of residence with what is not offered in them, and the greatest multiple of each kind of pair. */
export interface Place {
  readonly name: string;
  readonly countries: readonly string[];
  readonly off: readonly string[];
  /** Of what is offered nowhere else. */
  readonly on: readonly string[];
  readonly caps: readonly (readonly [kind: string, most: number])[];
}

/** One line of a difference: of which place, what of it, and both values. No value where the place was or will not be there. */
export interface OfferChange {
  readonly place: string;
  readonly what: 'countries' | 'off' | 'on' | 'cap';
  /** Of a cap: the kind of pair. */
  readonly kind: string;
  readonly old: readonly string[] | undefined;
  readonly next: readonly string[] | undefined;
}

/** In the order in which people compare them; what is not among them comes first. */
const KINDS: readonly string[] = ['major', 'fx', 'gold', 'index', 'commodity', 'coin'];

const textsOf = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((one): one is string => typeof one === 'string') ? value : undefined;

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function placeOf(value: unknown): Place | undefined {
  if (!isRecord(value) || !isRecord(value.caps) || typeof value.name !== 'string') return undefined;
  const [countries, off, on] = [textsOf(value.countries), textsOf(value.off), textsOf(value.on ?? [])];
  const caps = Object.entries(value.caps).flatMap(([kind, most]): (readonly [string, number])[] =>
    typeof most === 'number' ? [[kind, most]] : [],
  );
  if (!countries || !off || !on || caps.length < Object.keys(value.caps).length) return undefined;
  return {
    name: value.name,
    countries,
    off,
    on,
    caps: caps.toSorted(([a], [b]) => KINDS.indexOf(a) - KINDS.indexOf(b)),
  };
}

export function placesOf(json: string): readonly Place[] | undefined {
  const value = parsed(json);
  if (!Array.isArray(value)) return undefined;
  const places = value.map(placeOf).filter((one) => one !== undefined);
  return places.length === value.length ? places : undefined;
}

const FIELD = /^value\.(.+)\.(?:(countries|off|on|name)|caps\.(\w+))$/;

/** `field` as the server names it: the place by its name, then what of it. Both values are JSON, or empty where there is none. */
export function offerChanges(field: string, old: string, next: string): readonly OfferChange[] | undefined {
  const [, place = '', list, cap] = FIELD.exec(field) ?? [];
  if (cap !== undefined) return [{ place, what: 'cap', kind: cap, old: numberText(old), next: numberText(next) }];
  if (list === 'countries' || list === 'off' || list === 'on')
    return [{ place, what: list, kind: '', old: textsOf(parsed(old)), next: textsOf(parsed(next)) }];
  const [before, after] = [placeOf(parsed(old)), placeOf(parsed(next))];
  const known = after ?? before;
  return known && (old === '') !== (next === '') ? wholeChanges(known.name, before, after) : undefined;
}

const numberText = (json: string): readonly string[] | undefined => {
  const value = parsed(json);
  return typeof value === 'number' ? [String(value)] : undefined;
};

/** What differs between two values of the setting, place by place; undefined where one of them is not of this shape. */
export function offerDifference(old: string, next: string): readonly OfferChange[] | undefined {
  const [before, after] = [placesOf(old), placesOf(next)];
  if (!before || !after) return undefined;
  const names = new Set([...before, ...after].map(({ name }) => name));
  const named = (places: readonly Place[], name: string) => places.find((one) => one.name === name);
  return [...names].flatMap((name) => wholeChanges(name, named(before, name), named(after, name)));
}

function wholeChanges(place: string, before: Place | undefined, after: Place | undefined): OfferChange[] {
  const lists = (['countries', 'off', 'on'] as const).map((what) => ({
    place,
    what,
    kind: '',
    old: before?.[what],
    next: after?.[what],
  }));
  const cap = (one: Place | undefined, kind: string): readonly string[] | undefined => {
    const found = one?.caps.find(([of]) => of === kind);
    return found && [String(found[1])];
  };
  const kinds = new Set([...(before?.caps ?? []), ...(after?.caps ?? [])].map(([kind]) => kind));
  const caps = [...kinds].map((kind) => ({
    place,
    what: 'cap' as const,
    kind,
    old: cap(before, kind),
    next: cap(after, kind),
  }));
  return [...lists, ...caps].filter(({ old, next }) => JSON.stringify(old) !== JSON.stringify(next));
}
