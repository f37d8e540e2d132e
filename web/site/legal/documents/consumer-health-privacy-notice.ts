import type { LegalText } from './legal-text.ts';
import { privacyNotice } from './privacy-notice.ts';
import { washingtonParts } from './washington.ts';

/** The Washington section of the privacy notice as a separate page, as RCW 19.373 requires. */
export const consumerHealthPrivacyNotice: LegalText = {
  name: 'Consumer Health Privacy Notice',
  effective: privacyNotice.effective,
  updated: privacyNotice.updated,
  introduction: [
    'This notice is for people in Washington, and for people whose consumer health data is collected there. It adds to our [privacy notice](/privacy), which says how we handle personal information in general. Where the two differ on consumer health data, this one decides.',
  ],
  sections: washingtonParts,
};
