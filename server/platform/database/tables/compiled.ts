// Functions made from text, once a table, with the names of its columns written out in them. A loop over names takes twice the time a row, and a start
// maps a million rows.

const NAME = /^[A-Za-z_]\w*$/;

/** Throws RangeError for anything but a plain name: only names written in descriptions get into the text of a function. */
export function named(name: string): string {
  if (!NAME.test(name)) throw new RangeError(`not a name: ${name}`);
  return name;
}

/** What an expression is that may use `reads`: the types of text are its writer's word. */
export const compiled = <T>(expression: string, reads: readonly unknown[] = []): T =>
  new Function('reads', `return ${expression};`)(reads);
