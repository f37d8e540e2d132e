import { type MessageHeader, SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { isErasedAddress } from '../../shared/privacy/erased-member.ts';
import { clientSettings } from './client-settings.ts';
import { sentMeasures } from './email-due.ts';
import { measure } from './metrics.ts';

/** Returns the headers of an email: its identity, and how to stop such emails. */
function headersOf({
  tags,
  unsubscribeUrl,
}: Pick<Email, 'tags' | 'unsubscribeUrl'>): MessageHeader[] | undefined {
  const headers = [
    // identifies a repeated email
    ...(tags
      ? [
          [
            'X-Wellport-Email',
            Object.entries(tags)
              .map((tag) => tag.join('='))
              .join('.'),
          ],
        ]
      : []),
    ...(unsubscribeUrl
      ? [
          ['List-Unsubscribe', `<${unsubscribeUrl}>`],
          ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
        ]
      : []),
  ];
  return headers.length > 0 ? headers.map(([Name, Value]) => ({ Name, Value })) : undefined;
}

const ses = /* @__PURE__ */ new SESv2Client(clientSettings());

/** An attachment; HTML can show one with a content ID as `cid:<content id>`. */
interface EmailAttachment {
  name: string;
  type: string;
  bytes: Uint8Array;
  contentId?: string;
}

export interface Email {
  to: string;
  /** Reply address; the sender's by default. */
  replyTo?: string;
  subject: string;
  /** Plain text with the same content as the HTML. */
  text: string;
  html: string;
  attachments?: readonly EmailAttachment[];
  /** Subject of the email for delivery events; letters, digits, hyphens, and underscores. */
  tags?: Readonly<Record<string, string>>;
  /** Address that stops such emails after a POST without a login (RFC 8058). */
  unsubscribeUrl?: string;
}

/** Links that stop emails of a kind: a page, and an address for mail programs. */
export interface StopLinks {
  page: string;
  unsubscribe: string;
}

/** SES rejects this recipient permanently. */
export class AddressRefused extends Error {}

/** SES rejects the sender, account, or settings. */
export class SenderRefused extends Error {}

const sender = () => process.env.MAIL_FROM ?? 'Wellport <no-reply@wellport.test>';

/**
 * Sends one email through SES (to the local mailbox under `npm start`). Throws AddressRefused or SenderRefused if a
 * retry is useless; other errors can be retried. Erased persons have no address, so nothing is sent to them.
 */
export async function sendEmail(email: Email): Promise<void> {
  const { to, replyTo, subject, text, html, attachments, tags } = email;
  if (isErasedAddress(to)) return;
  const from = sender();
  const tagList = Object.entries(tags ?? {});
  const command = new SendEmailCommand({
    FromEmailAddress: from,
    Destination: { ToAddresses: [to] },
    ReplyToAddresses: replyTo ? [replyTo] : undefined,
    // delivery events are published for tagged emails
    ConfigurationSetName: tags && process.env.MAIL_CONFIGURATION_SET,
    EmailTags: tags && tagList.map(([Name, Value]) => ({ Name, Value })),
    Content: {
      Simple: {
        Subject: { Data: subject, Charset: 'UTF-8' },
        Body: { Text: { Data: text, Charset: 'UTF-8' }, Html: { Data: html, Charset: 'UTF-8' } },
        Attachments: attachments?.map(({ name, type, bytes, contentId }) => ({
          FileName: name,
          ContentType: type,
          RawContent: bytes,
          ContentDisposition: contentId ? ('INLINE' as const) : ('ATTACHMENT' as const),
          ContentId: contentId,
        })),
        Headers: headersOf(email),
      },
    },
  });
  try {
    await ses.send(command);
  } catch (error) {
    const refused = refusalOf(error as Error, { from, to });
    measure(refused instanceof AddressRefused ? { EmailsRefused: 1 } : { EmailsNotSent: 1 });
    throw refused;
  }
  measure(sentMeasures());
}

const refusesSender = new Set([
  'AccountSuspendedException',
  'MailFromDomainNotVerifiedException',
  'NotFoundException',
  'SendingPausedException',
]);

/**
 * Distinguishes rejections of recipient and sender. SES uses one error name for both: "The following identities failed
 * the check" names the addresses, and a malformed address ("Illegal address") must be the recipient's, because the
 * sender's is the same in every email.
 */
function refusalOf(error: Error, { from, to }: { from: string; to: string }): Error {
  const { name, message } = error;
  if (refusesSender.has(name)) return new SenderRefused(message, { cause: error });
  if (name !== 'MessageRejected' && name !== 'BadRequestException') return error;
  const said = message.toLowerCase();
  const own = (/<([^>]+)>/.exec(from)?.[1] ?? from).trim().toLowerCase();
  const malformed = name === 'BadRequestException' && /address|domain|local/.test(said);
  const aboutRecipient = said.includes(to.toLowerCase()) || malformed;
  return aboutRecipient && !said.includes(own)
    ? new AddressRefused(message, { cause: error })
    : new SenderRefused(message, { cause: error });
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (mark) => marks[mark] ?? mark);

/** A picture in an email's HTML by the content ID of its attachment; size in pixels. */
interface InlinePicture {
  contentId: string;
  alt: string;
  width: number;
  height: number;
}

const pictureHtml = ({ contentId, alt, width, height }: InlinePicture): string =>
  `<p style="margin:0 0 24px"><img src="cid:${escapeHtml(contentId)}" alt="${escapeHtml(alt)}" width="${width}" height="${height}"></p>`;

/** Colors of every email; email clients do not support style sheets. */
export const emailColors = {
  ink: '#1d2b26',
  soft: '#4c5a54',
  evergreen: '#0f5a43',
  ground: '#faf7f2',
  card: '#fff',
} as const;

const defaultReason =
  'You receive this email because you have an account at Wellport or were invited to one.';

/** The page on which anyone can write to us. */
export const helpAddress = (): string => `${process.env.SITE_ADDRESS ?? ''}/guest/contactus`;

/** Styles for clients that support them: the dark palette, and less padding on the narrowest phones. */
const styles =
  '@media (prefers-color-scheme:dark){.ground{background:#171f1b!important;color:#ecefe9!important}.card{background:#212a26!important}.brand{color:#8fd0b0!important}.soft,.soft a{color:#b9c4bd!important}.button{background:#8fd0b0!important;color:#0d2219!important}}' +
  '@media (max-width:400px){.ground{padding:8px!important}.card{padding:20px 16px!important}}';

const stopTitle = 'Stop emails about visits';

/** Returns the HTML of an email: a card with the portal's name around the given HTML, and why it was sent. */
export function emailShell(html: string, reason: string = defaultReason, stop?: StopLinks): string {
  const { ink, soft, evergreen, ground, card } = emailColors;
  const linkTo = (address: string, title: string) =>
    `<a href="${escapeHtml(address)}" style="color:${soft}">${title}</a>`;
  const links = [linkTo(helpAddress(), 'Get help'), ...(stop ? [linkTo(stop.page, stopTitle)] : [])];
  const foot = `<p class="soft" style="font-size:14px;color:${soft};margin:32px 0 0">${escapeHtml(reason)} ${links.join(' · ')}</p>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${styles}</style></head><body class="ground" style="font:16px/1.5 system-ui,sans-serif;color:${ink};background:${ground};margin:0;padding:24px"><div class="card" style="max-width:560px;margin:auto;background:${card};border-radius:12px;padding:32px"><p class="brand" style="font-weight:700;color:${evergreen};margin:0 0 24px">Wellport</p>${html}${foot}</div></body></html>`;
}

interface EmailOptions {
  /** Shown at the top of the HTML. */
  picture?: InlinePicture | undefined;
  /** A sentence that tells the recipient why the email was sent. */
  reason?: string;
  /** Links that stop such emails, for emails that are optional. */
  stop?: StopLinks;
}

/** Returns a short email with one link as text and HTML. */
export function linkEmail(
  to: string,
  subject: string,
  paragraphs: readonly string[],
  link: { title: string; address: string },
  { picture, reason = defaultReason, stop }: EmailOptions = {},
): Email {
  const { evergreen, card } = emailColors;
  const body = paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('');
  const button = `<p style="margin:24px 0"><a class="button" href="${escapeHtml(link.address)}" style="display:inline-block;background:${evergreen};color:${card};padding:12px 20px;border-radius:8px;text-decoration:none">${escapeHtml(link.title)}</a></p>`;
  return {
    to,
    subject,
    text: [
      ...paragraphs,
      `${link.title}: ${link.address}`,
      `${reason} Get help: ${helpAddress()}`,
      ...(stop ? [`${stopTitle}: ${stop.page}`] : []),
    ].join('\n\n'),
    html: emailShell(`${picture ? pictureHtml(picture) : ''}${body}${button}`, reason, stop),
    ...(stop && { unsubscribeUrl: stop.unsubscribe }),
  };
}
