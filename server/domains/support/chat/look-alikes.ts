// A text as a person reads it, for finding what must not be kept: letters and digits that only look like others count as those, and marks on them and
// capitals count for nothing. What is found is taken out of the text as it was written.

/** Letters of other scripts that look like a Latin one, and Latin ones that no form of Unicode takes apart. */
const LOOK = new Map<string, string>(
  Object.entries({
    ...{ а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x', к: 'k', м: 'm', т: 't', і: 'i', ј: 'j', ѕ: 's' },
    ...{ ԁ: 'd', ԛ: 'q', ԝ: 'w', һ: 'h', ӏ: 'l', ո: 'n', ս: 'u', օ: 'o', հ: 'h' },
    ...{ α: 'a', ε: 'e', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x' },
    ...{ ı: 'i', ɑ: 'a', ɡ: 'g', ɩ: 'i', ʋ: 'v', ł: 'l', ø: 'o', đ: 'd', ƅ: 'b' },
  }),
);
/** White digits on black, and those of other circles, from one to ten: no form of Unicode makes digits of them. */
const CIRCLES = [0x2776, 0x2780, 0x278a];
const NOUGHTS: ReadonlySet<string> = new Set(['\u24ff', '\u{1f10b}', '\u{1f10c}']);

export type Span = readonly [from: number, to: number];

export interface Read {
  readonly read: string;
  /** Where that stands in the text as written, with the marks upon it; both from and up to. */
  readonly spanOf: (span: Span) => Span;
}

export function readAs(text: string): Read {
  const starts: number[] = [];
  let [read, at] = ['', 0];
  for (const sign of text) {
    const seen = readOfSign(sign);
    read += seen;
    for (let unit = 0; unit < seen.length; unit += 1) starts.push(at);
    at += sign.length;
  }
  /** What is not read belongs to what stands before it. */
  const endOf = (unit: number): number => {
    let next = unit + 1;
    while (next < starts.length && starts[next] === starts[unit]) next += 1;
    return starts[next] ?? text.length;
  };
  return { read, spanOf: ([from, to]) => [starts[from] ?? text.length, endOf(to - 1)] };
}

export const readOf = (text: string): string => readAs(text).read;

function readOfSign(sign: string): string {
  const digits = circled(sign);
  if (digits !== undefined) return digits;
  // Small before it is taken apart and after: a capital may bring a mark, and a form may bring capitals.
  const apart = sign.toLowerCase().normalize('NFKD').toLowerCase();
  const bare = apart.replaceAll(/[\p{M}\p{Cf}]/gu, '').normalize('NFKC');
  return [...bare].map((one) => LOOK.get(one) ?? one).join('');
}

function circled(sign: string): string | undefined {
  if (NOUGHTS.has(sign)) return '0';
  const code = sign.codePointAt(0) ?? 0;
  const first = CIRCLES.find((circle) => code >= circle && code < circle + 10);
  return first === undefined ? undefined : String(code - first + 1);
}
