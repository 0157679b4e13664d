// Kraken's public WebSocket v2, read and written: frames in, requests out. Every number stays the text the source sent; nothing is kept here.

import { type Price, parseDecimal, price } from '@fairtick/kernel/decimal';

export interface InstrumentRow {
  readonly symbol: string;
  readonly status: string;
  readonly pricePrecision: number;
}

export interface TickerRow {
  readonly symbol: string;
  /** undefined where the source's text is no decimal of at most 8 places. */
  readonly bid: Price | undefined;
  readonly ask: Price | undefined;
  /** UTC ms; undefined where the row has no stamp. */
  readonly time: number | undefined;
}

export interface OhlcRow {
  readonly symbol: string;
  readonly minutes: number;
  /** UTC ms of the bar's start: the row's own `timestamp` is its end. */
  readonly begin: number;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  readonly trades: number;
}

export type Frame =
  | { readonly kind: 'status'; readonly system: string }
  | { readonly kind: 'heartbeat' }
  | { readonly kind: 'instrument'; readonly rows: readonly InstrumentRow[] }
  | { readonly kind: 'ticker'; readonly snapshot: boolean; readonly rows: readonly TickerRow[] }
  | { readonly kind: 'ohlc'; readonly snapshot: boolean; readonly rows: readonly OhlcRow[] }
  | {
      readonly kind: 'answer';
      readonly method: string;
      readonly reqId: number | undefined;
      readonly symbol: string | undefined;
      readonly success: boolean;
      readonly error: string;
    }
  | { readonly kind: 'other' };

type Fields = ReadonlyMap<string, unknown>;

/** undefined when the text is not a JSON object. Channels and methods that nobody asked for are 'other'. */
export function parseFrame(text: string): Frame | undefined {
  const frame = fieldsOf(parseKeepingNumbers(text));
  if (!frame) return undefined;
  const method = textOf(frame.get('method'));
  if (method !== undefined) return answerOf(method, frame);
  const snapshot = frame.get('type') === 'snapshot';
  const rows = listOf(frame.get('data'));
  switch (frame.get('channel')) {
    case 'status':
      return { kind: 'status', system: textOf(rows[0]?.get('system')) ?? '' };
    case 'heartbeat':
      return { kind: 'heartbeat' };
    case 'instrument':
      return {
        kind: 'instrument',
        rows: listOf(fieldsOf(frame.get('data'))?.get('pairs')).flatMap((row) => instrumentOf(row) ?? []),
      };
    case 'ticker':
      return { kind: 'ticker', snapshot, rows: rows.flatMap((row) => tickerOf(row) ?? []) };
    case 'ohlc':
      return { kind: 'ohlc', snapshot, rows: rows.flatMap((row) => ohlcOf(row) ?? []) };
    default:
      return { kind: 'other' };
  }
}

function answerOf(method: string, frame: Fields): Frame {
  const result = fieldsOf(frame.get('result'));
  const reqId = Number(textOf(frame.get('req_id')));
  return {
    kind: 'answer',
    method,
    reqId: Number.isSafeInteger(reqId) ? reqId : undefined,
    symbol: textOf(frame.get('symbol')) ?? textOf(result?.get('symbol')),
    success: frame.get('success') !== false,
    error: textOf(frame.get('error')) ?? '',
  };
}

function instrumentOf(row: Fields): InstrumentRow | undefined {
  const symbol = textOf(row.get('symbol'));
  const pricePrecision = Number(textOf(row.get('price_precision')));
  if (symbol === undefined || !Number.isInteger(pricePrecision)) return undefined;
  return { symbol, status: textOf(row.get('status')) ?? 'online', pricePrecision };
}

function tickerOf(row: Fields): TickerRow | undefined {
  const symbol = textOf(row.get('symbol'));
  if (symbol === undefined) return undefined;
  return { symbol, bid: priceOf(row.get('bid')), ask: priceOf(row.get('ask')), time: timeOf(row.get('timestamp')) };
}

function ohlcOf(row: Fields): OhlcRow | undefined {
  const symbol = textOf(row.get('symbol'));
  const begin = timeOf(row.get('interval_begin'));
  const [open, high, low, close] = ['open', 'high', 'low', 'close'].map((name) => priceOf(row.get(name)));
  if (symbol === undefined || begin === undefined) return undefined;
  if (open === undefined || high === undefined || low === undefined || close === undefined) return undefined;
  const trades = Number(textOf(row.get('trades')));
  const minutes = Number(textOf(row.get('interval')));
  return { symbol, minutes, begin, open, high, low, close, trades: Number.isSafeInteger(trades) ? trades : 0 };
}

/** JSON with each number left as its own text: 0.99980 keeps its zero and a connection id above 2^53 its last digits. */
function parseKeepingNumbers(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
      typeof value === 'number' ? (context?.source ?? String(value)) : value,
    );
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Fields | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return new Map<string, unknown>(Object.entries(value));
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.flatMap((entry: unknown) => fieldsOf(entry) ?? []) : [];
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const EXPONENT = /^(\d)(?:\.(\d+))?[eE]([+-]?\d{1,2})$/;

function priceOf(value: unknown): Price | undefined {
  const text = textOf(value);
  if (text === undefined) return undefined;
  const parsed = parseDecimal(withoutExponent(text));
  return parsed.ok ? price(parsed.value) : undefined;
}

/** 1.23e-5 as 0.0000123: small prices may come that way. */
function withoutExponent(text: string): string {
  const [, whole, fraction = '', power] = EXPONENT.exec(text) ?? [];
  if (whole === undefined || power === undefined) return text;
  const digits = whole + fraction;
  const point = 1 + Number(power);
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  return `${digits.slice(0, point).padEnd(point, '0')}.${digits.slice(point) || '0'}`;
}

/** UTC ms, cut from up to nine decimals of a second. */
function timeOf(value: unknown): number | undefined {
  const time = Date.parse(textOf(value) ?? '');
  return Number.isFinite(time) ? time : undefined;
}

export type Request =
  | { readonly method: 'ping' }
  | { readonly method: 'subscribe'; readonly params: Readonly<Record<string, unknown>> }
  | { readonly method: 'unsubscribe'; readonly params: Readonly<Record<string, unknown>> };

export const requestText = (request: Request, reqId: number): string => JSON.stringify({ ...request, req_id: reqId });

export const instrumentRequest: Request = { method: 'subscribe', params: { channel: 'instrument', snapshot: true } };

/** Quotes come on every change of best bid and offer; the default would be only on trades. */
export const tickerRequest = (symbols: readonly string[]): Request => ({
  method: 'subscribe',
  params: { channel: 'ticker', symbol: symbols, event_trigger: 'bbo', snapshot: true },
});

export const ohlcRequest = (
  method: 'subscribe' | 'unsubscribe',
  symbols: readonly string[],
  minutes: number,
): Request => ({ method, params: { channel: 'ohlc', symbol: symbols, interval: minutes, snapshot: true } });
