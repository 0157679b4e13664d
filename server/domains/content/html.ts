// A checked tree as HTML, for the documents' `content`: clients of others show it. Every sign that means something to a browser is escaped; nothing of
// a text is ever taken as markup. The app itself draws the tree and never reads this.

import { pictureAddress } from '@fairtick/contract/content-kinds';
import type { Block, Inline, Mark, RichText, TableRow } from '@fairtick/contract/rich-text';

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? '');

export const htmlOf = ({ content }: RichText): string => content.map(blockHtml).join('');

function blockHtml(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return `<p>${inlineHtml(block.content)}</p>`;
    case 'heading':
      return `<h${block.attrs.level}>${inlineHtml(block.content)}</h${block.attrs.level}>`;
    case 'bulletList':
    case 'orderedList': {
      const name = block.type === 'bulletList' ? 'ul' : 'ol';
      const items = block.content.map((item) => `<li>${item.content.map(blockHtml).join('')}</li>`);
      return `<${name}>${items.join('')}</${name}>`;
    }
    case 'blockquote':
      return `<blockquote>${block.content.map(blockHtml).join('')}</blockquote>`;
    case 'table':
      return `<table>${block.content.map(rowHtml).join('')}</table>`;
    case 'image':
      return `<img src="${escaped(pictureAddress(block.attrs.src))}" alt="${escaped(block.attrs.alt)}">`;
  }
}

function rowHtml({ content }: TableRow): string {
  const cells = content.map((cell) => {
    const name = cell.type === 'tableHeader' ? 'th' : 'td';
    return `<${name}>${cell.content.map(blockHtml).join('')}</${name}>`;
  });
  return `<tr>${cells.join('')}</tr>`;
}

const inlineHtml = (parts: readonly Inline[] = []): string =>
  parts.map((part) => (part.type === 'hardBreak' ? '<br>' : marked(escaped(part.text), part.marks))).join('');

/** The first mark is the outermost. */
const marked = (html: string, marks: readonly Mark[] = []): string =>
  marks.reduceRight((within, mark) => {
    if (mark.type === 'bold') return `<strong>${within}</strong>`;
    if (mark.type === 'italic') return `<em>${within}</em>`;
    return `<a href="${escaped(mark.attrs.href)}" rel="noopener noreferrer nofollow">${within}</a>`;
  }, html);
