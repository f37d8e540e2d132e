import { toBytes } from '../platform/pdf-document.ts';
import { AgentFormPages, FormDocument } from './agent-form-pages.ts';
import { agentFormIntroduction, agentFormParts, agentFormTitle } from './agent-form-words.ts';

/** Date of the last text change. A fixed date makes the output reproducible. */
const revised = new Date('2024-03-14T18:00:00Z');

/**
 * Creates the authorized agent designation form (spec 1 §2.5) as a tagged PDF on US Letter pages, with fields to
 * complete on screen or by hand. The output is byte-for-byte reproducible.
 */
export async function agentFormPdf(): Promise<Uint8Array> {
  const document = new FormDocument({
    size: 'LETTER',
    margins: { top: 54, left: 54, right: 54, bottom: 62 },
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en-US',
    info: {
      Title: agentFormTitle,
      Author: 'Wellport',
      Creator: 'Wellport',
      Producer: 'Wellport',
      Subject: 'Permission for an agent to make privacy requests',
      CreationDate: revised,
      ModDate: revised,
    },
  });
  const bytes = toBytes(document);
  const pages = new AgentFormPages(document);
  pages.title(agentFormTitle, agentFormIntroduction);
  for (const part of agentFormParts) pages.part(part);
  pages.finish(`${agentFormTitle}, revised March 14, 2024`);
  return bytes;
}
