import { wellport } from '../../../shared/site/legal-contact.ts';

export interface RequestKind {
  name: string;
  description: string;
  subject: string;
  /** First paragraph of the message, above the details that the sender completes. */
  body: string;
}

/** Privacy requests, each with a prepared email. */
export const requestKinds: readonly RequestKind[] = [
  {
    name: 'See or receive my information',
    description: 'We send you a copy of your information within 45 days.',
    subject: 'Privacy request: access',
    body: 'Please tell me what personal information you hold about me, and send me a copy.',
  },
  {
    name: 'Correct my information',
    description: 'Describe the error and the correct information.',
    subject: 'Privacy request: correction',
    body: 'Please correct this information about me (what is wrong, and how it should read):',
  },
  {
    name: 'Delete my information',
    description: 'Carried out within 30 days after we have authenticated your request.',
    subject: 'Privacy request: deletion',
    body: 'Please delete the personal information that you hold about me.',
  },
  {
    name: 'Opt out of sale, sharing and targeted advertising',
    description: 'For cookies, Cookie Settings takes effect immediately.',
    subject: 'Privacy request: opt out',
    body: 'Please do not sell or share my personal information or use it for targeted advertising.',
  },
  {
    name: 'Withdraw consent for consumer health data',
    description: 'For Washington. We respond within 45 days.',
    subject: 'Privacy request: consumer health data',
    body: 'I withdraw my consent to the collection and sharing of my consumer health data.',
  },
  {
    name: 'Stop postal mail',
    description: 'Give the name and address on the mailing.',
    subject: 'NO SNAIL MAIL',
    body: 'Please send me no more advertising by postal mail.',
  },
  {
    name: 'Appeal a decision',
    description: 'If we refused an earlier request.',
    subject: 'Appeal',
    body: 'I appeal your decision on my request of (date). My reasons:',
  },
];

/** Returns a mailto: address with the subject and the text of the request. */
export function messageAddress({ subject, body }: RequestKind): string {
  const text = `${body}\n\nMy name:\nMy state:\nThe email address in my account, or how you know me:\n`;
  return `mailto:${wellport.privacyMail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
}

/**
 * Returns the address of the external privacy request form if the page can embed it: a complete https address without
 * credentials on another origin than `ownOrigin`.
 */
export function requestFormAddress(configured: string | undefined, ownOrigin: string): string | undefined {
  if (!configured || !URL.canParse(configured)) return undefined;
  const { protocol, username, password, origin, href } = new URL(configured);
  return protocol === 'https:' && !username && !password && origin !== ownOrigin ? href : undefined;
}
