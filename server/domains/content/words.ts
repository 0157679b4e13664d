// What a version is found by: the words of its title, its summary and its text. Pure.

import type { Block, Inline, RichText } from '@fairtick/contract/rich-text';
import { keptWords } from '@fairtick/kernel/search-words';

/** Raised with every change of which words a text has (words.test.ts says when): a start then makes those of all texts anew. */
export const WORDS_RULE = 1;

export interface TextWords {
  readonly title: readonly string[];
  /** Those of the title too. */
  readonly all: readonly string[];
}

export function wordsOfText(text: {
  readonly title: string;
  readonly summary: string;
  readonly body: RichText;
}): TextWords {
  const { title, summary, body } = text;
  return { title: keptWords(title), all: keptWords([title, summary, plainText(body)].join('\n')) };
}

/** What a tree says, block by block; bold letters within a word divide nothing. */
export const plainText = ({ content }: RichText): string => content.map(textOfBlock).join('\n');

function textOfBlock(block: Block): string {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return textOfLine(block.content);
    case 'bulletList':
    case 'orderedList':
      return block.content.map(({ content }) => content.map(textOfBlock).join('\n')).join('\n');
    case 'blockquote':
      return block.content.map(textOfBlock).join('\n');
    case 'table':
      return block.content
        .flatMap(({ content }) => content.flatMap((cell) => cell.content.map(textOfBlock)))
        .join('\n');
    case 'image':
      return block.attrs.alt;
  }
}

const textOfLine = (parts: readonly Inline[] = []): string =>
  parts.map((part) => (part.type === 'hardBreak' ? '\n' : part.text)).join('');
