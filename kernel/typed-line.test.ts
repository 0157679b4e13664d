// What is kept of a line that somebody typed. What is not seen can't make two lines differ, nor turn the line round in which one stands.

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { typedLine, typedLines, typedPiece } from './typed-line.ts';

test.each([
  ['  Ann \t\r\n Lee ', 'Ann Lee'],
  ['one\u0085two\u2028three\u2029four', 'one two three four'],
  ['Jose\u0301', 'José'],
  ['e\u200b\u0301', 'é'],
  ['Ann\u202eeeL', 'AnneeL'],
  ['\u2066a\u2069b\u061c', 'ab'],
  ['A\u200bn\u00adn\ufeff', 'Ann'],
  ['a \u200b b', 'a b'],
  ['\u0000Ann\u0007', 'Ann'],
  ['\ud800Ann\udc00', 'Ann'],
  ['𠮷 田', '𠮷 田'],
  ['An\u200dn', 'Ann'],
  // Another sign of the same character, which a name may be written with.
  ['葛\u{e0100}', '葛\u{e0100}'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['\u200cمحمد\u200c', 'محمد'],
  ['\u3164', ''],
  ['\u2800\u115f', ''],
  ['=HYPERLINK("x")', '=HYPERLINK("x")'],
])('%j is kept as %j', (typed, kept) => expect(typedLine(typed)).toBe(kept));

test('numbers and codes are written plainly', () => {
  expect(typedLine('ＡＢ－１２', 'NFKC')).toBe('AB-12');
  expect(typedLine('\uffa0', 'NFKC')).toBe('');
});

const hostile = fc.constantFrom(
  ...['\u0000', '\t', '\n', '\r', '\u0085', '\u00a0', '\u00ad', '\u034f', '\u061c', '\u115f', '\u1160', '\u180e'],
  ...['\u200b', '\u200c', '\u200d', '\u200e', '\u202a', '\u202e', '\u2028', '\u2060', '\u2066', '\u2069', '\u2800'],
  ...[
    '\u3000',
    '\u3164',
    '\ufdfa',
    '\ufeff',
    '\uffa0',
    '\uffff',
    '\ud83d',
    '\ude00',
    '\u{e0001}',
    '\u{e0100}',
    '\u{10ffff}',
  ],
  ...[
    '\u0301',
    '\u0327',
    '\u0345',
    '\u0915',
    '\u094d',
    '\u0645',
    '\u1100',
    '\u1161',
    '\u11a8',
    '\uac00',
    '\u212b',
    'e',
    ' ',
    '𠮷',
  ],
);
const lines = fc.array(fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 12 });
const forms = fc.constantFrom('NFC' as const, 'NFKC' as const);

test('of whatever is typed a line is left that stays as it is, in one form, without what is not seen', () => {
  fc.assert(
    fc.property(lines, forms, (parts, form) => {
      const line = typedLine(parts.join(''), form);
      expect(typedLine(line, form)).toBe(line);
      expect(line.normalize(form)).toBe(line);
      expect(line.isWellFormed()).toBe(true);
      expect(line).not.toMatch(
        /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u200b\u202a-\u202e\u2060-\u2069\u3164\uffa0\u2800]/u,
      );
      expect(line).not.toMatch(/^\s|\s$|\s\s|[^\S ]/u);
    }),
    { numRuns: 500 },
  );
});

test('what is not seen makes no difference, wherever it stands', () => {
  const unseen = fc.constantFrom('\u200b', '\u202e', '\u2066', '\u00ad', '\u0000', '\ufeff', '\u3164');
  fc.assert(
    fc.property(fc.string(), unseen, fc.nat(), (text, sign, where) => {
      const at = where % (text.length + 1);
      expect(typedLine(text.slice(0, at) + sign + text.slice(at))).toBe(typedLine(text));
    }),
  );
});

test.each([
  ['one\r\ntwo\rthree\u2028four\u0085five', 'one\ntwo\nthree\nfour\nfive'],
  ['\n\n one \n\n\n\n two\t\n\u200b\n\n', 'one\n\ntwo'],
  ['a\u202eb\u2066c\n\u0007d', 'abc\nd'],
  [`Z${'\u0335'.repeat(40)}algo`, `Z${'\u0335'.repeat(4)}algo`],
  ['<b>bold</b>\n&lt;', '<b>bold</b>\n&lt;'],
  ['\u3164\n\u2800', ''],
])('of several lines %j is kept as %j', (typed, kept) => {
  expect(typedLines(typed)).toBe(kept);
  expect(typedLines(kept)).toBe(kept);
});

test.each([
  ['one ', 'one '],
  [' \u202e one\n\n', ' one '],
  ['o\u202dn\u2066e', 'one'],
  ['\u202e', ''],
  [' \u200b ', ' '],
  ['', ''],
  ['\u0335'.repeat(40), '\u0335'.repeat(4)],
])('beside other pieces %j is kept as %j', (typed, kept) => {
  expect(typedPiece(typed)).toBe(kept);
  expect(typedPiece(kept)).toBe(kept);
});
