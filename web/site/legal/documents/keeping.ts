import { wellport } from '../../../../shared/site/legal-contact.ts';
import type { LegalSection } from './legal-text.ts';

export const keeping: readonly LegalSection[] = [
  {
    anchor: 'how-we-protect-and-retain-information',
    heading: 'How We Protect and Retain Information',
    blocks: [
      'We protect personal information with technical, physical and organizational measures that fit its sensitivity: encryption on the way and at rest, access only for those whose work needs it, records of who looked at bank details, and regular tests. No system is perfectly safe; if a breach affects you, we tell you as the law requires. You help by keeping your password to yourself.',
      'We keep information for as long as the purpose needs it, and then delete it or make it anonymous. What decides is how long you are enrolled, what disputes may still arise, and what the law makes us keep:',
      {
        table: {
          caption: 'How long we keep information',
          columns: ['Information', 'Kept for'],
          rows: [
            ['Account and contact details', 'While the account is open, and 24 months after it is closed'],
            ['Enrollment agreements', 'Seven years after the enrollment ends'],
            ['Visits and reimbursements', 'Seven years after the year they belong to'],
            ['Bank details', 'While they are in use, and two years after the last payment'],
            ['Messages to support', 'Three years after the matter is closed'],
            ['Server logs', 'Up to 13 months'],
            ['Privacy requests and their answers', 'At least 24 months'],
          ],
        },
      },
    ],
  },
  {
    anchor: 'transmission-of-information-to-other-countries',
    heading: 'Transmission of Information to Other Countries',
    blocks: [
      'Our services are meant for people in the United States, and we store information there. Some service providers may handle it from other countries, whose law may protect it differently; our contracts hold them to this notice. If you use the site from outside the United States, your information travels to the United States.',
    ],
  },
  {
    anchor: 'third-party-applications-websites',
    heading: 'Third-Party Applications/Websites',
    blocks: [
      'Our pages lead to sites and applications of others, for example of clubs, schedulers, map services and app stores, and some parts of our pages are supplied by them. What they do with information is for their own privacy notices to say. Please read those before you give them anything.',
    ],
  },
  {
    anchor: 'changes-to-this-privacy-notice',
    heading: 'Changes to This Privacy Notice',
    blocks: [
      'We may change this notice. The date at the top says since when the present version applies. If we change in an important way how we use information that we already have, we tell you beforehand on the site or by email and, where the law asks for it, obtain your consent. Earlier versions stay in the [privacy policy archive](/privacyarchives/index).',
    ],
  },
  {
    anchor: 'children',
    heading: 'Children',
    blocks: [
      'The site is made for adults and is not directed to children **under 13**. We do not knowingly collect personal information from anybody **under 16** without the consent of a parent or guardian, and we do not sell or share the personal information of a person under 16 unless that person, or for a child under 13 the parent or guardian, has opted in.',
      `If you believe that a child has given us information without such consent, write to [${wellport.privacyMail}](mailto:${wellport.privacyMail}) and we will delete it.`,
    ],
  },
  {
    anchor: 'contact-information',
    heading: 'Contact Information',
    blocks: [
      'Questions, requests and complaints about privacy reach us here:',
      {
        address: [
          ...wellport.postalAddress,
          `[${wellport.privacyMail}](mailto:${wellport.privacyMail})`,
          `[${wellport.tollFree}](${wellport.tollFreeLink}) (toll-free)`,
        ],
      },
      'If you need this notice in another format because of a disability, tell us; see our [accessibility statement](/accessibilityAndMaintenance).',
    ],
  },
];
