import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { marked, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import { wellport } from '../../../shared/site/legal-contact.ts';
import type { Block, LegalSection, LegalText } from './documents/legal-text.ts';

/** Imports legal documents (`*.md`) as `LegalText`, so that browsers receive no Markdown parser. */
export const legalMarkdown = (): Plugin => ({
  name: 'legal markdown',
  transform: {
    filter: { id: /legal\/documents\/[\w-]+\.md$/ },
    handler: (text, path) => ({
      code: `export default ${JSON.stringify(legalTextOf(text, dirname(path)))};`,
      moduleType: 'js',
    }),
  },
});

/**
 * Parses a document: front matter, paragraphs, lists, `- **Term**: meaning`, tables below `Table: caption`, `> notes`,
 * addresses with `\` line breaks, and headings with an `{#anchor}`. `{{file.md}}` adds the sections of another document
 * of the folder as parts, and `{{privacyMail}}` is a contact detail.
 */
function legalTextOf(text: string, folder: string): LegalText {
  const [, front = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const fields = Object.fromEntries(front.split('\n').map((line) => line.split(': ')));
  const introduction: Block[] = [];
  const sections: { anchor: string; heading: string; blocks: Block[]; parts: LegalSection[] }[] = [];
  let blocks = introduction;
  let caption = '';
  for (const token of marked.lexer(withContacts(body)) as (Token & { text?: string })[]) {
    const { type, text: content = '' } = token;
    if (type === 'heading') {
      const [, heading = '', anchor = ''] = /^(.*) \{#([\w-]+)\}$/.exec(content) ?? [];
      const section = { anchor, heading, blocks: [], parts: [] };
      ({ blocks } = section);
      if ((token as Tokens.Heading).depth === 2) sections.push(section);
      else sections.at(-1)?.parts.push(section);
    } else if (/^\{\{.+\}\}$/.test(content)) {
      const file = readFileSync(join(folder, content.slice(2, -2)), 'utf8');
      sections.at(-1)?.parts.push(...legalTextOf(file, folder).sections);
    } else if (content.startsWith('Table: ')) caption = content.slice('Table: '.length);
    else if (type !== 'space') blocks.push(blockOf(token, caption));
  }
  return {
    name: fields.name,
    effective: fields.effective,
    updated: fields.updated,
    ...(fields.numbered && { numbered: true }),
    ...(fields.archived && { archived: true }),
    ...(fields.dates && { dates: fields.dates }),
    introduction,
    sections,
  };
}

const [, , ...postBox] = wellport.postalAddress;
const contacts: Record<string, string> = {
  ...wellport,
  postalAddress: wellport.postalAddress.join('\\\n'),
  postalLine: wellport.postalAddress.join(', '),
  postBox: postBox.join('\\\n'),
};
const withContacts = (text: string): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const contact = contacts[name];
    if (contact === undefined) throw new Error(`A legal document names an unknown contact detail: ${name}`);
    return contact;
  });

const term = /^\*\*([^*]+)\*\*: /;

function blockOf(token: Token, caption: string): Block {
  if (token.type === 'list') {
    const list = (token as Tokens.List).items.map(({ text }) => text);
    return list.every((item) => term.test(item))
      ? { terms: list.map((item) => [term.exec(item)?.[1] ?? '', item.replace(term, '')]) }
      : { list };
  }
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return {
      table: {
        caption,
        columns: header.map(({ text }) => text),
        rows: rows.map((row) => row.map(({ text }) => text)),
      },
    };
  }
  const { text } = token as Tokens.Paragraph;
  if (token.type === 'blockquote') return { note: text };
  return text.includes('\\\n') ? { address: text.split('\\\n') } : text;
}
