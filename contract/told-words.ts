// What the staff write to a user goes out in our name, in notices and official letters: it holds nothing to follow, so that nobody of the staff, and
// nobody with their session, makes a phishing channel of it.

/** Of our days: eight digits with dashes between are a telephone number as well. */
const DATE = /\b20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\b/g;
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

/** Whether the text holds no link, no e-mail address and no run of seven digits or more. A date like 2026-11-22 is none. */
export function leadsNowhere(text: string): boolean {
  // As it looks: wide letters are letters, and signs that nobody sees are none.
  const seen = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(DATE, ' ');
  return !LEADS_AWAY.some((one) => one.test(seen));
}
