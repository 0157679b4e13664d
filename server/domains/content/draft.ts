// What an editor sends as one version: title, summary, picture and the text as a tree, in one file of JSON. Pure.

import { PICTURE_ID } from '@fairtick/contract/content-kinds';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import {
  type Block,
  type Inline,
  type Paragraph,
  type RichText,
  readRichText,
  type TableRow,
} from '@fairtick/contract/rich-text';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { typedLine, typedPiece } from '@fairtick/kernel/typed-line';
import { z } from 'zod';

const MAX_BYTES = 1_048_576;
const MAX_TITLE = 200;
const MAX_SUMMARY = 500;

export interface ContentDraft {
  readonly title: string;
  readonly summary: string;
  readonly picture: string | undefined;
  readonly body: RichText;
}

const outline = z.strictObject({
  title: z.string(),
  summary: z.string(),
  picture: z.string().regex(PICTURE_ID).nullable(),
  /** The tree as JSON of its own, which is measured before anything walks it. */
  body: z.string(),
});

const malformed = (place: string): Result<never, Refusal> => err(refuse('CONTENT_MALFORMED', { place }));

/** CONTENT_MALFORMED names the place within the tree, or the field. */
export function readDraft(bytes: Uint8Array): Result<ContentDraft, Refusal> {
  if (bytes.length > MAX_BYTES) return malformed('');
  const said = outline.safeParse(jsonOf(bytes));
  if (!said.success) return malformed(said.error.issues[0]?.path.map(String).join('.') ?? '');
  const title = typedLine(said.data.title);
  const summary = typedLine(said.data.summary);
  if (title === '' || [...title].length > MAX_TITLE) return malformed('title');
  if ([...summary].length > MAX_SUMMARY) return malformed('summary');
  const body = readRichText(said.data.body);
  if (!body.ok) return malformed(`body.${body.place}`);
  if (body.value.content.length === 0) return malformed('body');
  // What is seen may be longer than what was typed.
  const seen = readRichText(JSON.stringify(seenOf(body.value)));
  if (!seen.ok) return malformed(`body.${seen.place}`);
  return ok({ title, summary, picture: said.data.picture ?? undefined, body: seen.value });
}

/** The tree with what is seen of its texts: no sign turns a line round or hides in a word. */
const seenOf = ({ type, content }: RichText): RichText => ({ type, content: content.map(seenBlock) });

function seenBlock(block: Block): Block {
  switch (block.type) {
    case 'paragraph':
      return seenParagraph(block);
    case 'table':
      return { ...block, content: block.content.map(seenRow) };
    case 'heading':
      return { ...block, ...(block.content && { content: seenInline(block.content) }) };
    case 'bulletList':
    case 'orderedList':
      return { ...block, content: block.content.map((item) => ({ ...item, content: item.content.map(seenBlock) })) };
    case 'blockquote':
      return { ...block, content: block.content.map(seenBlock) };
    case 'image':
      return { ...block, attrs: { ...block.attrs, alt: typedLine(block.attrs.alt) } };
  }
}

const seenParagraph = (one: Paragraph): Paragraph => ({
  ...one,
  ...(one.content && { content: seenInline(one.content) }),
});

const seenRow = (row: TableRow): TableRow => ({
  ...row,
  content: row.content.map((cell) => ({ ...cell, content: cell.content.map(seenParagraph) })),
});

const seenInline = (parts: readonly Inline[]): Inline[] =>
  parts
    .map((part) => (part.type === 'text' ? { ...part, text: typedPiece(part.text) } : part))
    .filter((part) => part.type !== 'text' || part.text !== '');

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Every picture that the version shows, each once. */
export function picturesOf({ picture, body }: ContentDraft): readonly string[] {
  const found = new Set<string>(picture === undefined ? [] : [picture]);
  const walk = (blocks: readonly Block[]): void => {
    for (const block of blocks) {
      if (block.type === 'image') found.add(block.attrs.src);
      else if (block.type === 'blockquote') walk(block.content);
      else if (block.type === 'bulletList' || block.type === 'orderedList')
        for (const { content } of block.content) walk(content);
    }
  };
  walk(body.content);
  return [...found];
}
