// What a person typed as one line of text, as it is kept: one rule for names, reasons, labels and whatever else is shown to somebody else.

/** Scripts in whose words a joiner or a non-joiner says which word it is. */
const JOINING = [
  'Arabic',
  'Syriac',
  'Nko',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const JOINER = new RegExp(`(?<=[${JOINING}\\p{M}])[\\u200c\\u200d](?=[${JOINING}])`, 'gu');
/**
 * Controls, formats (right-to-left overrides, zero-width signs), halves of a sign, what is no sign at all; and letters and symbols that draw nothing:
 * fillers of Hangul, Khmer and braille, and the grapheme joiner.
 */
const UNSEEN = /\p{C}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u2800|\u3164|\uffa0/gu;
/** More marks than any script puts on one sign only reach into the lines around; a joiner between two of them makes no second sign. */
const PILED = /((?:\p{M}[\u200c\u200d]?){3}\p{M})[\p{M}\u200c\u200d]*\p{M}/gu;
/** Every blank and every end of a line, that of old mainframes too, but for the one that is no wider than nothing. */
const BLANKS = /(?:(?!\ufeff)\s|\u0085)+/gu;

const oneLine = (text: string): string => text.replaceAll(BLANKS, ' ').trim();

function visible(text: string): string {
  const wanted = new Set([...text.matchAll(JOINER)].map(({ index }) => index));
  return text.replaceAll(UNSEEN, (sign, at: number) => (wanted.has(at) ? sign : ''));
}

/**
 * One line of what is seen of `text`: blanks and line ends are one space, with none around it; signs that are not seen or that turn the line round are
 * gone, but for joiners inside words of scripts that need them; on one sign stand at most four marks; signs that can be written in several ways are written in one. Empty where nothing is
 * seen. Typed again, it stays as it is.
 *
 * `form` is NFC, which keeps what a sign looks like, or NFKC, by which full-width and ligatures become plain: for numbers and codes. A line may be
 * longer than what was typed: limits are looked at afterwards.
 */
export function typedLine(text: string, form: 'NFC' | 'NFKC' = 'NFC'): string {
  let line = text;
  // A form may bring up what is not seen, and what goes may bring signs together that are written as one: the second pass finds no more of either.
  for (let pass = 0; pass < 2; pass += 1) line = oneLine(visible(oneLine(line))).normalize(form);
  return line.replaceAll(PILED, '$1');
}

/** A piece of a line that others stand beside: as `typedLine` keeps it, but for one blank at an end that has any. Between two points no end is one of a line. */
export const typedPiece = (text: string): string => typedLine(`.${text}.`).slice(1, -1);

/** Every end of a line. */
const ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;
/**
 * What is seen of a text of several lines: each as `typedLine` keeps it, between two of them at most one that is
 * empty, and none around them. Plain text: what looks like markup is signs.
 */
export const typedLines = (text: string): string =>
  text
    .split(ENDS)
    .map((line) => typedLine(line))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(/^\n+|\n+$/g, '');
