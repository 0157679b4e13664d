// Moments within a text that the server wrote the same for everybody: shown in the reader's own zone and language.

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** `shown` takes UTC ms. */
export const withMoments = (text: string, shown: (ms: number) => string): string =>
  text.replace(INSTANT, (moment) => shown(Date.parse(moment)));
