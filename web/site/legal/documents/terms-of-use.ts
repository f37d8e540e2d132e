import type { LegalText } from './legal-text.ts';
import { accountAndContent } from './account-and-content.ts';
import { disputesAndContact } from './disputes-and-contact.ts';
import { liabilityAndLinks } from './liability-and-links.ts';
import { rightsInTheSite } from './rights-in-the-site.ts';
import { usingTheSite } from './using-the-site.ts';

/** Terms of use: 22 numbered sections (spec 1 §2.5 and §9). */
export const termsOfUse: LegalText = {
  name: 'Terms of Use',
  effective: '2023-01-12',
  updated: '2023-01-12',
  numbered: true,
  introduction: [
    'These terms are an agreement between you and Wellport, Inc. (“Wellport”, “we”, “us”). They cover our website, our member and partner portals and everything we offer through them (together, the “site”). “You” means whoever opens the site, for themselves or for an organization.',
    {
      note: 'Section 21 sends most disputes to individual arbitration and waives jury trials and class actions. Section 14 limits what we owe if something goes wrong. Please read both with care.',
    },
  ],
  sections: [
    ...usingTheSite,
    ...rightsInTheSite,
    ...accountAndContent,
    ...liabilityAndLinks,
    ...disputesAndContact,
  ],
};
