import type { LegalSection } from './legal-text.ts';

export const collecting: readonly LegalSection[] = [
  {
    anchor: 'information-we-collect',
    heading: 'Information We Collect',
    blocks: [
      '“Personal information” here means information that identifies a person or a household, or can reasonably be linked to one. What we collect depends on how you deal with us.',
    ],
    parts: [
      {
        anchor: 'information-you-give-us',
        heading: 'What you give us',
        blocks: [
          {
            terms: [
              [
                'Contact details',
                'Name, email address, phone number, postal address, and the messages you write to us.',
              ],
              ['Account details', 'User name, password (which we cannot read), and your preferences.'],
              [
                'Enrollment',
                'The program and club you choose, your key fob or access pass, your date of birth where a program needs it, and the agreement you sign.',
              ],
              [
                'Bank details',
                'The account from which dues are collected or into which reimbursements are paid. We store account numbers encrypted and show only their last four digits.',
              ],
              [
                'Nominations and inquiries',
                'What you tell us about a club you would like to see, or about your organization when you ask for a demonstration.',
              ],
            ],
          },
        ],
      },
      {
        anchor: 'information-from-others',
        heading: 'What others give us',
        blocks: [
          {
            terms: [
              [
                'Employers and insurers',
                'Whether you are eligible, your member or employee number, your contact details, and when your eligibility begins and ends.',
              ],
              [
                'Clubs',
                'That you are enrolled with them, and the days and times at which you checked in. A visit counts once a day; clubs do not tell us what you do there.',
              ],
              [
                'Banks and payment companies',
                'Whether a payment went through and, if it came back, the reason code.',
              ],
              [
                'Service providers and public sources',
                'Corrected addresses, signs of fraud, and business contact details.',
              ],
            ],
          },
        ],
      },
      {
        anchor: 'information-collected-automatically',
        heading: 'What is collected as you use the site',
        blocks: [
          'Our servers note the pages that are asked for, the time, your IP address, the kind of browser and device, and the page you came from. If you allow it, the club locator uses your device’s location to show clubs near you; we do not keep that location after the search.',
          'We and our service providers use cookies and similar means: those that the site needs in order to work, and, only where you allow them, those that remember preferences and those that measure how pages are used. We use no advertising cookies. You can change your mind at any time under [Cookie Settings](cookie-settings).',
          '**Do Not Track.** Some browsers can send a “Do Not Track” signal. There is no agreed standard for it, and our site does not respond to it. Nothing is measured before you allow it, so a browser that sends the Global Privacy Control needs no further step.',
        ],
      },
    ],
  },
];
