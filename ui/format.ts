// Numbers, money, prices, percents and times in the user's language. Exact: decimal texts go to Intl as texts, never through a float.
// Digits are Latin in every language, so that a balance, a chart axis and a typed price are read the same way.

export interface Formats {
  readonly locale: string;
  /** The IANA name of the zone that times are told in; undefined: the device's. */
  readonly zone: string | undefined;
  /** A plain decimal text; `places` fixes the decimals (half-even), else all of them are shown. Not a number: an em dash. */
  number(text: string, options?: NumberOptions): string;
  /** US dollars; at least 2 decimals, and all that the booked figure has unless `places` fixes them. */
  money(text: string, options?: NumberOptions): string;
  /** As money, cut into what stands before the third decimal, the further decimals, and what follows. */
  moneyParts(text: string, options?: NumberOptions): { head: string; more: string; tail: string };
  /** `text` is in percent already ("0.42" = 0.42 %). */
  percent(text: string, options?: NumberOptions): string;
  /** Text with exactly `precision` decimals. */
  price(text: string, precision: number): string;
  count(value: number): string;
  /** A leverage, ×10: left to right also within right-to-left text. */
  multiple(value: number): string;
  /** UTC ms; `zone` an IANA name, else that of the formats. What has a day and a time names the zone of the formats, where they have one. */
  time(ms: number, zone?: string): string;
  date(ms: number, zone?: string): string;
  dateTime(ms: number): string;
  /** Without seconds: where nobody counts them. */
  dateMinute(ms: number): string;
}

export interface NumberOptions {
  readonly places?: number;
  /** Show + for positive values too. */
  readonly signed?: boolean;
}

const MISSING = '—';
const NUMERIC = /^-?\d+(\.\d+)?$/;
const isNumeric = (text: string): text is `${number}` => NUMERIC.test(text);
const MAX_PLACES = 8;

export function createFormats(locale: string, ownZone?: string): Formats {
  const numbers = new Map<string, Intl.NumberFormat>();
  const times = new Map<string, Intl.DateTimeFormat>();

  function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
    const key = JSON.stringify(options);
    let format = numbers.get(key);
    if (!format) {
      format = new Intl.NumberFormat(locale, { ...options, numberingSystem: 'latn', roundingMode: 'halfEven' });
      numbers.set(key, format);
    }
    return format;
  }

  function timeFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    const key = JSON.stringify(options);
    let format = times.get(key);
    if (!format) {
      format = new Intl.DateTimeFormat(locale, { ...options, numberingSystem: 'latn' });
      times.set(key, format);
    }
    return format;
  }

  const placed = (zone = ownZone): Intl.DateTimeFormatOptions => (zone === undefined ? {} : { timeZone: zone });
  const named = (ms: number, options: Intl.DateTimeFormatOptions): string => {
    const text = timeFormat({ ...options, ...placed() }).format(ms);
    if (ownZone === undefined) return text;
    // A form of day and time leaves no room for the zone's name: it stands behind.
    const parts = timeFormat({ ...placed(), timeZoneName: 'short' }).formatToParts(ms);
    return `${text} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? ownZone}`;
  };

  // Where "$" alone means another dollar it is written US$; elsewhere the short sign leaves room for the figure.
  const currencyDisplay = locale.startsWith('zh') ? 'symbol' : 'narrowSymbol';
  const moneyFormat = (options: NumberOptions | undefined): Intl.NumberFormat =>
    numberFormat({ style: 'currency', currency: 'USD', currencyDisplay, ...digits(options, 2), ...signs(options) });

  const count = (value: number): string => numberFormat({ maximumFractionDigits: 0 }).format(value);

  return {
    locale,
    zone: ownZone,
    number: (text, options) =>
      isNumeric(text) ? numberFormat({ ...digits(options, 0), ...signs(options) }).format(text) : MISSING,
    money: (text, options) => (isNumeric(text) ? moneyFormat(options).format(text) : MISSING),
    moneyParts: (text, options) =>
      isNumeric(text) ? split(moneyFormat(options).formatToParts(text)) : { head: MISSING, more: '', tail: '' },
    percent: (text, options) =>
      isNumeric(text)
        ? numberFormat({
            style: 'unit',
            unit: 'percent',
            ...digits({ places: 2, ...options }, 0),
            ...signs(options),
          }).format(text)
        : MISSING,
    price: (text, precision) =>
      isNumeric(text) ? numberFormat(digits({ places: precision }, 0)).format(text) : MISSING,
    count,
    multiple: (value) => `\u2066×${count(value)}\u2069`,
    time: (ms, zone) => timeFormat({ timeStyle: 'medium', ...placed(zone) }).format(ms),
    date: (ms, zone) => timeFormat({ dateStyle: 'medium', ...placed(zone) }).format(ms),
    dateTime: (ms) => named(ms, { dateStyle: 'medium', timeStyle: 'medium' }),
    dateMinute: (ms) => named(ms, { dateStyle: 'medium', timeStyle: 'short' }),
  };
}

function digits(options: NumberOptions | undefined, least: number): Intl.NumberFormatOptions {
  const places = options?.places;
  return places === undefined
    ? { minimumFractionDigits: least, maximumFractionDigits: MAX_PLACES }
    : { minimumFractionDigits: places, maximumFractionDigits: places };
}

const signs = (options: NumberOptions | undefined): Intl.NumberFormatOptions =>
  options?.signed ? { signDisplay: 'exceptZero' } : { signDisplay: 'negative' };

function split(parts: Intl.NumberFormatPart[]): { head: string; more: string; tail: string } {
  const at = parts.findIndex((part) => part.type === 'fraction');
  const fraction = parts[at]?.value ?? '';
  if (fraction.length <= 2) return { head: parts.map((part) => part.value).join(''), more: '', tail: '' };
  const join = (from: number, to?: number): string =>
    parts
      .slice(from, to)
      .map((part) => part.value)
      .join('');
  return { head: join(0, at) + fraction.slice(0, 2), more: fraction.slice(2), tail: join(at + 1) };
}

/** Sign of a decimal text: 1, 0, -1. Anything but a number counts as 0. */
export function signOf(text: string): 1 | 0 | -1 {
  if (!isNumeric(text) || !/[1-9]/.test(text)) return 0;
  return text.startsWith('-') ? -1 : 1;
}
