// Where links of a published text lead.

/** The host that a link leads to; undefined where it stays in the app. */
export function linkTarget(href: string): string | undefined {
  if (href.startsWith('#')) return undefined;
  return URL.canParse(href) ? new URL(href).hostname : href;
}
