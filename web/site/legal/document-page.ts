import { type ComponentType, createElement } from 'react';
import type { LegalText } from './legal-text.ts';

/** A page that shows one legal text; the text and what draws it are fetched together, when the page is opened. */
export async function documentPage(loading: Promise<LegalText>): Promise<{ default: ComponentType }> {
  const [text, { LegalDocument }] = await Promise.all([loading, import('./LegalDocument.tsx')]);
  return { default: () => createElement(LegalDocument, { text }) };
}
