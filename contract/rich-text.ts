// Text with headings, lists, links and pictures as a tree that is checked node by node. Nobody's text is ever HTML: an unknown node, a further
// attribute or a link that leads elsewhere than it may is refused with its place.

import { z } from 'zod';
import { isLink, PICTURE_ID } from './content-kinds.ts';

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

const inline = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().min(1), marks: z.array(mark).max(3).optional() }),
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
export type Block =
  | { readonly type: 'paragraph'; readonly content?: readonly Inline[] | undefined }
  | {
      readonly type: 'heading';
      readonly attrs: { readonly level: 2 | 3 };
      readonly content?: readonly Inline[] | undefined;
    }
  | { readonly type: 'bulletList' | 'orderedList'; readonly content: readonly ListItem[] }
  | { readonly type: 'blockquote'; readonly content: readonly Block[] }
  | z.infer<typeof picture>;

const block: z.ZodType<Block> = z
  .lazy(() =>
    z.union([
      z.strictObject({ type: z.literal('paragraph'), content: words }),
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
