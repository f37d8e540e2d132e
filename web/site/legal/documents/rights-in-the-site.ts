import { wellport } from '../../../../shared/site/legal-contact.ts';
import type { LegalSection } from './legal-text.ts';

export const rightsInTheSite: readonly LegalSection[] = [
  {
    anchor: 'copyright',
    heading: 'Copyright',
    blocks: [
      'The site’s texts, drawings, photographs, software, layout and the way all of these are put together belong to Wellport or to those who license them to us, and are protected by United States and international copyright law.',
      'You may view pages, and download or print single copies of them, for your own use or for running the program that your organization has with us. Keep every copyright notice in place. Anything beyond that needs our written permission first.',
      `If you believe that something on the site infringes your copyright, write to our copyright agent at [${wellport.legalMail}](mailto:${wellport.legalMail}). Your notice needs:`,
      {
        list: [
          'your name, address, telephone number and email address;',
          'the work that is infringed, and where on the site the copy stands;',
          'a statement that you believe in good faith that its use is not permitted by the owner, the owner’s agent or the law;',
          'a statement, under penalty of perjury, that your notice is accurate and that you own the right or act for its owner; and',
          'your signature, by hand or electronic.',
        ],
      },
      'We may close the accounts of people who infringe repeatedly.',
    ],
  },
  {
    anchor: 'trademarks',
    heading: 'Trademarks',
    blocks: [
      '“Wellport”, our logo and the names of our programs are our trademarks. The names and logos of partners, clubs and other companies on the site are theirs and stand there with their permission. Nothing here lets you use any of these marks, and you may not use ours in a way that makes people think we endorse you.',
    ],
  },
  {
    anchor: 'other-intellectual-property',
    heading: 'Other intellectual property',
    blocks: [
      'Patents, trade secrets, database rights, know-how and every other right in the site remain with Wellport and its licensors. Using the site gives you permission to use it as these terms describe and no ownership in any part of it.',
    ],
  },
  {
    anchor: 'reserved-rights',
    heading: 'Rights we reserve',
    blocks: [
      'Every right that these terms do not give to you stays with us. Among other things we may refuse or end access to the site, look into suspected misuse, remove content, set limits on use, and give information to public authorities where the law asks for it or people’s safety needs it.',
      'If we let something pass once, that is not a promise to let it pass again.',
    ],
  },
  {
    anchor: 'termination',
    heading: 'Termination',
    blocks: [
      'You may stop using the site at any time, and may ask us to close your account. We may suspend or end your access, with notice where that is reasonable, if you break these terms, if your eligibility for a program ends, if the law requires it, or if we stop offering the site.',
      'When access ends, the permission to use the site ends with it. Amounts already owed by either side stay owed. Sections that by their nature should outlast the end do so, in particular those on intellectual property, user content, warranties and liability, indemnification, general provisions and disputes.',
    ],
  },
];
