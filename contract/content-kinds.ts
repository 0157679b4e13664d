// What the editors publish, to whom, and where it may lead. Without any library: browser, server and console go by it.

/** note: about a product of ours. activity: what the activity page shows. */
export const CONTENT_KINDS = ['news', 'announcement', 'note', 'activity'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

/** The documents' category_id of the kinds that are lists. */
export const CATEGORIES: Readonly<Record<number, ContentKind>> = { 1: 'news', 2: 'announcement', 3: 'note' };

/** What an announcement is about. Who reads one about the terms is asked to say that they have. */
export const ANNOUNCED = ['notice', 'maintenance', 'terms', 'incident'] as const;
export type Announced = (typeof ANNOUNCED)[number];

export const AUDIENCES = ['all', 'live', 'demo'] as const;
export type ContentAudience = (typeof AUDIENCES)[number];

/** Of a picture that was sent for content: SHA-256 of its bytes, the first 32 digits in hex. */
export const PICTURE_ID = /^[0-9a-f]{32}$/;
export const pictureAddress = (id: string): string => `/content/${id}.jpg`;

/** A route of the app: `#/mine/transfer?type=0`. */
const ROUTE = /^#\/[A-Za-z0-9/_-]{0,100}(\?[A-Za-z0-9=&_-]{0,100})?$/;
/** Printable, so that no sign turns what somebody reads into what a browser does not. */
const HTTPS = /^https:\/\/[\x21-\x7e]{1,1000}$/;

/** To a route of the app, or by https to a host; a name and a password before the host would hide which one. */
export function isLink(href: string): boolean {
  return ROUTE.test(href) || isHttpsAddress(href);
}

export function isHttpsAddress(href: string): boolean {
  if (!HTTPS.test(href) || !URL.canParse(href)) return false;
  const { protocol, username, password, hostname } = new URL(href);
  return protocol === 'https:' && username === '' && password === '' && hostname !== '';
}

/** An address for letters that is nothing else: no sign of it means something to a `mailto:`. */
export const isContactEmail = (text: string): boolean =>
  /^[A-Za-z0-9._+-]{1,64}@([A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,63}$/.test(text);

/** Of a table in a text. */
export const MAX_COLUMNS = 12;
