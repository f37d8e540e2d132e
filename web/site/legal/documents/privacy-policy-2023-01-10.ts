import { postalLine, wellport } from '../../../../shared/site/legal-contact.ts';
import type { LegalText } from './legal-text.ts';
import { inForce } from './archived-documents.ts';

const mail = `[${wellport.privacyMail}](mailto:${wellport.privacyMail})`;

export const privacyPolicy2023: LegalText = {
  name: 'Privacy Policy',
  effective: '2023-01-10',
  updated: '2023-01-10',
  numbered: true,
  replacedBy: inForce,
  introduction: [
    'This policy tells you how Wellport, Inc. (“we”) handles personal information on its website and in its member and partner portals. Residents of California find more in the [California Privacy Policy](/privacyarchives/californiaprivacypolicy-2023-01-10).',
  ],
  sections: [
    {
      anchor: 'scope',
      heading: 'What this policy covers',
      blocks: [
        'The policy covers information that we collect online, by phone and by mail from visitors, members, partners and clubs. It does not cover our own employees, or health information that a health plan entrusts to us under HIPAA.',
      ],
    },
    {
      anchor: 'information',
      heading: 'Information we collect',
      blocks: [
        {
          list: [
            'contact and account details: name, address, email, phone, user name and password;',
            'program details: employer or insurer, member number, club, key fob, signed agreement, visits;',
            'payment details: bank account, dues, reimbursements;',
            'technical details: IP address, browser, device, pages viewed; and',
            'what you tell us when you write or call.',
          ],
        },
      ],
    },
    {
      anchor: 'sources',
      heading: 'Where it comes from',
      blocks: [
        'Most of it comes from you. Your employer or insurer tells us who is eligible, clubs report visits, banks report whether payments succeeded, and our servers and cookies record how the site is used.',
      ],
    },
    {
      anchor: 'use',
      heading: 'How we use it',
      blocks: [
        'We use it to run programs and accounts, to move dues and reimbursements, to answer you, to keep the site secure, to improve what we do, to send you news about our programs unless you decline, and to meet legal duties.',
      ],
    },
    {
      anchor: 'sharing',
      heading: 'When we share it',
      blocks: [
        'We share it with the employer or insurer behind your program, with the club you choose, with banks and service providers that work for us, with authorities where the law requires it, and with a successor to our business. We do not sell it for money.',
      ],
    },
    {
      anchor: 'cookies',
      heading: 'Cookies and Do Not Track',
      blocks: [
        'Cookies keep you signed in, remember preferences and count visits to pages. You can refuse them in your browser; parts of the site may then not work. The site does not respond to Do Not Track signals.',
      ],
    },
    {
      anchor: 'choices',
      heading: 'Your choices',
      blocks: [
        `To see, correct or delete your information, or to object to a use, fill in the [data privacy request form](/dataprivacyrequest) or write to ${mail}. To end marketing by email use the link in the message; to end text messages reply STOP; to end postal mail write to ${mail} with the subject NO SNAIL MAIL.`,
        'Nevada residents may tell us not to sell their information. We answer within 60 days, or within 30 more if we need them and say so.',
      ],
    },
    {
      anchor: 'security',
      heading: 'Security and retention',
      blocks: [
        'We protect information with measures suited to its sensitivity and keep it only as long as the purposes above or the law require. No transmission or storage is free of risk. Information is kept in the United States.',
      ],
    },
    {
      anchor: 'children',
      heading: 'Children',
      blocks: [
        'The site is not meant for children under 13, and we do not knowingly collect information from anyone under 16 without the consent of a parent. If that happened, tell us and we delete it.',
      ],
    },
    {
      anchor: 'contact',
      heading: 'Changes and contact',
      blocks: [
        'When we change this policy we put the new version here with its date.',
        `Write to ${mail}, or by mail to ${postalLine}.`,
      ],
    },
  ],
};
