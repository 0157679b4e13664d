// What may be written in the chat, and what of it is never stored: pure. Text stays text: what draws nothing or turns a line round goes, and card
// numbers, seed phrases and passwords are left out before anything is kept.

import { CHAT_MASKED, CHAT_TEXT_CHARS, type ChatMasked } from '@fairtick/contract/chat-words';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { typedLine } from '@fairtick/kernel/typed-line';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { readAs, readOf, type Span } from './look-alikes.ts';

export interface SafeText {
  readonly text: string;
  /** What was left out, each once. */
  readonly masked: readonly ChatMasked[];
}

/** Graphemes of one word: a longer one is made to break pages and patience. */
export const WORD_GRAPHEMES = 200;
const LINE_ENDS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;
const EMPTY_LINES = /\n{3,}/g;
const MASK = '••••';

/**
 * The text as it is stored and shown. VALUE_MISSING where nothing is seen of it, CHAT_TOO_LONG above 2,000 characters, CHAT_WORD_TOO_LONG for a word of
 * more than 200 graphemes; lengths as it was typed, cleaned, so that a mask makes nothing longer than allowed.
 */
export function safeText(typed: string): Result<SafeText, Refusal> {
  const text = plainText(typed);
  if (text === '') return err(refuse('VALUE_MISSING', { field: 'text' }));
  if ([...text].length > CHAT_TEXT_CHARS) return err(refuse('CHAT_TOO_LONG', { max: String(CHAT_TEXT_CHARS) }));
  if (hasLongWord(text)) return err(refuse('CHAT_WORD_TOO_LONG', { max: String(WORD_GRAPHEMES) }));
  return ok(withoutSecrets(text));
}

/** Lines as `typedLine` keeps each, with at most one empty line between two. */
function plainText(typed: string): string {
  const lines = typed.split(LINE_ENDS).map((line) => typedLine(line));
  return lines.join('\n').replaceAll(EMPTY_LINES, '\n\n').trim();
}

const words = new Intl.Segmenter('und', { granularity: 'word' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Words as each script has them: a whole sentence of Chinese is none. */
function hasLongWord(text: string): boolean {
  for (const { segment } of words.segment(text))
    if (segment.length > WORD_GRAPHEMES && [...graphemes.segment(segment)].length > WORD_GRAPHEMES) return true;
  return false;
}

/** What is shown stands for what is gone; the last four digits of a card stay, by which its owner knows it. */
function withoutSecrets(text: string): SafeText {
  const found = new Set<ChatMasked>();
  const without = (from: string, what: ChatMasked, spansIn: (read: string) => Span[], by: (read: string) => string) => {
    const { read, spanOf } = readAs(from);
    let [left, done] = ['', 0];
    for (const span of spansIn(read)) {
      found.add(what);
      const [start, end] = spanOf(span);
      left += from.slice(done, start) + by(read.slice(...span));
      done = end;
    }
    return left + from.slice(done);
  };
  const noCards = without(text, 'card', cardSpans, (card) => `${MASK} ${digitsOf(card).slice(-CARD_SHOWN)}`);
  const noSeeds = without(noCards, 'seed', seedSpans, () => MASK);
  const safe = without(noSeeds, 'password', passwordSpans, () => MASK);
  return { text: safe, masked: CHAT_MASKED.filter((what) => found.has(what)) };
}

const CARD_LEAST = 13;
const CARD_MOST = 19;
const CARD_SHOWN = 4;
/** Between the groups of a number stands at most this many signs, none of them a letter. */
const CARD_GROUPS = /[^\p{L}\p{Nd}]{1,3}/uy;

/** A digit of any script as it counts: scripts keep ten of them side by side, the first of them nought. */
function digitOf(sign: string): string | undefined {
  if (!/\p{Nd}/u.test(sign)) return undefined;
  let at = sign.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(at - 1)) && !(at <= 0x39 && at === 0x30)) {
    at -= 1;
    value += 1;
  }
  return String(value);
}

const digitsOf = (text: string): string => [...text].map((sign) => digitOf(sign) ?? '').join('');

