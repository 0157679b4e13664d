// Saves words as a page of their own that opens in any browser, without a line: a copy for who keeps it.

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? '');
const STYLE =
  'body{font:1rem/1.6 system-ui,sans-serif;max-width:42rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}footer{margin-top:2rem;font:0.8rem monospace}';

export interface SavedPage {
  readonly name: string;
  readonly title: string;
  readonly lang: string;
  readonly rtl: boolean;
  /** As it was given, byte for byte. */
  readonly html: string;
  readonly foot: string;
}

export const pageOf = ({ title, lang, rtl, html, foot }: Omit<SavedPage, 'name'>): string =>
  `<!doctype html><html lang="${escaped(lang)}" dir="${rtl ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style></head><body>${html}<footer>${escaped(foot)}</footer></body></html>`;

export const savePage = (page: SavedPage): void => saveAs(`${page.name}.html`, pageOf(page), 'text/html');

/** For programs: what a check on another machine is given. */
export const saveJson = (name: string, value: object): void =>
  saveAs(`${name}.json`, JSON.stringify(value, null, 2), 'application/json');

function saveAs(name: string, text: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
