// What the staff write to a user goes out in our name, in notices and official letters: it holds nothing to follow, so that nobody of the staff, and
// nobody with their session, makes a phishing channel of it.

/** As dates are written: eight digits with signs between are a telephone number as well, and behind a country's prefix nothing else. */
const DATES = /(?<!(?:\+|\b00)\d{1,3}[^\p{L}\p{N}]*)\b(?:20\d\d-\d\d-\d\d|\d\d?(?<sign>[/.])\d\d?\k<sign>20\d\d)\b/gu;
const LEADS_AWAY: readonly RegExp[] = [
  /:\/\/|www\./iu,
  // A name of a host, also one without Latin letters, of a sign that is none, or with the full stop that browsers take for a dot.
  /[^\s.]\.\p{L}[\p{L}\p{M}]/u,
  /(?!\p{Script=Han})[\p{L}\p{M}\p{N}]。(?!\p{Script=Han})\p{L}[\p{L}\p{M}]/u,
  /\d+(?:\.\d+){3}/u,
  // Of an e-mail address or of an account elsewhere.
  /@/u,
  // A telephone number, however it is grouped: by any sign but those that sums and times of day are written with.
  /(?:\p{Nd}[^\p{L}\p{N},:;%]*){7}/u,
];

/** Whether the text holds no link, no e-mail address and no run of seven digits or more. A date of our days is none: 2026-11-22, 22/11/2026, 22.11.2026. */
export function leadsNowhere(text: string): boolean {
  // As it looks: wide letters are letters, and signs that nobody sees are none.
  const seen = text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
  // A digit stays of each date: what goes on behind it, as a host's name does, is looked at with it.
  const undated = seen.replaceAll(DATES, (written: string) => (isDate(written) ? '0' : written));
  return !LEADS_AWAY.some((one) => one.test(undated));
}

/** Whether there is such a day. With slashes either the day or the month comes first. */
function isDate(written: string): boolean {
  const [first = 0, second = 0, third = 0] = written.split(/[-/.]/).map(Number);
  if (written.includes('-')) return isDay(first, second, third);
  return isDay(third, second, first) || (written.includes('/') && isDay(third, first, second));
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
