import { postalLine, wellport } from '../../../../shared/site/legal-contact.ts';
import type { LegalSection } from './legal-text.ts';

const mail = `[${wellport.privacyMail}](mailto:${wellport.privacyMail})`;
const mailWith = (subject: string, words: string) =>
  `[${words}](mailto:${wellport.privacyMail}?subject=${encodeURIComponent(subject)})`;

export const choices: readonly LegalSection[] = [
  {
    anchor: 'your-choices',
    heading: 'Your Choices',
    blocks: [],
    parts: [
      {
        anchor: 'messages-and-cookies',
        heading: 'Messages and cookies',
        blocks: [
          {
            terms: [
              [
                'Email',
                'Use the unsubscribe link in any marketing message. Messages about your account and payments still come.',
              ],
              [
                'Text messages',
                'Reply **STOP** to any of our texts to receive no more; reply HELP for help.',
              ],
              [
                'Postal mail',
                `Write to ${mailWith('NO SNAIL MAIL', wellport.privacyMail)} with the subject **NO SNAIL MAIL**, and give your name and address as they stand on the mailing.`,
              ],
              ['Cookies', 'Change them under [Cookie Settings](cookie-settings) or in your browser.'],
              ['Location', 'Refuse or withdraw it in your browser; the locator then asks for an address.'],
            ],
          },
        ],
      },
      {
        anchor: 'privacy-rights',
        heading: 'Privacy rights',
        blocks: [
          'Where you live decides which rights the law gives you. Depending on your state you may ask us to:',
          {
            list: [
              'confirm whether we handle your personal information, and give you access to it;',
              'give you a portable copy;',
              'correct what is wrong;',
              'delete it;',
              'stop selling it, sharing it, or using it for targeted advertising or for profiling with significant effects; and',
              'stop using sensitive information where we rely on your consent.',
            ],
          },
          'Some rights have limits: for example, we may have to keep payment records although you ask us to delete them. If so, we tell you. We never treat you worse for using a right.',
        ],
      },
      {
        anchor: 'submitting-requests',
        heading: 'Submitting requests',
        blocks: [
          `Use our [privacy request portal](/dataprivacyrequest), write to ${mail}, or send a letter to ${postalLine}. California residents may also call [${wellport.tollFree}](${wellport.tollFreeLink}), toll-free.`,
          'We check who is asking by comparing a few details with those we hold, and may ask for more when the information is sensitive. What you send for this purpose is used for nothing else. You do not need an account.',
          'We answer a request for access, or one that withdraws consent, within **45 days**. Once we have authenticated a request for deletion, we carry it out within **30 days**. Where the law allows more time and we need it, we tell you so, with the reason, before the first period ends.',
          '**Nevada.** Nevada residents may direct us not to sell certain information. We answer such a request within **60 days** and may extend that by up to **30 days** where this is reasonably necessary, after telling you.',
        ],
      },
      {
        anchor: 'authorized-agents',
        heading: 'Authorized agents',
        blocks: [
          'Another person may make a request for you. Complete and sign the [Authorized Agent Designation Form](agent-form) and send it with the request, or let your agent send it. A valid power of attorney does as well. We may ask you to confirm that you gave the permission, and to prove your own identity to us.',
        ],
      },
      {
        anchor: 'appeals',
        heading: 'Appeals',
        blocks: [
          `If we refuse a request, we say why. You may appeal: write to ${mailWith('Appeal', wellport.privacyMail)} with the subject line **Appeal** and tell us what you think we got wrong. Somebody who did not make the first decision looks at it, and we answer in writing within 45 days. If we refuse again, you may turn to your state’s attorney general; our answer says how.`,
        ],
      },
    ],
  },
];
