import type { LegalText } from './legal-text.ts';
import { inForce } from './archived-documents.ts';
import { august2023Information } from './august-2023-information.ts';
import { august2023Rights } from './august-2023-rights.ts';

/** The previous notice: the same anchors except Washington's, with the dates at the bottom (spec 1 §2.5). */
export const privacyNotice2023: LegalText = {
  name: 'Privacy Notice',
  effective: '2023-08-24',
  updated: '2023-08-24',
  dates: 'bottom',
  replacedBy: inForce,
  introduction: [
    'Wellport, Inc. (“we”) wrote this notice for visitors to its website, for members of the programs that employers and insurers run with us, and for the people who manage those programs and the clubs that take part.',
  ],
  sections: [...august2023Information, ...august2023Rights],
};
