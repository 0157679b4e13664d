// What the editor holds as the tree that the contract takes: its known nodes with their known attributes, and nothing else that an editor adds.

import { isRecord } from '@fairtick/contract/client/is-record';
import { MAX_COLUMNS } from '@fairtick/contract/content-kinds';
import type { Block, Inline, Mark, Paragraph, RichText, TableCell } from '@fairtick/contract/rich-text';

export const EMPTY_TREE: RichText = { type: 'doc', content: [{ type: 'paragraph' }] };

/** `json`: as the editor gives it. */
export function treeOf(json: unknown): RichText {
  return { type: 'doc', content: childrenOf(json).flatMap(blockOf) };
}

const childrenOf = (node: unknown): readonly unknown[] =>
  isRecord(node) && Array.isArray(node.content) ? node.content : [];
const attrOf = (node: Record<string, unknown>, name: string): unknown =>
  isRecord(node.attrs) ? node.attrs[name] : undefined;

function blockOf(node: unknown): Block[] {
  if (!isRecord(node)) return [];
  switch (node.type) {
    case 'paragraph':
      return [{ type: 'paragraph', ...wordsOf(node) }];
    case 'heading':
      return [{ type: 'heading', attrs: { level: attrOf(node, 'level') === 3 ? 3 : 2 }, ...wordsOf(node) }];
    case 'bulletList':
    case 'orderedList': {
      const content = childrenOf(node).map((item) => ({
        type: 'listItem' as const,
        content: childrenOf(item).flatMap(blockOf),
      }));
      return [{ type: node.type, content }];
    }
    case 'table':
      return tableOf(node);
    case 'blockquote':
      return [{ type: 'blockquote', content: childrenOf(node).flatMap(blockOf) }];
    case 'image':
      return [
        {
          type: 'image',
          attrs: { src: pictureOf(String(attrOf(node, 'src'))), alt: String(attrOf(node, 'alt') ?? '') },
        },
      ];
    default:
      return [];
  }
}

/** One that was pasted may span: each row gets as many cells as the longest has, and one that spans others stands at their first place. */
function tableOf(node: unknown): Block[] {
  const rows = childrenOf(node).map((row) => childrenOf(row).flatMap(cellsOf).slice(0, MAX_COLUMNS));
  const columns = Math.max(0, ...rows.map((row) => row.length));
  if (columns === 0) return [];
  const filled = rows.map((row) => [...row, ...Array.from({ length: columns - row.length }, emptyCell)]);
  return [{ type: 'table', content: filled.map((content) => ({ type: 'tableRow' as const, content })) }];
}

const emptyCell = (): TableCell => ({ type: 'tableCell', content: [{ type: 'paragraph' }] });

function cellsOf(node: unknown): TableCell[] {
  if (!isRecord(node)) return [];
  const content = childrenOf(node).map((one): Paragraph => ({ type: 'paragraph', ...wordsOf(one) }));
  const type = node.type === 'tableHeader' ? 'tableHeader' : 'tableCell';
  const spans = Math.min(MAX_COLUMNS, Math.max(1, Number(attrOf(node, 'colspan')) || 1));
  const cell: TableCell = { type, content: content.length === 0 ? [{ type: 'paragraph' }] : content };
  return [cell, ...Array.from({ length: spans - 1 }, emptyCell)];
}

/** The editor shows a picture by its address, the tree names it by its id. */
const pictureOf = (src: string): string => /([0-9a-f]{32})\.jpg$/.exec(src)?.[1] ?? src;

function wordsOf(node: unknown): { content?: Inline[] } {
  const content = childrenOf(node).flatMap(inlineOf);
  return content.length === 0 ? {} : { content };
}

function inlineOf(node: unknown): Inline[] {
  if (!isRecord(node)) return [];
  if (node.type === 'hardBreak') return [{ type: 'hardBreak' }];
  if (node.type !== 'text' || typeof node.text !== 'string' || node.text === '') return [];
  const marks = (Array.isArray(node.marks) ? node.marks : []).flatMap(markOf);
  return [{ type: 'text', text: node.text, ...(marks.length === 0 ? {} : { marks }) }];
}

function markOf(mark: unknown): Mark[] {
  if (!isRecord(mark)) return [];
  if (mark.type === 'bold' || mark.type === 'italic') return [{ type: mark.type }];
  if (mark.type !== 'link') return [];
  return [{ type: 'link', attrs: { href: String(attrOf(mark, 'href')) } }];
}

/** A moment as an input of the browser shows it, in the browser's zone; and what was typed as UTC ms, undefined where it is no moment. */
export function toLocalInput(timeMs: number): string {
  const at = new Date(timeMs);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
export function fromLocalInput(typed: string): number | undefined {
  const time = Date.parse(typed);
  return Number.isNaN(time) ? undefined : time;
}

/** Countries as they are typed, `hk, SG`, as a call takes them: `HK,SG`; undefined where something else is among them. */
export function countriesOf(typed: string): string | undefined {
  const codes = typed
    .toUpperCase()
    .split(/[\s,;、،]+/u)
    .filter((code) => code !== '');
  return codes.every((code) => /^[A-Z]{2}$/.test(code)) ? codes.join(',') : undefined;
}
