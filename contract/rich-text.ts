// Text with headings, lists, links and pictures as a tree that is checked node by node. Nobody's text is ever HTML: an unknown node, a further
// attribute or a link that leads elsewhere than it may is refused with its place.

import { z } from 'zod';
import { isLink, MAX_COLUMNS, PICTURE_ID } from './content-kinds.ts';

/** Nodes within nodes, the document itself counted as one. */
const MAX_DEPTH = 8;
const MAX_CHARACTERS = 50_000;
const MAX_NODES = 5_000;

const mark = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('bold') }),
  z.strictObject({ type: z.literal('italic') }),
  z.strictObject({ type: z.literal('link'), attrs: z.strictObject({ href: z.string().refine(isLink) }) }),
]);
export type Mark = z.infer<typeof mark>;

/** A link within a link would be no markup that a browser keeps. */
function eachOnce(marks: readonly { readonly type: string }[]): boolean {
  return new Set(marks.map(({ type }) => type)).size === marks.length;
}

const inline = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    text: z.string().min(1),
    marks: z.array(mark).max(3).refine(eachOnce).optional(),
  }),
  z.strictObject({ type: z.literal('hardBreak') }),
]);
export type Inline = z.infer<typeof inline>;

const words = z.array(inline).optional();
const picture = z.strictObject({
  type: z.literal('image'),
  attrs: z.strictObject({ src: z.string().regex(PICTURE_ID), alt: z.string().max(300) }),
});

interface ListItem {
  readonly type: 'listItem';
  readonly content: readonly Block[];
}
export interface Paragraph {
  readonly type: 'paragraph';
  readonly content?: readonly Inline[] | undefined;
}
/** A header is bold and names its row or column; neither spans others. */
export interface TableCell {
  readonly type: 'tableCell' | 'tableHeader';
  readonly content: readonly Paragraph[];
}
export interface TableRow {
  readonly type: 'tableRow';
  readonly content: readonly TableCell[];
}
export type Block =
  | Paragraph
  | { readonly type: 'table'; readonly content: readonly TableRow[] }
  | {
      readonly type: 'heading';
      readonly attrs: { readonly level: 2 | 3 };
      readonly content?: readonly Inline[] | undefined;
    }
  | { readonly type: 'bulletList' | 'orderedList'; readonly content: readonly ListItem[] }
  | { readonly type: 'blockquote'; readonly content: readonly Block[] }
  | z.infer<typeof picture>;

const paragraph = z.strictObject({ type: z.literal('paragraph'), content: words });
const cell = z.strictObject({ type: z.enum(['tableCell', 'tableHeader']), content: z.array(paragraph).min(1) });
const row = z.strictObject({ type: z.literal('tableRow'), content: z.array(cell).min(1).max(MAX_COLUMNS) });
/** Each row has as many cells as the first. */
const table = z.strictObject({
  type: z.literal('table'),
  content: z
    .array(row)
    .min(1)
    .refine((rows) => rows.every(({ content }) => content.length === rows[0]?.content.length)),
});

const block: z.ZodType<Block> = z
  .lazy(() =>
    z.union([
      paragraph,
      table,
      z.strictObject({
        type: z.literal('heading'),
        attrs: z.strictObject({ level: z.union([z.literal(2), z.literal(3)]) }),
        content: words,
      }),
      z.strictObject({ type: z.enum(['bulletList', 'orderedList']), content: z.array(item).min(1) }),
      z.strictObject({ type: z.literal('blockquote'), content: z.array(block).min(1) }),
      picture,
    ]),
  )
  .meta({ id: 'ContentBlock' });
const item: z.ZodType<ListItem> = z
  .lazy(() => z.strictObject({ type: z.literal('listItem'), content: z.array(block).min(1) }))
  .meta({ id: 'ContentListItem' });

export interface RichText {
  readonly type: 'doc';
  readonly content: readonly Block[];
}

/** In an answer: what was checked when it was written. */
export const richText: z.ZodType<RichText> = z.strictObject({ type: z.literal('doc'), content: z.array(block) });

/** The text of a document, or where it is none: `content.0.attrs.href`. */
export type ReadRichText =
  | { readonly ok: true; readonly value: RichText }
  | { readonly ok: false; readonly place: string };

const refused = (place: string): ReadRichText => ({ ok: false, place });

/** Reads a document that somebody sent as JSON text. */
export function readRichText(json: string): ReadRichText {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return refused('');
  }
  // Before anything walks it by calls of itself.
  if (isTooLarge(value)) return refused('');
  const parsed = richText.safeParse(value);
  if (!parsed.success) return refused(placeOf(parsed.error));
  return { ok: true, value: parsed.data };
}

/** The deepest place that is named: a union says only that none of its forms fits. */
function placeOf({ issues }: z.ZodError): string {
  const places: PropertyKey[][] = [];
  const walk = (list: readonly z.core.$ZodIssue[], before: readonly PropertyKey[]): void => {
    for (const issue of list) {
      const place = [...before, ...issue.path];
      places.push(place);
      if (issue.code === 'invalid_union') for (const one of issue.errors) walk(one, place);
    }
  };
  walk(issues, []);
  places.sort((a, b) => b.length - a.length);
  return (places[0] ?? []).map(String).join('.');
}

function isTooLarge(root: unknown): boolean {
  let level: readonly unknown[] = [root];
  let nodes = 0;
  let characters = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    nodes += level.length;
    if (nodes > MAX_NODES) return true;
    const next: unknown[] = [];
    for (const node of level) {
      if (typeof node !== 'object' || node === null) continue;
      const text: unknown = Reflect.get(node, 'text');
      if (typeof text === 'string') characters += text.length;
      const content: unknown = Reflect.get(node, 'content');
      if (Array.isArray(content)) next.push(...content);
    }
    if (characters > MAX_CHARACTERS) return true;
    level = next;
  }
  return false;
}
