import { piecesOf } from '../../../web/site/legal/InlineText.tsx';
import type {
  Block,
  LegalSection,
  LegalTable,
  LegalText,
} from '../../../web/site/legal/documents/legal-text.ts';

const all = (sections: readonly LegalSection[]): LegalSection[] =>
  sections.flatMap((section) => [section, ...all(section.parts ?? [])]);

const blocksOf = (text: LegalText): Block[] => [
  ...text.introduction,
  ...all(text.sections).flatMap(({ heading, blocks }) => [heading, ...blocks]),
];

function linesOf(block: Block): readonly string[] {
  if (typeof block === 'string') return [block];
  if ('list' in block) return block.list;
  if ('terms' in block) return block.terms.flat();
  if ('note' in block) return [block.note];
  if ('address' in block) return block.address;
  return [block.table.caption, ...block.table.columns, ...block.table.rows.flat()];
}

export const wordsOf = (text: LegalText): string =>
  blocksOf(text)
    .flatMap(linesOf)
    .map((line) =>
      piecesOf(line)
        .map(({ words }) => words)
        .join(''),
    )
    .join('\n');

export const linksOf = (text: LegalText): string[] =>
  blocksOf(text)
    .flatMap(linesOf)
    .flatMap(piecesOf)
    .flatMap((piece) => (piece.kind === 'link' ? [piece.target] : []));

export const anchorsOf = (text: LegalText): string[] => all(text.sections).map(({ anchor }) => anchor);

export const tablesOf = (text: LegalText): LegalTable[] =>
  blocksOf(text).flatMap((block) => (typeof block === 'object' && 'table' in block ? [block.table] : []));
