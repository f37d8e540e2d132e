import { wellport } from '../../../../shared/site/legal-contact.ts';
import type { LegalSection } from './legal-text.ts';

const mail = `[${wellport.privacyMail}](mailto:${wellport.privacyMail})`;

/** California Consumer Privacy Act, as amended, and Civil Code §1798.83 (“Shine the Light”). */
export const california: LegalSection = {
  anchor: 'additional-information-for-california-residents',
  heading: 'Additional Information for California Residents',
  blocks: [
    'This section adds what California law asks us to tell residents of California. It also serves as our notice at collection. It does not cover information that HIPAA or the California Confidentiality of Medical Information Act governs.',
    {
      table: {
        caption: 'Categories collected in the past 12 months, and who received them for a business purpose',
        columns: ['Category', 'Examples', 'Recipients'],
        rows: [
          [
            'Identifiers',
            'Name, email, phone, address, member number, IP address',
            'Employers and insurers; clubs; service providers',
          ],
          [
            'Customer records',
            'Bank account, signed agreements',
            'Banks and payment companies; service providers',
          ],
          [
            'Protected characteristics',
            'Age, where a program depends on it',
            'Employers and insurers; service providers',
          ],
          [
            'Commercial information',
            'Enrollments, dues, reimbursements',
            'Employers and insurers; banks; service providers',
          ],
          [
            'Internet activity',
            'Pages viewed, links followed, cookies',
            'Service providers; analytics companies, if you allow them',
          ],
          ['Location', 'Approximate place; precise place during a club search', 'Map providers'],
          [
            'Employment information',
            'Employer, employee number, eligibility',
            'The same employer; service providers',
          ],
          [
            'Sensitive personal information',
            'Account sign-in, bank account with access details',
            'Banks and payment companies; service providers',
          ],
          ['Inferences', 'Likely interest in a program', 'Service providers'],
        ],
      },
    },
    'The sources, purposes and periods of keeping are those of the sections above. We use sensitive personal information only for purposes that California law allows without a right to limit them.',
  ],
  parts: [
    {
      anchor: 'california-rights',
      heading: 'Your California rights',
      blocks: [
        'You have the right to know and to get access, to correct, to delete, to opt out of sale and sharing, to limit the use of sensitive personal information where it goes beyond what the law allows, and not to be treated worse for using any of these rights.',
        {
          list: [
            'You may make a request to know up to **two times in any 12 months**. It covers the **12 months** before we receive it; you may ask for a longer period back to January 1, 2022, and we follow if that is possible without disproportionate effort.',
            'We confirm within **10 days** that we received a request to know, correct or delete, and say how we handle it.',
            'We answer within **45 days**. If we need longer, we may take up to **45 more days** and tell you why within the first 45.',
            `You may ask through the [request portal](/dataprivacyrequest), at ${mail}, or at our toll-free number [${wellport.tollFree}](${wellport.tollFreeLink}). Your agent may ask with the [Authorized Agent Designation Form](agent-form).`,
            'To opt out of what California may call sale or sharing by cookies, turn off analytics in [Cookie Settings](cookie-settings).',
          ],
        },
        'We have no actual knowledge that we sell or share the personal information of people under 16.',
      ],
    },
    {
      anchor: 'shine-the-light',
      heading: 'Shine the Light',
      blocks: [
        `Once a calendar year, California residents may ask us, free of charge, which personal information we gave to third parties for their own direct marketing in the year before, and to whom. Write to ${mail} with the subject “Shine the Light”. We answer **one request a year**, within **30 days**.`,
      ],
    },
  ],
};
