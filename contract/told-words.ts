// What the staff write to a user goes out in our name, in notices and official letters: it holds nothing to follow, so that nobody of the staff, and
// nobody with their session, makes a phishing channel of it.

const DATE = /\b\d{4}-\d{2}-\d{2}\b/g;
const LEADS_AWAY: readonly RegExp[] = [
  /:\/\/|www\./iu,
  // A name of a host, also one without Latin letters, or with the full stop that browsers take for a dot.
  /[\p{L}\p{N}]\.\p{L}{2}/u,
  /[a-z0-9]。[a-z]{2}/iu,
  /\d+(?:\.\d+){3}/u,
  // Of an e-mail address or of an account elsewhere.
  /@/u,
  // A telephone number, however it is grouped.
  /(?:\p{Nd}[\s\p{Pd}().+/_·•*]*){7}/u,
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
