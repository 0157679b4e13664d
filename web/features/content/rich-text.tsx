// Draws a checked tree, node by node. Nothing is ever set as HTML: what a text says is text, whatever it looks like.

import { pictureAddress } from '@fairtick/contract/content-kinds';
import type { Block, Inline, Mark, TableCell, TableRow, RichText as Tree } from '@fairtick/contract/rich-text';
import { createElement, Fragment, type ReactNode } from 'react';
import { linkTarget } from '../../calculators/content.ts';
import { useTexts } from '../../i18n/use-texts.ts';

export function RichText({ tree }: { tree: Tree }) {
  return (
    <div className="grid gap-4 text-pretty text-base leading-relaxed [overflow-wrap:anywhere]">
      <Blocks blocks={tree.content} />
    </div>
  );
}

/** Side by side, as a document has them: they never change while they are shown, so none of them needs a name. */
function inOrder<T>(parts: readonly T[], draw: (part: T) => ReactNode): ReactNode {
  const drawn: ReactNode[] = [];
  for (const part of parts) drawn.push(draw(part));
  return createElement(Fragment, null, ...drawn);
}

const Blocks = ({ blocks }: { blocks: readonly Block[] }) => inOrder(blocks, (block) => <One block={block} />);

function One({ block }: { block: Block }) {
  switch (block.type) {
    case 'paragraph':
      return (
        <p>
          <Words parts={block.content} />
        </p>
      );
    case 'heading': {
      const Heading = block.attrs.level === 2 ? 'h2' : 'h3';
      return (
        <Heading className={block.attrs.level === 2 ? 'mt-2 font-semibold text-lg' : 'mt-1 font-semibold text-base'}>
          <Words parts={block.content} />
        </Heading>
      );
    }
    case 'bulletList':
    case 'orderedList': {
      const Items = block.type === 'bulletList' ? 'ul' : 'ol';
      return (
        <Items className={`grid gap-2 ps-6 ${block.type === 'bulletList' ? 'list-disc' : 'list-decimal'}`}>
          {inOrder(block.content, ({ content }) => (
            <Item content={content} />
          ))}
        </Items>
      );
    }
    case 'blockquote':
      return (
        <blockquote className="grid gap-3 border-line border-s-4 ps-4 text-muted">
          <Blocks blocks={block.content} />
        </blockquote>
      );
    case 'table':
      return <Table rows={block.content} />;
    case 'image':
      return (
        <img
          src={pictureAddress(block.attrs.src)}
          alt={block.attrs.alt}
          loading="lazy"
          className="h-auto w-full rounded-lg bg-sunken"
        />
      );
  }
}

/** Wider than a phone it is moved by itself, and no page with it. */
function Table({ rows }: { rows: readonly TableRow[] }) {
  const t = useTexts('content');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse moves a wide table with the keys
    <section tabIndex={0} aria-label={t('table')} className="overflow-x-auto rounded-lg border border-line">
      <table className="w-full border-collapse text-start text-sm">
        <tbody>
          {inOrder(rows, ({ content }) => (
            <tr className="border-line border-b last:border-b-0">
              {inOrder(content, (cell) => (
                <Cell cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ cell: { type, content } }: { cell: TableCell }) {
  const Box = type === 'tableHeader' ? 'th' : 'td';
  return (
    <Box
      className={`min-w-24 px-3 py-2 text-start align-top [overflow-wrap:normal] ${type === 'tableHeader' ? 'bg-sunken font-semibold' : ''}`}
    >
      <Blocks blocks={content} />
    </Box>
  );
}

function Item({ content }: { content: readonly Block[] }) {
  return (
    <li className="ps-1">
      <div className="grid gap-2">
        <Blocks blocks={content} />
      </div>
    </li>
  );
}

const Words = ({ parts = [] }: { parts?: readonly Inline[] | undefined }) =>
  inOrder(parts, (part) => (part.type === 'hardBreak' ? <br /> : <Marked text={part.text} marks={part.marks ?? []} />));

/** The first mark is the outermost. */
function Marked({ text, marks: [mark, ...rest] }: { text: string; marks: readonly Mark[] }) {
  if (!mark) return text;
  const within = <Marked text={text} marks={rest} />;
  if (mark.type === 'bold') return <strong>{within}</strong>;
  if (mark.type === 'italic') return <em>{within}</em>;
  return <Link href={mark.attrs.href}>{within}</Link>;
}

/** One that leads out of the app says where to, so that no words hide it. */
function Link({ href, children }: { href: string; children: ReactNode }) {
  const target = linkTarget(href);
  const look = 'font-medium text-accent-text underline underline-offset-2';
  if (target === undefined)
    return (
      <a href={href} className={look}>
        {children}
      </a>
    );
  return (
    <>
      <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={look}>
        {children}
      </a>{' '}
      <bdi dir="ltr" className="text-quiet text-sm">
        ({target})
      </bdi>
    </>
  );
}
