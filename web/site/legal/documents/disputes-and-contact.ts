import { postalLine, wellport } from '../../../../shared/site/legal-contact.ts';
import type { LegalSection } from './legal-text.ts';

export const disputesAndContact: readonly LegalSection[] = [
  {
    anchor: 'general-provisions',
    heading: 'General provisions',
    blocks: [
      {
        terms: [
          [
            'Governing law',
            'The law of the State of Minnesota governs these terms, without its rules on conflicts of law. The Federal Arbitration Act governs section 21.',
          ],
          [
            'Courts',
            'What section 21 does not send to arbitration is decided by the state and federal courts in Hennepin County, Minnesota, and both sides accept their jurisdiction.',
          ],
          [
            'One year to give notice',
            'A claim about the site or these terms must be notified to the other side in writing within one year after the facts behind it arose. As far as the law allows, a claim that is not notified by then is barred for good.',
          ],
          [
            'Whole agreement',
            'These terms, the documents they refer to and your program’s agreements are the whole agreement between us about the site.',
          ],
          [
            'If a part fails',
            'If a court finds that part of these terms cannot be enforced, that part is limited as far as necessary and the rest stays in force.',
          ],
          [
            'Transfer',
            'You may not transfer your rights under these terms. We may transfer ours to a company that takes over the site.',
          ],
          [
            'Notices',
            'We may give you notice on the site, by email to the address in your account, or by mail. Notice to us goes to the address in section 22.',
          ],
          [
            'No partnership',
            'These terms create no partnership, employment or agency between us, and give no rights to third parties.',
          ],
        ],
      },
    ],
  },
  {
    anchor: 'dispute-resolution',
    heading: 'Dispute resolution by individual arbitration',
    blocks: [
      {
        note: 'This section affects your rights: a neutral arbitrator, and not a judge or jury, decides most disputes between us, one person at a time.',
      },
    ],
    parts: [
      {
        anchor: 'dispute-notice',
        heading: 'First, tell us',
        blocks: [
          `Most problems can be settled by talking. Before starting arbitration, the side with the complaint sends the other a written dispute notice at least **60 days** ahead. Yours goes to ${postalLine}, or to [${wellport.legalMail}](mailto:${wellport.legalMail}), and gives your name, how to reach you, what happened and what you ask for. During those 60 days both sides try in good faith to settle, and any deadline for the claim stands still.`,
        ],
      },
      {
        anchor: 'arbitration',
        heading: 'Arbitration',
        blocks: [
          'If the 60 days pass without a settlement, any dispute that arises from the site or these terms is decided finally by binding arbitration before a **single arbitrator**, under the consumer arbitration rules of the American Arbitration Association in force at the time. You can read those rules, and find out how to file, at www.adr.org.',
          'The hearing takes place by telephone or video, on documents alone if both sides agree, or in person in the county where you live. The rules decide who pays which fees; we pay what they make a business pay. The arbitrator may award to you, individually, whatever a court could award, and gives the reasons in writing. A court may enter judgment on the award.',
        ],
      },
      {
        anchor: 'individual-claims-only',
        heading: 'Individual claims only',
        blocks: [
          '**You and Wellport each give up the right to a jury trial, and to bring or join a class, collective or representative action.** The arbitrator may not combine the claims of different people without the consent of everybody involved. If this paragraph cannot be enforced for a particular claim, that claim goes to the courts named in section 20 and the others stay in arbitration.',
        ],
      },
      {
        anchor: 'outside-arbitration',
        heading: 'What stays outside, and how to opt out',
        blocks: [
          'Either side may bring a claim in small claims court if it fits there, and may ask a court to stop the misuse of intellectual property or of accounts. Nothing here keeps you from taking a concern to a government agency.',
          `You may opt out of this section within 30 days after you first accept these terms by writing to [${wellport.legalMail}](mailto:${wellport.legalMail}) with your name and the sentence that you opt out of arbitration. Nothing else changes for you if you do.`,
        ],
      },
    ],
  },
  {
    anchor: 'contact',
    heading: 'Contact',
    blocks: [
      `Questions about these terms are welcome at [${wellport.legalMail}](mailto:${wellport.legalMail}), or by mail:`,
      { address: [wellport.company, 'Attn: Legal', ...wellport.postalAddress.slice(2)] },
      'How we handle personal information is in our [privacy notice](/privacy).',
    ],
  },
];
