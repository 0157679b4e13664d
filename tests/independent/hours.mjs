// When a market trades, worked out from the time-zone database that Node brings. Own reading of the rules, nothing of the server's.

const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'short',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
});
const HOUR_MS = 3_600_000;
const REST_DATES = new Set(['01-01', '12-25']);
/** Sessions begin and end on whole hours, so an hour is open or shut as a whole. */
const known = new Map();

/** fx: Sunday 17:00 to Friday 17:00 New York. metal (also oil, indices): that, less the hour from 17:00 each day. always: coins. */
export function kindOf(code) {
  if (/^(BTC|ETH|SOL|XRP)/.test(code)) return 'always';
  return /^(XAU|XAG)|OIL$|^[A-Z]{2}\d+$/.test(code) ? 'metal' : 'fx';
}

export function isOpen(kind, timeMs) {
  if (kind === 'always') return true;
  const hour = Math.floor(timeMs / HOUR_MS);
  const key = kind === 'fx' ? hour : -hour;
  let open = known.get(key);
  if (open === undefined) {
    open = look(kind, hour * HOUR_MS);
    known.set(key, open);
  }
  return open;
}

function look(kind, timeMs) {
  const part = Object.fromEntries(newYork.formatToParts(timeMs).map(({ type, value }) => [type, value]));
  const hour = Number(part.hour);
  if (part.weekday === 'Sat') return false;
  if (part.weekday === 'Fri' && hour >= 17) return false;
  if (part.weekday === 'Sun' && hour < 17) return false;
  if (kind === 'metal' && hour === 17) return false;
  // A trading day carries the date on which it ends at 17:00.
  const shift = hour >= 17 ? 24 * HOUR_MS : 0;
  const date = new Date(Date.UTC(Number(part.year), Number(part.month) - 1, Number(part.day)) + shift);
  return !REST_DATES.has(date.toISOString().slice(5, 10));
}
