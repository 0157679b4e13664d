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
  /** Opens a letter to whoever has chosen a word. */
  readonly word: string;
  readonly greeting: string;
  /** Why it came: of letters about the safety of the account, and of those that their reader may turn off. */
  readonly because: { readonly safety: string; readonly chosen: string; readonly asked: string };
  /** The link at the end of a letter that somebody has asked for, and the page that it opens. */
  readonly stop: {
    readonly link: string;
    readonly title: string;
    readonly text: string;
    readonly button: string;
    readonly done: string;
    readonly again: string;
    readonly broken: string;
    readonly open: string;
  };
  /** What we never ask for. */
  readonly never: string;
}
