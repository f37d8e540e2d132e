import type { LegalSection } from './legal-text.ts';

export const using: readonly LegalSection[] = [
  {
    anchor: 'how-we-use-information',
    heading: 'How We Use Information',
    blocks: [
      'We use personal information to:',
      {
        list: [
          '**run programs:** check eligibility, enroll you at a club, issue key fobs and access passes, count visits, collect dues and pay reimbursements;',
          '**run accounts:** sign you in, keep your settings, and tell you what changes;',
          '**help you:** answer questions, find clubs near you, and handle complaints;',
          '**keep things safe:** detect, investigate and prevent fraud, misuse and security incidents;',
          '**improve:** find out which parts of the site work and which do not, mostly from figures that identify nobody;',
          '**tell you about what we offer:** where the law allows it and until you ask us to stop; and',
          '**meet duties:** keep the records that tax, banking and other laws require, and establish or defend legal claims.',
        ],
      },
      'We may turn personal information into information that no longer identifies anybody. We then keep it that way and do not try to identify anyone from it.',
      'We make no decision about you with legal or similarly significant effects by automated means alone.',
    ],
  },
  {
    anchor: 'how-we-share-information',
    heading: 'How We Share Information',
    blocks: [
      'We do not sell personal information for money. We pass it on only as follows:',
      {
        terms: [
          [
            'The employer or insurer behind your program',
            'Enrollment, visit counts and payments, as the program needs for billing and reimbursement; the date and club of each visit only if your program includes it and the agreement that you signed states it. It does not receive the time of day of your visits, and it does not receive your bank account number from us.',
          ],
          [
            'Clubs',
            'Your name, contact details, membership and key fob or access pass, so that the club can enroll you and let you in.',
          ],
          [
            'Banks and payment companies',
            'What is needed to move dues and reimbursements through the banking system.',
          ],
          [
            'Service providers',
            'Companies that host, secure, mail, measure or support for us. Their contracts limit them to our instructions.',
          ],
          [
            'Analytics companies',
            'Online identifiers and the pages visited, and only where you allow those cookies. Some state laws may call this “sale” or “sharing”; you can refuse it, or change your mind, under [Cookie Settings](cookie-settings).',
          ],
          [
            'Authorities and others, for legal reasons',
            'Where a law, a court order or a lawful request demands it, or to protect people’s rights and safety.',
          ],
          [
            'A successor',
            'If our business, or a part of it, is sold or merged, under the promises of this notice.',
          ],
          ['Others, if you ask', 'Anyone to whom you ask or allow us to pass your information.'],
        ],
      },
      'Text message consent and the phone numbers collected for it are not passed to others for their own marketing.',
    ],
  },
];
