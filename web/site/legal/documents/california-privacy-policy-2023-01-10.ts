import { postalLine, wellport } from '../../../../shared/site/legal-contact.ts';
import type { LegalText } from './legal-text.ts';
import { inForce } from './archived-documents.ts';

const mail = `[${wellport.privacyMail}](mailto:${wellport.privacyMail})`;

export const californiaPrivacyPolicy2023: LegalText = {
  name: 'California Privacy Policy',
  effective: '2023-01-10',
  updated: '2023-01-10',
  numbered: true,
  replacedBy: inForce,
  introduction: [
    'This policy is for residents of California and adds to our [Privacy Policy](/privacyarchives/privacypolicy-2023-01-10) of the same day.',
  ],
  sections: [
    {
      anchor: 'scope',
      heading: 'Who and what is covered',
      blocks: [
        'It covers personal information as the California Consumer Privacy Act defines it. Medical information under state law and health information under HIPAA stay outside.',
      ],
    },
    {
      anchor: 'categories',
      heading: 'Categories we collect',
      blocks: [
        'In the past 12 months we collected these categories:',
        {
          table: {
            caption: 'Categories of personal information',
            columns: ['Category', 'For example'],
            rows: [
              ['Identifiers', 'Name, address, email, phone, member number, IP address'],
              ['Customer records', 'Bank account, signature'],
              ['Protected characteristics', 'Age'],
              ['Commercial information', 'Programs joined, dues, reimbursements'],
              ['Internet activity', 'Pages viewed on our site'],
              ['Geolocation', 'Place from which clubs are searched'],
              ['Employment information', 'Employer and eligibility'],
            ],
          },
        },
      ],
    },
    {
      anchor: 'sources',
      heading: 'Sources',
      blocks: ['You, your employer or insurer, clubs, banks, service providers, and your browser or device.'],
    },
    {
      anchor: 'purposes',
      heading: 'Business purposes',
      blocks: [
        'Running programs, accounts and payments; customer service; security; fixing and improving the site; marketing our own programs; and compliance with the law.',
      ],
    },
    {
      anchor: 'disclosures',
      heading: 'To whom we disclose',
      blocks: [
        'To employers and insurers, clubs, banks and payment companies, service providers, and authorities where required. Each receives only the categories that its task needs.',
      ],
    },
    {
      anchor: 'sale-and-sharing',
      heading: 'Sale and sharing',
      blocks: [
        'We do not sell personal information for money. Cookies of advertising companies on public pages may count as sharing; refuse them in your browser or by the Global Privacy Control. We do not sell or share the information of anybody under 16 without the opt-in that the law requires.',
      ],
    },
    {
      anchor: 'sensitive-information',
      heading: 'Sensitive personal information',
      blocks: [
        'Sign-in details and bank accounts are sensitive. We use them only to provide what you asked for, to keep it secure, and as the law requires.',
      ],
    },
    {
      anchor: 'retention',
      heading: 'How long we keep it',
      blocks: [
        'For as long as you are enrolled and as tax, banking and contract law then require; after that we delete it or make it anonymous.',
      ],
    },
    {
      anchor: 'rights',
      heading: 'Your rights',
      blocks: [
        'You may ask to know, to access, to correct and to delete; you may opt out of sale and sharing and limit certain uses of sensitive information; and you are not treated worse for it. A request to know may be made twice in 12 months and looks back 12 months.',
        'Under the Shine the Light law you may ask once a year which information we gave to others for their direct marketing. We answer within 30 days.',
      ],
    },
    {
      anchor: 'requests',
      heading: 'Making a request',
      blocks: [
        `Fill in the [data privacy request form](/dataprivacyrequest), call [${wellport.tollFree}](${wellport.tollFreeLink}), toll-free, or write to ${mail}. We confirm receipt within 10 days and answer within 45 days, which we may extend once by 45 days. We verify who you are first. An agent needs your signed permission.`,
      ],
    },
    {
      anchor: 'contact',
      heading: 'Changes and contact',
      blocks: [
        'We review this policy every year and put changes here with their date.',
        `Questions reach us at ${mail}, or by mail at ${postalLine}.`,
      ],
    },
  ],
};
