// The words of a text as a search knows them: one rule for what is kept of a text and for what somebody asks, in every language of the house. The
// database has no dictionary of Chinese, and its trigrams of Chinese and Arabic are empty: docs/decisions/search.md.

/** Signs that make no word another: joiners, soft hyphens, which picture of a sign is meant, circles around it. */
const WITHOUT_MEANING = /\p{Cf}|\p{Me}|\p{Variation_Selector}|\u034f/gu;
const LATIN_WITH_MARKS = /\p{Script=Latin}\p{M}*/gu;
const ARABIC_MARKS = /[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]/g;
/** Letters that are written in one of several ways, and Latin ones whose accent is a part of them. */
const ONE_WAY: Readonly<Record<string, string>> = {
  ...{ أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ة: 'ه' },
  ...{ đ: 'd', ł: 'l', ø: 'o', ı: 'i' },
};
const WRITTEN_IN_SEVERAL_WAYS = new RegExp(`[${Object.keys(ONE_WAY).join('')}]`, 'g');

/**
 * A text as it is compared: full width, case, Latin accents, Arabic vowels and the forms of alif make no difference. What is compared piece by piece in
 * memory (pairs, companies) is compared in this form.
 */
export const searchForm = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(WITHOUT_MEANING, '')
    .replace(LATIN_WITH_MARKS, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(ARABIC_MARKS, '')
    .replace(WRITTEN_IN_SEVERAL_WAYS, (letter) => ONE_WAY[letter] ?? letter);

/** Whether each piece of what was typed stands somewhere in the text, blanks and slashes apart: `eur usd` and `eurusd` in `EUR/USD`. For what is few. */
export function hasWords(text: string, typed: string): boolean {
  const form = searchForm(text);
  const squeezed = form.replace(/[\s/]/g, '');
  const pieces = searchForm(typed).split(/\s+/).filter(Boolean);
  return pieces.every((piece) => form.includes(piece) || squeezed.includes(piece.replaceAll('/', '')));
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const UNSPACED_SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai'];
const UNSPACED = UNSPACED_SCRIPTS.map((script) => `\\p{Script_Extensions=${script}}`).join('');
/** A run of scripts that put no spaces between words, or one of the others. */
const RUN = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
/** “And” or “so” with the article, or the article alone, before two letters or more. */
const ARTICLE = /^[وف]?ال(?=\p{L}{2})/u;
/** Signs of a word that count; the database's words have an end. */
const WORD_SIGNS = 48;

/** A word as it is written, and without the article where it has one. */
interface Word {
  readonly written: string;
  readonly bare: string;
  /** The last two signs of a run without spaces: of its last sign no pair begins. */
  readonly ends: boolean;
}

function wordsOf(text: string): readonly Word[] {
  const words: Word[] = [];
  for (const [part] of searchForm(text).matchAll(WORD))
    for (const [run] of part.matchAll(RUN)) {
      if (IS_UNSPACED.test(run)) words.push(...pairsOf([...run]));
      else words.push(wholeWord([...run].slice(0, WORD_SIGNS).join('')));
    }
  return words;
}

const wholeWord = (written: string): Word => ({ written, bare: written.replace(ARTICLE, ''), ends: false });

/** Each sign with the one after it; a sign that stands alone, alone. */
function pairsOf(signs: readonly string[]): readonly Word[] {
  const [only] = signs;
  if (signs.length === 1 && only !== undefined) return [{ written: only, bare: only, ends: false }];
  return signs.slice(1).map((sign, at) => {
    const pair = `${signs[at] ?? ''}${sign}`;
    return { written: pair, bare: pair, ends: at === signs.length - 2 };
  });
}

/** 出金延遲通知 → 出金 金延 延遲 遲通 通知. Each word once, in the order of the text; one with an article both with and without it. */
export const searchWords = (text: string): readonly string[] => [
  ...new Set(wordsOf(text).flatMap(({ written, bare }) => [written, bare])),
];

/** What is kept of a text: its words, and the last sign of each run without spaces, which is asked for by itself as any other is. */
export const keptWords = (text: string): readonly string[] => [
  ...new Set([...searchWords(text), ...wordsOf(text).flatMap(({ written, ends }) => (ends ? lastOf(written) : []))]),
];

const lastOf = (pair: string): readonly string[] => [...pair].slice(-1);

/** Of a question no more words than these count. */
const ASKED_WORDS = 32;

/**
 * What is asked for: all of these, each as the beginning of a word that is kept. Without the article, so that a word finds itself with it and without.
 * Empty where the text has no word; nothing is found by it then. Letters, digits and marks alone: no word is an operator of anything.
 */
export const askedWords = (text: string): readonly string[] =>
  [...new Set(wordsOf(text).map(({ bare }) => bare))].slice(0, ASKED_WORDS);
