import { wellport } from '../../../../shared/site/legal-contact.ts';
import type { LegalSection } from './legal-text.ts';

const mail = `[${wellport.privacyMail}](mailto:${wellport.privacyMail})`;

/**
 * Content required by the Washington My Health My Data Act (RCW 19.373). The consumer health privacy notice uses the
 * same parts, so that the two cannot differ.
 */
export const washingtonParts: readonly LegalSection[] = [
  {
    anchor: 'consumer-health-data',
    heading: 'What we collect, why, from whom, and who receives it',
    blocks: [
      '“Consumer health data” is personal information that is linked or can reasonably be linked to a consumer and that identifies the consumer’s past, present or future physical or mental health. Washington reads this widely, so we list what could count, although most of it says only that somebody goes to a gym.',
      {
        table: {
          caption: 'Consumer health data by category',
          columns: ['Category', 'Recipients', 'Purposes', 'Sources'],
          rows: [
            [
              'Fitness activity: the dates, times and clubs of your visits',
              'The employer or insurer behind your program (the dates and clubs or, if your agreement covers no more, the number of visits; never the times); service providers that host and support our systems',
              'Counting visits, calculating reimbursements, preventing fraud',
              'Clubs and their entry systems; you',
            ],
            [
              'Program enrollment: a fitness or wellness program that you joined, were offered or left',
              'The employer or insurer; the club you chose; service providers',
              'Checking eligibility, enrolling you, billing',
              'You; your employer or insurer; clubs',
            ],
            [
              'Benefit and payment records: dues, reimbursements and the reasons for them',
              'The employer or insurer; banks and payment companies; service providers',
              'Collecting dues, paying reimbursements, keeping records the law requires',
              'You; banks; our own calculations',
            ],
            [
              'Health matters you mention to us, such as a pause because of an injury',
              'Service providers for support; the club, if you ask us to pass it on',
              'Answering you, pausing or ending an enrollment',
              'You, or a person who writes for you',
            ],
            [
              'Location during a club search, where it could suggest that you seek a health service',
              'Map providers, for the length of the search',
              'Showing clubs near you',
              'Your device, with your permission',
            ],
            [
              'Inferences about fitness drawn from the above',
              'Service providers',
              'Reminders about visits that are still missing, if you want them',
              'Our own calculations',
            ],
          ],
        },
      },
      'We have no affiliates with which we share consumer health data. We share it only as the table says, with your consent, or as far as is necessary to provide what you asked for. We do not sell it.',
    ],
  },
  {
    anchor: 'consumer-health-rights',
    heading: 'How to exercise your rights',
    blocks: [
      'If you live in Washington, or your consumer health data is collected there, you may:',
      {
        list: [
          'ask us to confirm that we collect, share or sell consumer health data about you, and to give you access to it, with a list of all third parties and affiliates that received it and a way to reach them;',
          'withdraw your consent to our collecting and sharing it; and',
          'ask us to delete it, also at those to whom we passed it on.',
        ],
      },
      `Use the [privacy request portal](/dataprivacyrequest) or write to ${mail}. We answer a request for access or a withdrawal of consent within **45 days**; once we have authenticated a request for deletion, we carry it out within **30 days**. Information in a backup may take longer, as the law allows.`,
      `If we refuse, you may appeal by writing to [${wellport.privacyMail}](mailto:${wellport.privacyMail}?subject=Appeal) with the subject line **Appeal**. If the appeal fails too, you may complain to the Attorney General of Washington at [www.atg.wa.gov/file-complaint](https://www.atg.wa.gov/file-complaint).`,
    ],
  },
  {
    anchor: 'consumer-health-contact',
    heading: 'How to reach us about consumer health data',
    blocks: [
      {
        address: [
          ...wellport.postalAddress,
          `[${wellport.privacyMail}](mailto:${wellport.privacyMail}?subject=Consumer%20health%20data)`,
        ],
      },
    ],
  },
];

export const washington: LegalSection = {
  anchor: 'additional-information-for-washington-residents',
  heading: 'Additional Information for Washington Residents',
  blocks: [
    'This section is about consumer health data under the law of Washington. It also stands on a page of its own, the [consumer health privacy notice](/consumerhealthprivacy).',
  ],
  parts: washingtonParts,
};
