import type { AgreementSection } from '../../shared/enrollment/agreement-text.ts';
import { escapeHtml } from '../platform/email.ts';

/** An agreement's sections as HTML of headings and paragraphs; nothing that anybody wrote can run in it. */
export const policyHtml = (sections: readonly AgreementSection[]): string =>
  sections
    .map(({ heading, paragraphs }) =>
      [`<h3>${escapeHtml(heading)}</h3>`, ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`)].join(''),
    )
    .join('');
