import { newTaggedDocument, toBytes } from '../platform/pdf-document.ts';
import { AgreementPages } from './agreement-pages.ts';
import type { AgreementText } from './agreement-pdf.ts';

const margin = 64;

/** Returns an agreement's text before signing, with the code that proves access to the PDF. */
export async function previewPdf(words: AgreementText, code: string, at: Date): Promise<Uint8Array> {
  const document = newTaggedDocument(`${words.title}, to read before you sign`, {
    margin,
    at,
  });
  const bytes = toBytes(document);
  const page = new AgreementPages(document, { margin, scale: 1 });
  page.title(words.title, `Version ${words.version}, not signed`);
  page.details([['Your code', code]]);
  for (const { heading, paragraphs } of words.sections) page.section(heading, paragraphs);
  page.finish(`${words.title}, version ${words.version}, not signed`);
  return bytes;
}
