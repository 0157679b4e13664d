// What a trader may call themself: seen as it was typed, and unlike anybody else's or ours. Pure.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { leadsNowhere } from '@fairtick/contract/told-words';
import { NICKNAME_LEAST, NICKNAME_MOST } from '@fairtick/contract/trader-words';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { typedLine } from '@fairtick/kernel/typed-line';

/** Signs of other scripts, and digits, that look like a Latin letter. */
const LOOKS_LIKE: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    a: 'аαɑ4@',
    b: 'ьв8β',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еєε3',
    g: 'ɡ9',
    h: 'һнη',
    i: 'іι1ıl|!',
    j: 'ј',
    k: 'кκ',
    m: 'мμ',
    n: 'пո',
    o: 'оο0օσ',
    p: 'рρ',
    q: 'ԛ',
    r: 'гя',
    s: 'ѕ5$',
    t: 'тτ7',
    u: 'υսц',
    v: 'ѵν',
    w: 'ԝшω',
    x: 'хχ',
    y: 'уүγ',
    z: '2',
  }).flatMap(([letter, signs]) => [...signs].map((sign) => [sign, letter])),
);

/** As names are compared: full width, case, accents, blanks, points and look-alikes make no difference. */
export const nicknameKey = (name: string): string =>
  [...name.normalize('NFKC').toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')]
    .map((sign) => LOOKS_LIKE[sign] ?? sign)
    .filter((sign) => /[\p{L}\p{N}]/u.test(sign))
    .join('')
    .replaceAll('rn', 'm');

/** Nobody speaks as the house; and whoever chose no name is called Trader and four signs. */
const OURS = ['admin', 'staff', 'fairtick', 'support', 'official', 'moderator'].map(nicknameKey);
const DEFAULT = 'Trader ';
const DEFAULT_KEY = nicknameKey(DEFAULT);

/** What a trader who chose no name is called: the last four signs of the number they tell others. */
export const defaultNickname = (uid: string): string => `${DEFAULT}${uid.slice(-4)}`;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const lengthOf = (text: string): number => [...graphemes.segment(text)].length;

export interface Nickname {
  readonly name: string;
  readonly key: string;
}

export function readNickname(typed: string): Result<Nickname, Refusal> {
  const name = typedLine(typed, 'NFKC');
  const length = lengthOf(name);
  if (length < NICKNAME_LEAST || length > NICKNAME_MOST || name.length > 200)
    return err(refuse('NICKNAME_LENGTH', { min: String(NICKNAME_LEAST), max: String(NICKNAME_MOST) }));
  const key = nicknameKey(name);
  const taken = OURS.some((one) => key.includes(one)) || key.startsWith(DEFAULT_KEY);
  // Two letters at least: a name of signs is none that anybody could tell apart.
  const spoken = (name.match(/[\p{L}\p{N}]/gu) ?? []).length >= 2 && key.length >= 2;
  if (taken || !spoken || !leadsNowhere(name)) return err(refuse('NICKNAME_REFUSED'));
  return ok({ name, key });
}
