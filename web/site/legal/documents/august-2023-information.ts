import { wellport } from '../../../../shared/site/legal-contact.ts';
import type { LegalSection } from './legal-text.ts';

const mail = `[${wellport.privacyMail}](mailto:${wellport.privacyMail})`;

export const august2023Information: readonly LegalSection[] = [
  {
    anchor: 'information-we-collect',
    heading: 'Information We Collect',
    blocks: [
      'We collect information in three ways.',
      {
        terms: [
          [
            'From you',
            'Name, contact details, sign-in details, bank account, the program and club you choose, the agreement you sign, and what you write to us.',
          ],
          [
            'From others',
            'Eligibility from employers and insurers, visits from clubs, the outcome of payments from banks.',
          ],
          [
            'Automatically',
            'IP address, device, browser, pages viewed, and cookies. With your permission, your place while you look for a club.',
          ],
        ],
      },
      'The site does not respond to Do Not Track signals of browsers.',
    ],
  },
  {
    anchor: 'how-we-use-information',
    heading: 'How We Use Information',
    blocks: [
      {
        list: [
          'to decide on eligibility, enroll members and let them into clubs;',
          'to count visits, collect dues and pay reimbursements;',
          'to run accounts and answer questions;',
          'to protect the site and those who use it;',
          'to understand and improve our services;',
          'to tell people about our programs, unless they decline; and',
          'to meet legal duties and defend legal claims.',
        ],
      },
    ],
  },
  {
    anchor: 'how-we-share-information',
    heading: 'How We Share Information',
    blocks: [
      'We give information to the employer or insurer behind your program, to the clubs you use, to banks and payment companies, to companies that work for us under contract, to authorities where the law requires it, to a successor of our business, and to others if you ask us to. We do not sell it for money.',
    ],
  },
  {
    anchor: 'your-choices',
    heading: 'Your Choices',
    blocks: [
      `You can leave our mailing lists by the link in each email, stop texts by replying STOP, and stop postal mail by writing to ${mail} with the subject NO SNAIL MAIL. Cookies can be refused in your browser.`,
      'The law of your state may also let you see, copy, correct or delete your information, or opt out of its sale and of targeted advertising.',
    ],
    parts: [
      {
        anchor: 'submitting-requests',
        heading: 'Submitting Requests',
        blocks: [
          `Use the [privacy request portal](/dataprivacyrequest) or write to ${mail}. We check who is asking, and answer within 45 days. If we refuse, you may appeal by a message with the subject line Appeal. Nevada residents receive an answer to a request not to sell within 60 days, which we may extend by 30.`,
        ],
      },
      {
        anchor: 'authorized-agents',
        heading: 'Authorized Agents',
        blocks: [
          'Somebody else may act for you with your signed permission or a power of attorney. We may ask you to confirm the permission and to prove who you are.',
        ],
      },
    ],
  },
  {
    anchor: 'how-we-protect-and-retain-information',
    heading: 'How We Protect and Retain Information',
    blocks: [
      'Access to information is limited, bank accounts are encrypted, and our safeguards are reviewed regularly; still, nothing on the internet is perfectly safe. We keep information while it serves the purposes above and for as long afterwards as the law requires.',
    ],
  },
];
