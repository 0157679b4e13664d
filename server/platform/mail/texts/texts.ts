// What a letter consists of. Whole sentences; `{name}` is filled in, and what stands in square brackets is left out where its value is missing.

import type { LetterTemplate } from '../letter.ts';

export interface LetterText {
  /** Without placeholders: nothing that somebody typed gets into a subject. */
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** The link at its end, to a page of ours. */
  readonly link: string;
}

export interface LetterTexts {
  readonly letters: Readonly<Record<LetterTemplate, LetterText>>;
  readonly greeting: string;
  /** Why it came, and what we never ask for. */
  readonly closing: readonly string[];
}
