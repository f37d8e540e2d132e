import type { LegalSection } from './legal-text.ts';

export const usingTheSite: readonly LegalSection[] = [
  {
    anchor: 'acceptance',
    heading: 'Acceptance of these terms',
    blocks: [
      'By opening the site, creating an account or using anything offered here, you accept these terms and promise to keep to them. If you do not accept them, do not use the site.',
      'You must be at least 18 years old, or the age of majority where you live if that is higher, to accept these terms. If you accept them for an employer, an insurer, a club or another organization, you confirm that you are allowed to bind it, and “you” then includes that organization.',
      'Some programs come with papers of their own, such as a facility enrollment agreement or a partner contract. Where one of those says something different about its own subject, it decides; on everything else these terms stand.',
    ],
  },
  {
    anchor: 'visitor-information',
    heading: 'Information about visitors',
    blocks: [
      'Our [privacy notice](/privacy) explains what we learn about people who visit or use the site, why, and what choices they have. It is part of these terms. People in Washington find more in our [consumer health privacy notice](/consumerhealthprivacy).',
      'What you send over the internet can be intercepted in spite of the care we take. Please do not send health records, account numbers or passwords by ordinary email.',
    ],
  },
  {
    anchor: 'changes',
    heading: 'Changes to these terms and to the site',
    blocks: [
      'We may change these terms. The date at the top says when the present version took effect. If a change matters to your rights, we tell you on the site, or by email if you have an account, before it applies.',
      'A change never reaches back: a dispute that we already knew of is decided under the terms in force when it arose. If you keep using the site after a change has taken effect, you accept it; if you do not want it, stop using the site and close your account.',
      'We may also add, change or take away parts of the site. Doing so does not end a program in which you are enrolled; that follows the program’s own rules.',
    ],
  },
];
