import { showDate } from '../../shared/calendar.ts';
import { caseKindName, type PrivacyCase } from '../../shared/privacy/privacy-case.ts';
import { linkEmail, type Email } from '../platform/email.ts';

const site = () => process.env.SITE_ADDRESS ?? '';

const reason = 'You receive this email because a privacy request was filed with this address.';

/** Members see their requests in the portal; other persons write to us from the public page. */
const linkOf = ({ userId }: Pick<PrivacyCase, 'userId'>) =>
  userId === null
    ? { title: 'Privacy requests', address: `${site()}/dataprivacyrequest` }
    : { title: 'Show the request', address: `${site()}/member/profile/privacy` };

/** The name of a guest is text that anyone can enter with the address of another person. */
const greeting = ({ name, userId }: PrivacyCase): string => (userId === null ? 'Hello,' : `Hello ${name},`);

const requestEmail = (stored: PrivacyCase, subject: string, paragraphs: readonly string[]): Email =>
  linkEmail(stored.email, subject, [greeting(stored), ...paragraphs], linkOf(stored), { reason });

const kindIn = ({ kind }: Pick<PrivacyCase, 'kind'>): string => caseKindName(kind).toLowerCase();

export const filedEmail = (stored: PrivacyCase): Email =>
  requestEmail(stored, 'We received your privacy request', [
    `We received your request (${kindIn(stored)}). We respond by ${showDate(stored.dueOn)}.`,
    // only members have a page that withdraws
    `If you did not file this request, reply to us${stored.userId === null ? '' : ' or withdraw it'}.`,
  ]);

export const extendedEmail = (stored: PrivacyCase, why: string): Email =>
  requestEmail(stored, 'We need more time for your privacy request', [
    `We respond to your request (${kindIn(stored)}) by ${showDate(stored.dueOn)}. The reason: ${why}`,
  ]);

/** Must be created before the requester of an erased person is removed from the case. */
export const closedEmail = (stored: PrivacyCase, outcome: string, response: string): Email =>
  requestEmail(stored, `Your privacy request was ${outcome}`, [
    `Your request (${kindIn(stored)}) was ${outcome}.`,
    response,
    ...(outcome === 'refused' ? ['You can appeal: reply with the subject line "Appeal".'] : []),
  ]);

/** The link proves that the person receives emails at the address. */
// without the sender's name, because anyone can enter any text with the address of another person
export const confirmationEmail = (email: string, token: string): Email =>
  linkEmail(
    email,
    'File your privacy request',
    [
      'Hello,',
      'Open this link and file the request there, which proves that it comes from you. Nothing is filed until then.',
      'The link expires in three days.',
    ],
    { title: 'Confirm and file the request', address: `${site()}/dataprivacyrequest/${token}` },
    { reason: 'You receive this email because a privacy request was started with this address.' },
  );

/** Informs a recipient of the data, such as the employer or the club. */
export const recipientEmail = (to: string, stored: PrivacyCase, correction: string): Email =>
  linkEmail(
    to,
    stored.kind === 'deletion' ? 'Delete the data of a former member' : 'Correct the data of a member',
    stored.kind === 'deletion'
      ? [
          `We deleted the personal data of ${stored.name} on request.`,
          'Delete this person from the lists and files that you received from us, unless a law requires you to retain them.',
        ]
      : [
          `We corrected personal data of ${stored.name} on request: ${correction}.`,
          'Correct it in the lists and files that you received from us.',
        ],
    { title: 'Open Wellport', address: `${site()}/?login=true` },
  );
