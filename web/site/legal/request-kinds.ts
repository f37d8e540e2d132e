import { wellport } from '../../../shared/site/legal-contact.ts';

export interface RequestKind {
  name: string;
  says: string;
  subject: string;
  /** First paragraph of the message, above the details that the sender completes. */
  asks: string;
}

/** Privacy requests, each with a prepared email. */
export const requestKinds: readonly RequestKind[] = [
  {
    name: 'See or receive my information',
    says: 'We tell you what we hold and send you a copy. Answered within 45 days.',
    subject: 'Privacy request: access',
    asks: 'Please tell me what personal information you hold about me, and send me a copy.',
  },
  {
    name: 'Correct my information',
    says: 'Tell us what is wrong and how it should read.',
    subject: 'Privacy request: correction',
    asks: 'Please correct this information about me (what is wrong, and how it should read):',
  },
  {
    name: 'Delete my information',
    says: 'Carried out within 30 days after we have authenticated your request.',
    subject: 'Privacy request: deletion',
    asks: 'Please delete the personal information that you hold about me.',
  },
  {
    name: 'Opt out of sale, sharing and targeted advertising',
    says: 'For cookies, Cookie Settings works at once.',
    subject: 'Privacy request: opt out',
    asks: 'Please do not sell or share my personal information or use it for targeted advertising.',
  },
  {
    name: 'Withdraw consent for consumer health data',
    says: 'For Washington. Answered within 45 days.',
    subject: 'Privacy request: consumer health data',
    asks: 'I withdraw my consent to the collection and sharing of my consumer health data.',
  },
  {
    name: 'Stop postal mail',
    says: 'Give the name and address on the mailing.',
    subject: 'NO SNAIL MAIL',
    asks: 'Please send me no more advertising by postal mail.',
  },
  {
    name: 'Appeal a decision',
    says: 'If we refused an earlier request.',
    subject: 'Appeal',
    asks: 'I appeal your decision on my request of (date). My reasons:',
  },
];

/** Returns a mailto: address with the subject and the text of the request. */
export function messageAddress({ subject, asks }: RequestKind): string {
  const body = `${asks}\n\nMy name:\nMy state:\nThe email address in my account, or how you know me:\n`;
  return `mailto:${wellport.privacyMail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
