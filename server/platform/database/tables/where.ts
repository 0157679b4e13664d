// Conditions of the closed language as SQL, and the types of the parameters they need.

import type { Condition } from './meaning.ts';

declare const needed: unique symbol;

/** A condition that needs the parameters `P`: one value or a list, by the column's name. */
export interface Where<P> {
  readonly condition: Condition;
  readonly [needed]?: (parameters: P) => void;
}

/** What these conditions need together. */
export type Needs<W> = Record<never, never> &
  ((W extends Where<infer P> ? (parameters: P) => void : never) extends (parameters: infer I) => void ? I : never);

/** All of them hold. */
export const all = <const Parts extends readonly Where<never>[]>(...parts: Parts): Where<Needs<Parts[number]>> => ({
  condition: { is: 'all', of: parts.map((part) => part.condition) },
});

/** Names of the parameters in the order of their first use, each once. */
export function parametersOf(conditions: readonly Condition[]): string[] {
  const names = new Set<string>();
  const walk = (condition: Condition): void => {
    if (condition.is === 'all') condition.of.forEach(walk);
    else if (condition.is === 'equal' || condition.is === 'in' || condition.is === 'above') names.add(condition.column);
  };
  conditions.forEach(walk);
  return [...names];
}

/** `parameters` gives each name its number; `castOf` a column's type. */
export function sqlOf(condition: Condition, parameters: readonly string[], castOf: (column: string) => string): string {
  const number = (column: string): number => parameters.indexOf(column) + 1;
  switch (condition.is) {
    case 'all':
      return condition.of.map((part) => sqlOf(part, parameters, castOf)).join(' AND ');
    case 'equal':
      return `${condition.column} = $${number(condition.column)}`;
    case 'above':
      return `${condition.column} > $${number(condition.column)}`;
    case 'in':
      return `${condition.column} = ANY($${number(condition.column)}::${castOf(condition.column)}[])`;
    case 'among':
      return `${condition.column} IN (${condition.values.map((value) => `'${value}'`).join(', ')})`;
    case 'null':
      return `${condition.column} IS NULL`;
    case 'not zero':
      return `${condition.column} <> 0`;
  }
}
