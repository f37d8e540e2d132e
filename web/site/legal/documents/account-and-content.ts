import { wellport } from '../../../../shared/site/legal-contact.ts';
import type { LegalSection } from './legal-text.ts';

export const accountAndContent: readonly LegalSection[] = [
  {
    anchor: 'restrictions',
    heading: 'Restrictions on use',
    blocks: [
      'Use the site only for what it is made for: learning about our programs, enrolling in them, running them and being paid or reimbursed under them. Unless we agree in writing, you may not:',
      {
        list: [
          'sell, rent, license or otherwise make money from the site or from access to it;',
          'copy the site, or build a competing service from it or from what you see in it;',
          'take apart, decompile or otherwise try to find the source code, except where the law says that we cannot forbid it;',
          'show the site inside another page or remove notices from it; or',
          'use the site where that would break the export or sanctions laws of the United States.',
        ],
      },
    ],
  },
  {
    anchor: 'prohibited-activities',
    heading: 'Prohibited activities',
    blocks: [
      'While using the site you may not:',
      {
        list: [
          'break a law, or help another person to do so;',
          'pretend to be somebody else, use another person’s key fob or access pass, or let another person use yours;',
          'report visits that did not take place, or claim a reimbursement that you are not entitled to;',
          'collect other people’s personal information, or send them advertising they did not ask for;',
          'bring in viruses or other harmful code, overload the site, or test or get around its security without our written permission;',
          'use robots, scrapers or similar tools to read or copy the site; ordinary search engines may index its public pages; or',
          'post or send anything that is unlawful, threatening, harassing, defamatory, obscene or hateful, or that invades another person’s privacy.',
        ],
      },
      'We may report unlawful conduct to the authorities and recover amounts that were paid because of it.',
    ],
  },
  {
    anchor: 'user-content',
    heading: 'Your content',
    blocks: [
      '“Your content” is whatever you upload or write on the site: rosters, visit logs, profile details, messages, nominations and the like. It stays yours. You let us store, copy, adapt and show it as far as running the site and the programs requires, for as long as we need it for that or the law makes us keep it.',
      'You confirm that you may share what you upload, that it is accurate, and that it breaks no law and nobody’s rights. An organization that uploads information about its people confirms that it has given the notices and obtained the consents that the law asks for.',
      'We do not have to review content, but may remove any that breaks these terms. Personal information in your content is handled as our [privacy notice](/privacy) says.',
    ],
  },
  {
    anchor: 'account',
    heading: 'Your account',
    blocks: [
      'Parts of the site need an account. Give true and complete details and keep them up to date. An account is for one person; do not share it.',
      `Choose a password that you use nowhere else and keep it, and any PIN, secret. What is done with your account counts as done by you until you tell us that it is in somebody else’s hands. If you think it is, change the password and write to [${wellport.supportMail}](mailto:${wellport.supportMail}) at once.`,
      'If you add a bank account, you confirm that it is yours, or your organization’s, and you allow us to collect dues from it and to pay reimbursements into it as your program’s agreement says. You can change it in your account at any time before the next collection is prepared.',
    ],
  },
  {
    anchor: 'accuracy',
    heading: 'Accuracy of information',
    blocks: [
      'We work to keep the site correct, but it may contain mistakes or be out of date: opening hours, amenities, dues and the list of clubs change, often because a club tells us late. Check with the club before you travel. We may correct errors without notice, and we do not have to honor an amount that was plainly shown by mistake.',
      'Nothing on the site is medical advice. Talk to a doctor before you begin an exercise program, and stop if you feel pain, dizziness or shortness of breath. In an emergency call 911.',
    ],
  },
];
