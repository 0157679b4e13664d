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

export function savePage(page: SavedPage): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([pageOf(page)], { type: 'text/html' }));
  link.download = `${page.name}.html`;
  link.click();
  URL.revokeObjectURL(link.href);
}
