// What a setting is: a key, a schema, a first value and a sentence that says what it does. Each domain declares its own in its settings.ts.

import type { SettingAct } from '@fairtick/contract/staff/matrix';
import type { z } from 'zod';

/** A value of a setting as the table holds it. */
export interface SettingVersion {
  readonly key: string;
  /** From 1, without a gap. */
  readonly version: number;
  /** JSON. */
  readonly value: unknown;
  /** UTC ms by the database's clock; 0 for what holds from the beginning. */
  readonly effectiveFrom: number;
}

export interface Setting<T> {
  readonly key: string;
  /** One sentence for the operator. */
  readonly doc: string;
  /** What a new database gets. JSON. */
  readonly first: unknown;
  /** What a value looks like, for whoever writes the first one; undefined where the first value shows it. JSON. */
  readonly example: unknown;
  /** The right by which two members of the staff change it in the console; undefined of the operator's, which are changed by command. */
  readonly act: SettingAct | undefined;
  /** Whether `after` is worse for users than `before`, so that it holds a day after its announcement at the earliest. False where either is no value. */
  isWorse(before: unknown, after: unknown): boolean;
  /** A value as anybody may read it: in public, and in the log of acts. */
  shown(value: unknown): unknown;
  /** What follows from a value that whoever agrees to it should compare, by what it is called. Empty of most settings, and of what is no value. */
  means(value: unknown): Readonly<Record<string, string>>;
  /** A sentence where the value can't be this setting's, or can't follow the one before; undefined where it can. */
  fault(value: unknown, before?: unknown): string | undefined;
  /** The version's value, read once. Throws where `fault` has something to say. */
  valueOf(version: SettingVersion): T;
}

/** A setting of some type, where only its key, its first value and its faults matter. */
export type AnySetting = Setting<unknown>;

export interface SettingDraft<T> {
  readonly key: string;
  readonly doc: string;
  readonly first: unknown;
  /** With places for what only the operator has, so that nobody sends it as it stands. */
  readonly example?: unknown;
  readonly schema: z.ZodType<T>;
  /** What no version may change, as a sentence; undefined where `after` may follow `before`. */
  readonly keeps?: (before: T, after: T) => string | undefined;
  /** Changed by two members of the staff who have this right, in the console. Never what sets a price or an outcome. */
  readonly by?: SettingAct;
  /** Whether `after` is worse for users than `before`; never where it is left out. */
  readonly worse?: (before: T, after: T) => boolean;
  /** JSON of which anybody may read all, where the value is not that. Of what is no value it gives something as well. */
  readonly shown?: (value: unknown) => unknown;
  readonly means?: (value: T) => Readonly<Record<string, string>>;
}

export function defineSetting<T>({
  key,
  doc,
  first,
  example,
  schema,
  keeps,
  by,
  worse,
  shown,
  means,
}: SettingDraft<T>): Setting<T> {
  const read = new WeakMap<SettingVersion, T>();
  const fault = (value: unknown, before?: unknown): string | undefined => {
    const parsed = schema.safeParse(value);
    if (!parsed.success) return faultOf(key, parsed.error);
    if (before === undefined || !keeps) return undefined;
    const earlier = schema.safeParse(before);
    const kept = earlier.success ? keeps(earlier.data, parsed.data) : undefined;
    return kept === undefined ? undefined : `The setting ${key}: ${kept}.`;
  };
  return {
    key,
    doc,
    first,
    example,
    fault,
    act: by,
    shown: (value) => (shown ? shown(value) : value),
    means(value) {
      const parsed = schema.safeParse(value);
      return parsed.success ? (means?.(parsed.data) ?? {}) : {};
    },
    isWorse(before, after) {
      const [earlier, later] = [schema.safeParse(before), schema.safeParse(after)];
      return earlier.success && later.success && (worse?.(earlier.data, later.data) ?? false);
    },
    valueOf(version) {
      const known = read.get(version);
      if (known !== undefined) return known;
      const value = schema.parse(version.value);
      read.set(version, value);
      return value;
    },
  };
}

function faultOf(key: string, error: z.core.$ZodError): string {
  const [issue] = error.issues;
  const place = issue?.path.join('.') ?? '';
  return `The setting ${key} can't be that: ${place === '' ? '' : `${place}: `}${issue?.message ?? 'it is malformed'}.`;
}

/** Reads settings as they are in force now. */
export interface SettingsReader {
  read<T>(setting: Setting<T>): T;
}

/** The first value of every setting, as of a new database: for tests and simulations, which put their own in as plain data. */
export const FIRST_VALUES: SettingsReader = {
  read: (setting) => setting.valueOf({ key: setting.key, version: 1, value: setting.first, effectiveFrom: 0 }),
};