/** Runs of whole groups of digits that are as long as a card's number, begin like one and fulfil its check digit. */
function cardSpans(text: string): Span[] {
  const groups = [...text.matchAll(/\p{Nd}+/gu)].map(({ 0: group, index }) => ({
    from: index,
    to: index + group.length,
    digits: digitsOf(group),
  }));
  const spans: Span[] = [];
  for (let at = 0; at < groups.length; ) {
    const length = cardFrom(text, groups, at);
    const [first, last] = [groups[at], groups[at + length - 1]];
    if (length > 0 && first && last) spans.push([first.from, last.to]);
    at += Math.max(1, length);
  }
  return spans;
}

interface Group {
  readonly from: number;
  readonly to: number;
  readonly digits: string;
}

/** How many groups from this one on are a card's number; the most that are. 0 for none. */
function cardFrom(text: string, groups: readonly Group[], at: number): number {
  let [digits, found] = ['', 0];
  for (let end = at; digits.length < CARD_MOST; end += 1) {
    const group = groups[end];
    const before = groups[end - 1];
    if (!group || (end > at && before && !areNear(text, before.to, group.from))) break;
    digits += group.digits;
    if (isCard(digits)) found = end - at + 1;
  }
  return found;
}

function areNear(text: string, from: number, to: number): boolean {
  CARD_GROUPS.lastIndex = from;
  return CARD_GROUPS.test(text) && CARD_GROUPS.lastIndex === to;
}

/** ISO/IEC 7812: 13 to 19 digits of an issuer of cards (2 to 6), the last of them by Luhn's rule. */
export function isCard(digits: string): boolean {
  if (digits.length < CARD_LEAST || digits.length > CARD_MOST || !/^[2-6]/.test(digits)) return false;
  let sum = 0;
  for (const [place, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

const SEED_LEAST = 12;
/** Of each word the first four letters are enough for a wallet. */
const SEED_STEM = 4;
/** The words of BIP 39 that wallets are opened by. */
const SEED_WORDS: ReadonlySet<string> = new Set(wordlist.flatMap((word) => [word, word.slice(0, SEED_STEM)]));

/**
 * Runs of twelve words or more that a wallet knows, with numbers between them or without. Sentences have words in between that are none of these: the,
 * to, is.
 */
function seedSpans(text: string): Span[] {
  const spans: Span[] = [];
  let run: Span[] = [];
  const close = (): void => {
    const [first, last] = [run[0], run.at(-1)];
    if (run.length >= SEED_LEAST && first && last) spans.push([first[0], last[1]]);
    run = [];
  };
  for (const { 0: word, index } of text.matchAll(/\p{L}+/gu)) {
    if (isSeedWord(word)) run.push([index, index + word.length]);
    else close();
  }
  close();
  return spans;
}

const isSeedWord = (word: string): boolean => SEED_WORDS.has(word);

/** The word for it in a few languages, and what may stand between it and the secret, all as they are read. */
const PASSWORD = ['password', 'passwd', 'passcode', 'passwort', 'contraseña', 'senha', 'mot de passe', 'пароль', 'pin'];
const UNSPACED = ['密碼', '密码', 'パスワード', '비밀번호', 'كلمة المرور', 'كلمة السر'];
const IS = ['is', 'was', 'ist', 'es', 'est'];
const IS_UNSPACED = ['是', '為', '为', 'هي', ':', '='];
/** Who says this speaks of a password. */
const SPEAKS = ['wrong', 'not', 'lost', 'gone', 'incorrect', 'invalid', 'a', 'the'];
const oneOf = (words: readonly string[]): string => `(?:${words.map(readOf).join('|')})`;
/** Of words between blanks and signs, in any script. */
const whole = (words: readonly string[]): string => `(?<![\\p{L}\\p{Nd}_])${oneOf(words)}(?![\\p{L}\\p{Nd}_])`;
const PASSWORDS = new RegExp(
  `(?:${whole(PASSWORD)}|${oneOf(UNSPACED)})\\s*(?:${whole(IS)}|${oneOf(IS_UNSPACED)})\\s*[:=]?\\s*(?!${whole(SPEAKS)})(\\S+)`,
  'dgu',
);

/** "My password is …", "密碼：…", "كلمة المرور: …": the one word behind it. */
const passwordSpans = (text: string): Span[] =>
  [...text.matchAll(PASSWORDS)].flatMap(({ indices }) => (indices?.[1] ? [indices[1]] : []));
