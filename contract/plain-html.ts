// HTML of headings and paragraphs of plain text alone, as the server writes an agreement, read back into its words: no page sets it as HTML, and yet what
// is shown is every word of what is signed. Pure.

export interface PlainBlock {
  readonly kind: 'heading' | 'paragraph';
  readonly text: string;
}

const BLOCK = /<(h2|p)>([^<>]*)<\/\1>/y;
const SIGNS: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/** undefined where any of it is something else: then none of it may be shown as the whole. */
export function plainBlocks(html: string): readonly PlainBlock[] | undefined {
  const blocks: PlainBlock[] = [];
  let at = 0;
  while (at < html.length) {
    BLOCK.lastIndex = at;
    const found = BLOCK.exec(html);
    const text = found && plainText(found[2] ?? '');
    if (!found || text === undefined || text === null) return undefined;
    blocks.push({ kind: found[1] === 'h2' ? 'heading' : 'paragraph', text });
    at = BLOCK.lastIndex;
  }
  return blocks;
}

function plainText(escaped: string): string | undefined {
  const parts = escaped.split(/(&[^;&]{0,5};)/);
  const texts = parts.map((part, at) => (at % 2 === 1 ? SIGNS[part] : part.includes('&') ? undefined : part));
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}
