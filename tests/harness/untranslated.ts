// Finds words in TSX that would reach a user's eyes or ears without passing through the texts. For the check, not for the app.

import { parseSync } from 'vite';

/** Attributes that are shown or read aloud. */
const SPOKEN = new Set([
  'title',
  'alt',
  'placeholder',
  'label',
  'aria-label',
  'aria-description',
  'text',
  'hint',
  'note',
]);
const LETTERS = /\p{L}{2,}/u;
/** Codes and names that are written the same in every language. */
const CODES = new Set(['USD', 'UTC', 'TradingView']);

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Letters shown by the JSX of a source text, in no particular order. Throws when it can't be parsed. */
export function untranslated(source: string, fileName: string): string[] {
  const parsed = parseSync(fileName, source);
  if (parsed.errors.length > 0) throw new Error(`${fileName} can't be parsed`);
  const found: string[] = [];
  const take = (text: unknown): void => {
    if (typeof text === 'string' && LETTERS.test(text) && !CODES.has(text.trim())) found.push(text.trim());
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item);
      return;
    }
    if (!isNode(value)) return;
    if (value.type === 'JSXText') take(value.value);
    if (value.type === 'JSXAttribute') {
      if (isNode(value.name) && typeof value.name.name === 'string' && SPOKEN.has(value.name.name))
        shown(value.value, take);
    } else if (value.type === 'JSXElement' || value.type === 'JSXFragment') {
      if (Array.isArray(value.children)) {
        for (const child of value.children)
          if (isNode(child) && child.type === 'JSXExpressionContainer') shown(child, take);
      }
    }
    for (const field of Object.values(value)) visit(field);
  };
  visit(parsed.program);
  return found;
}

/** Strings that an expression itself yields: through conditions and joins, not through calls. */
function shown(value: unknown, take: (text: unknown) => void): void {
  if (!isNode(value)) return;
  switch (value.type) {
    case 'Literal':
      take(value.value);
      return;
    case 'JSXExpressionContainer':
      shown(value.expression, take);
      return;
    case 'ConditionalExpression':
      shown(value.consequent, take);
      shown(value.alternate, take);
      return;
    case 'LogicalExpression':
    case 'BinaryExpression':
      if (value.operator === '&&' || value.operator === '||' || value.operator === '??' || value.operator === '+') {
        shown(value.left, take);
        shown(value.right, take);
      }
      return;
    case 'TemplateLiteral':
      if (Array.isArray(value.quasis)) {
        for (const quasi of value.quasis) {
          if (isNode(quasi) && typeof quasi.value === 'object' && quasi.value !== null && 'cooked' in quasi.value)
            take(quasi.value.cooked);
        }
      }
      return;
    default:
      return;
  }
}
