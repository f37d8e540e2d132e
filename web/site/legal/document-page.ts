import { type ComponentType, createElement } from 'react';
import type { LegalText } from './legal-text.ts';

/** Loads a legal text and its renderer in parallel. */
export async function documentPage(loading: Promise<LegalText>): Promise<{ default: ComponentType }> {
  const [text, { LegalDocument }] = await Promise.all([loading, import('./LegalDocument.tsx')]);
  return { default: () => createElement(LegalDocument, { text }) };
}
