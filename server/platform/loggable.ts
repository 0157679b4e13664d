// What may stand in the log of anything that was thrown or handed over. An error is taken apart: a database's and a library's sentences repeat
// what a person typed, and nobody reads through every one of them. So what is known to be ours is kept, and the rest is left out.

const MAX_TEXT = 400;
const MAX_DEPTH = 4;
const MAX_ENTRIES = 50;
const MAX_FRAMES = 12;
const HIDDEN = '…';

/** Fields whose name says that their value is nobody's business, whoever logs them. */
const PRIVATE =
  /passw|token|secret|authorization|cookie|e-?mail|mobile|phone|card|address|^(?:body|input|detail|where|parameters|values)$/i;

/** Errors of PostgreSQL whose sentence is about the connection or the server; all others may repeat a row or a parameter. */
const ABOUT_SERVER = /^(?:08|40|53|55|57|58)/;

/** Fields of a database's error that name parts of the schema. */
const OF_SCHEMA = ['severity', 'schema', 'table', 'column', 'dataType', 'constraint', 'routine'] as const;

export const loggable = (fields: object): Record<string, unknown> => entriesOf(fields, 0);

/** Without what is quoted, without addresses and numbers of people, without what could be a key. */
export function loggableText(text: string): string {
  const open = text
    .slice(0, 4 * MAX_TEXT)
    .replaceAll(/[^\s@<>"'`(]+@[^\s@<>"'`)]+/g, HIDDEN)
    .replaceAll(/[A-Za-z0-9_+/=-]{24,}/g, HIDDEN)
    .replaceAll(/(?<![\w])\+?\d[\d ()-]{6,}\d(?!\w)/g, HIDDEN);
  return open.length > MAX_TEXT ? `${open.slice(0, MAX_TEXT)}${HIDDEN}` : open;
}

const QUOTED = /"[^"]*"?|'(?:[^']|(?<=\w)'(?=\w))*'?|`[^`]*`?|«[^»]*»?|<[^>]*>?/g;

function entriesOf(fields: object, depth: number): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields).slice(0, MAX_ENTRIES))
    plain[name] = PRIVATE.test(name) ? HIDDEN : shown(value, depth + 1);
  return plain;
}

function shown(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return loggableText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function' || typeof value === 'symbol') return HIDDEN;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return errorOf(value, depth);
  if (depth > MAX_DEPTH || ArrayBuffer.isView(value)) return HIDDEN;
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((one) => shown(one, depth + 1));
  if (value instanceof Map) return entriesOf(Object.fromEntries(value), depth);
  return entriesOf(value, depth);
}

/** Kind, code, constraint, the frames of its stack, and as much of its sentence as cannot be a person's. */
function errorOf(error: Error, depth: number): Record<string, unknown> {
  const code = ownText(error, 'code');
  const ofDatabase = code !== undefined && /^[0-9A-Z]{5}$/.test(code) && 'severity' in error;
  const schema = ofDatabase
    ? OF_SCHEMA.map((name) => [name, ownText(error, name)]).filter(([, value]) => value !== undefined)
    : [];
  return {
    type: error.name,
    message: ofDatabase ? sentenceOfDatabase(code, error.message) : loggableText(unquoted(error.message)),
    ...(code === undefined ? {} : { code: code.slice(0, 60) }),
    ...Object.fromEntries(schema),
    ...namedOf(error),
    stack: framesOf(error),
    ...(error.cause === undefined || depth > MAX_DEPTH ? {} : { cause: causeOf(error.cause, depth) }),
  };
}

const sentenceOfDatabase = (code: string, message: string): string =>
  ABOUT_SERVER.test(code) ? loggableText(unquoted(message)) : `the database refused it (${code})`;

const unquoted = (message: string): string => message.split('\n', 1)[0]?.replaceAll(QUOTED, HIDDEN) ?? '';

/** Our own errors say by a name what failed: a promise of the pipeline, a failure of the log. */
function namedOf(error: Error): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const name of ['failure', 'unknown', 'syscall', 'errno'] as const) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'boolean' || typeof value === 'number') named[name] = value;
    else if (typeof value === 'string' && /^[a-z_]{1,40}$/.test(value)) named[name] = value;
  }
  return named;
}

const causeOf = (cause: unknown, depth: number): unknown =>
  cause instanceof Error ? errorOf(cause, depth + 1) : HIDDEN;

const ownText = (error: Error, name: string): string | undefined => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
};

/** Where it was thrown. The lines above the frames are its sentence again. */
const framesOf = (error: Error): string[] =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim());
