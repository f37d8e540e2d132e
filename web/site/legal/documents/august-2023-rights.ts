import { wellport } from '../../../../shared/site/legal-contact.ts';
import type { LegalSection } from './legal-text.ts';

const mail = `[${wellport.privacyMail}](mailto:${wellport.privacyMail})`;

export const august2023Rights: readonly LegalSection[] = [
  {
    anchor: 'transmission-of-information-to-other-countries',
    heading: 'Transmission of Information to Other Countries',
    blocks: [
      'We store information in the United States. Some of our service providers may reach it from elsewhere, under contracts that bind them to this notice.',
    ],
  },
  {
    anchor: 'third-party-applications-websites',
    heading: 'Third-Party Applications/Websites',
    blocks: [
      'Sites and applications of others to which our pages lead have privacy notices of their own, and we are not responsible for them.',
    ],
  },
  {
    anchor: 'changes-to-this-privacy-notice',
    heading: 'Changes to This Notice',
    blocks: [
      'A changed notice is put here with its new date. If a change is important we also say so on the site or by email.',
    ],
  },
  {
    anchor: 'children',
    heading: 'Children',
    blocks: [
      'We do not direct the site to children under 13 and do not knowingly collect information from people under 16 without the consent of a parent, nor sell it without the opt-in that the law requires.',
    ],
  },
  {
    anchor: 'contact-information',
    heading: 'Contact Information',
    blocks: [{ address: [...wellport.postalAddress, mail] }],
  },
  {
    anchor: 'additional-information-for-california-residents',
    heading: 'Additional Information for California Residents',
    blocks: [
      'In the 12 months before this notice we collected the categories below and disclosed them, for a business purpose, to the recipients named beside them.',
      {
        table: {
          caption: 'Categories of recipients',
          columns: ['Category of information', 'Categories of recipients'],
          rows: [
            ['Identifiers', 'Employers and insurers; clubs; service providers'],
            ['Customer records and bank details', 'Banks and payment companies; service providers'],
            ['Age', 'Employers and insurers; service providers'],
            ['Commercial information', 'Employers and insurers; banks; service providers'],
            ['Internet activity', 'Service providers; advertising and analytics companies'],
            ['Location', 'Map providers'],
            ['Employment information', 'The same employer; service providers'],
          ],
        },
      },
      `You may ask to know, to correct and to delete, and may opt out of sale and sharing. Ask through the [request portal](/dataprivacyrequest), at ${mail} or, toll-free, at [${wellport.tollFree}](${wellport.tollFreeLink}). A request to know may be made twice in 12 months and looks back 12 months. We confirm receipt within 10 days and answer within 45 days, which may be extended by 45.`,
      'Once a year you may also ask which information we gave to others for their direct marketing (“Shine the Light”). We answer within 30 days.',
    ],
  },
];
