// The text of an agreement before it is anybody's: headings and paragraphs of plain text, with the terms as {names}. Server and console fill it by this.

import type { Block, RichText } from './rich-text.ts';

/** The languages that there is an agreement in. */
export const AGREEMENT_LANGUAGES = ['en', 'hk', 'ar'] as const;
export type AgreementLanguage = (typeof AGREEMENT_LANGUAGES)[number];

/** What a text has to say, each at least once: nobody signs without having read it. Sums in USD with two decimals, rates in percent. */
export const AGREEMENT_FACTS = [
  'date',
  'uid',
  'amount',
  'days',
  'free',
  'rate',
  'interest',
  'total',
  'apr',
  'late',
  'lateDay',
] as const;
export type AgreementFacts = Readonly<Record<(typeof AGREEMENT_FACTS)[number], string>>;

/** As a person writes it: blank lines between what stands apart, a heading begins with `# `. */
const HEADING = '# ';
const NAME = /\{([^{}]*)\}/g;

export function treeOfText(written: string): RichText {
  const parts = written
    .split(/\n\s*\n/)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter((part) => part !== '');
  return {
    type: 'doc',
    content: parts.map(
      (part): Block =>
        part.startsWith(HEADING)
          ? { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: part.slice(HEADING.length) }] }
          : { type: 'paragraph', content: [{ type: 'text', text: part }] },
    ),
  };
}

/** Undefined of what is no heading or paragraph of plain text: no app would show it. */
function textOfBlock(block: Block): string | undefined {
  if (block.type !== 'paragraph' && block.type !== 'heading') return undefined;
  const [part, more] = block.content ?? [];
  if (part?.type !== 'text' || part.marks !== undefined || more !== undefined) return undefined;
  return block.type === 'heading' ? (block.attrs.level === 2 ? HEADING + part.text : undefined) : part.text;
}

/** As it was written; undefined where it can't be one. */
export function textOfTree({ content }: RichText): string | undefined {
  const parts = content.map(textOfBlock);
  return parts.every((part) => part !== undefined) ? parts.join('\n\n') : undefined;
}

/** Why nobody can sign by it, as a sentence's end; undefined where they can. */
export function agreementFault(tree: RichText): string | undefined {
  const text = textOfTree(tree);
  if (text === undefined || text === '') return 'headings and paragraphs of plain text are all that it holds';
  const named = [...text.matchAll(NAME)].map(([, name = '']) => name);
  const unknown = named.find((name) => !AGREEMENT_FACTS.some((fact) => fact === name));
  if (unknown !== undefined) return `{${unknown}} is no term of a loan`;
  const missing = AGREEMENT_FACTS.find((fact) => !named.includes(fact));
  return missing === undefined ? undefined : `{${missing}} is missing`;
}

/** With the terms in place of their names. */
export function filledAgreement(tree: RichText, facts: AgreementFacts): RichText {
  const fill = (text: string): string =>
    text.replaceAll(
      NAME,
      (whole, name: string) => AGREEMENT_FACTS.filter((fact) => fact === name).map((fact) => facts[fact])[0] ?? whole,
    );
  return {
    type: 'doc',
    content: tree.content.map((block) => {
      if (block.type !== 'paragraph' && block.type !== 'heading') return block;
      const content = block.content?.map((part) => (part.type === 'text' ? { ...part, text: fill(part.text) } : part));
      return { ...block, ...(content && { content }) };
    }),
  };
}
