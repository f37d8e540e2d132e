import type { AgreementSection } from '../../shared/enrollment/earlier-agreements.ts';
import { escapeHtml } from '../platform/email.ts';

/** Returns an agreement's sections as HTML of headings and paragraphs, with escaped text. */
export const policyHtml = (sections: readonly AgreementSection[]): string =>
  sections
    .map(({ heading, paragraphs }) =>
      [`<h3>${escapeHtml(heading)}</h3>`, ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`)].join(''),
    )
    .join('');
