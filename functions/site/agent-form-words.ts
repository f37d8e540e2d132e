import { postalLine, wellport } from '../../shared/site/legal-contact.ts';

/** `half` shares a line with the next field; `tall` leaves space for a handwritten signature. */
export interface AgentFormField {
  name: string;
  label: string;
  half?: boolean;
  tall?: boolean;
  optional?: boolean;
}

export interface AgentFormChoice {
  name: string;
  label: string;
}

export interface AgentFormPart {
  heading: string;
  paragraphs?: readonly string[];
  choices?: readonly AgentFormChoice[];
  fields?: readonly AgentFormField[];
}

export const agentFormTitle = 'Authorized Agent Designation Form';

export const agentFormIntroduction: readonly string[] = [
  'Use this form to let another person, or a business, make privacy requests to Wellport for you. Fill it in on screen or print it, then sign it: an unsigned form has no effect. You can end the agent’s authority at any time by writing to us.',
  `Send the signed form to ${wellport.privacyMail} with the subject “Authorized agent”, or by mail to ${postalLine}.`,
];

export const agentFormParts: readonly AgentFormPart[] = [
  {
    heading: '1. About you',
    paragraphs: [
      'Give the details that we already hold, so that we can find your records. We compare them with your account and use them for nothing else.',
    ],
    fields: [
      { name: 'your-name', label: 'Full legal name' },
      { name: 'your-email', label: 'Email address that Wellport has', half: true },
      { name: 'your-phone', label: 'Phone number', half: true },
      { name: 'your-street', label: 'Street address' },
      { name: 'your-city', label: 'City', half: true },
      { name: 'your-state', label: 'State and ZIP code', half: true },
      {
        name: 'your-partner',
        label: 'Employer or insurer whose program you use (if any)',
        optional: true,
      },
    ],
  },
  {
    heading: '2. Your agent',
    fields: [
      { name: 'agent-name', label: 'Name of the person or business' },
      { name: 'agent-contact', label: 'Contact person, if a business', half: true, optional: true },
      { name: 'agent-relation', label: 'Relation to you', half: true },
      { name: 'agent-email', label: 'Email address', half: true },
      { name: 'agent-phone', label: 'Phone number', half: true },
      { name: 'agent-address', label: 'Mailing address' },
    ],
  },
  {
    heading: '3. What your agent may ask for',
    paragraphs: ['Check everything that applies. What is not checked is not authorized.'],
    choices: [
      { name: 'may-know', label: 'Confirm whether Wellport holds information about me, and see it' },
      { name: 'may-copy', label: 'Receive a portable copy of my information' },
      { name: 'may-correct', label: 'Correct information that is wrong' },
      { name: 'may-delete', label: 'Delete my information' },
      {
        name: 'may-opt-out',
        label: 'Opt me out of sale, of sharing and of targeted advertising',
      },
      { name: 'may-limit', label: 'Limit how my sensitive information is used' },
      { name: 'may-withdraw', label: 'Withdraw my consent to the use of consumer health data' },
      { name: 'may-appeal', label: 'Appeal a decision about any of these requests' },
    ],
  },
  {
    heading: '4. How long this lasts',
    paragraphs: [
      'Without a date the authority covers the first request of each kind that is checked above, and ends when we have answered it.',
    ],
    fields: [{ name: 'valid-until', label: 'Valid until (MM/DD/YYYY)', half: true, optional: true }],
  },
  {
    heading: '5. Your declaration and signature',
    paragraphs: [
      'I am the person named in part 1. I give the agent named in part 2 permission to make the requests checked in part 3 to Wellport, Inc. for me, and I ask Wellport to answer the agent. What I have written here is true to the best of my knowledge. I understand that Wellport may ask me to prove who I am and to confirm that I signed this form.',
    ],
    fields: [
      { name: 'your-signature', label: 'Your signature', tall: true },
      { name: 'your-signature-date', label: 'Date (MM/DD/YYYY)', half: true },
    ],
  },
  {
    heading: '6. Your agent’s signature',
    paragraphs: [
      'I accept this designation. I will use what I receive only for the requests checked in part 3, and will keep it secure.',
    ],
    fields: [
      { name: 'agent-signature', label: 'Signature of the agent or of its representative', tall: true },
      { name: 'agent-signature-date', label: 'Date (MM/DD/YYYY)', half: true },
    ],
  },
  {
    heading: 'What happens next',
    paragraphs: [
      'We confirm that we received the form within 10 days and answer within 45 days; a deletion request that we could authenticate is carried out within 30 days. If more time is allowed and needed we tell you and your agent why. We may decline a request when we cannot establish your identity or your agent’s authority, and then say how to appeal.',
      'A power of attorney that is valid under the law of your state may be sent instead of this form. Do not write health details or account numbers on this form.',
    ],
  },
];
