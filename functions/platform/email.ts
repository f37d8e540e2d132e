import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { clientSettings } from './client-settings.ts';
import { measure } from './metrics.ts';

const ses = /* @__PURE__ */ new SESv2Client(clientSettings());

/** A file that goes with an email; one with a content id is shown in its HTML by `cid:<content id>`. */
interface EmailAttachment {
  name: string;
  type: string;
  bytes: Uint8Array;
  contentId?: string;
}

export interface Email {
  to: string;
  /** Where an answer goes; the sender's address when left out. */
  replyTo?: string;
  subject: string;
  /** Plain text; the HTML says the same. */
  text: string;
  html: string;
  attachments?: readonly EmailAttachment[];
  /** What the email is about, for events that come back about it; letters, digits, hyphens and underscores. */
  tags?: Readonly<Record<string, string>>;
}

/** The email service will never take this recipient's address. */
export class AddressRefused extends Error {}

/** The email service takes nothing from the portal: its sender, its account or its settings are refused. */
export class SenderRefused extends Error {}

const sender = () => process.env.MAIL_FROM ?? 'Wellport <no-reply@wellport.test>';

/**
 * Hands one email over to SES (to the local mailbox under `npm start`). Throws AddressRefused or SenderRefused where
 * another attempt is of no use; any other problem is worth one.
 */
export async function sendEmail(email: Email): Promise<void> {
  const { to, replyTo, subject, text, html, attachments, tags } = email;
  const from = sender();
  const tagList = Object.entries(tags ?? {});
  const command = new SendEmailCommand({
    FromEmailAddress: from,
    Destination: { ToAddresses: [to] },
    ReplyToAddresses: replyTo ? [replyTo] : undefined,
    // bounces and complaints are told of emails that say what they are about
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
        // a repeated email is known by it
        Headers: tags && [{ Name: 'X-Wellport-Email', Value: tagList.map((tag) => tag.join('=')).join('.') }],
      },
    },
  });
  try {
    await ses.send(command);
  } catch (problem) {
    const refused = refusalOf(problem as Error, { from, to });
    measure(refused instanceof AddressRefused ? { EmailsRefused: 1 } : { EmailsNotSent: 1 });
    throw refused;
  }
}

const refusesSender = new Set([
  'AccountSuspendedException',
  'MailFromDomainNotVerifiedException',
  'NotFoundException',
  'SendingPausedException',
]);

/**
 * Whom a refused email is about. SES gives one name to both cases and tells them apart in its sentence: "The following
 * identities failed the check" names the addresses, and a malformed address ("Illegal address") is the recipient's,
 * since the sender's is the portal's own and the same in every email.
 */
function refusalOf(problem: Error, { from, to }: { from: string; to: string }): Error {
  const { name, message } = problem;
  if (refusesSender.has(name)) return new SenderRefused(message, { cause: problem });
  if (name !== 'MessageRejected' && name !== 'BadRequestException') return problem;
  const said = message.toLowerCase();
  const own = (/<([^>]+)>/.exec(from)?.[1] ?? from).trim().toLowerCase();
  const malformed = name === 'BadRequestException' && /address|domain|local/.test(said);
  const aboutRecipient = said.includes(to.toLowerCase()) || malformed;
  return aboutRecipient && !said.includes(own)
    ? new AddressRefused(message, { cause: problem })
    : new SenderRefused(message, { cause: problem });
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text made safe for HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (mark) => marks[mark] ?? mark);

/** A picture in an email's HTML, by the content id of its attachment; sides in pixels. */
interface InlinePicture {
  contentId: string;
  alt: string;
  width: number;
  height: number;
}

const pictureHtml = ({ contentId, alt, width, height }: InlinePicture): string =>
  `<p style="margin:0 0 24px"><img src="cid:${escapeHtml(contentId)}" alt="${escapeHtml(alt)}" width="${width}" height="${height}"></p>`;

/** The colors of every email; programs that read email know no style sheets. */
export const emailColors = {
  ink: '#1d2b26',
  soft: '#4c5a54',
  evergreen: '#0f5a43',
  ground: '#faf7f2',
  card: '#fff',
} as const;

/** Every email's HTML: the portal's name on a card, with what is given, which is HTML already. */
export function emailShell(html: string): string {
  const { ink, evergreen, ground, card } = emailColors;
  return `<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui,sans-serif;color:${ink};background:${ground};margin:0;padding:24px"><div style="max-width:560px;margin:auto;background:${card};border-radius:12px;padding:32px"><p style="font-weight:700;color:${evergreen};margin:0 0 24px">Wellport</p>${html}</div></body></html>`;
}

/** A short email with one link, as text and as HTML; the picture is at the top of the HTML. */
export function linkEmail(
  to: string,
  subject: string,
  paragraphs: readonly string[],
  link: { title: string; address: string },
  picture?: InlinePicture,
): Email {
  const body = paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('');
  return {
    to,
    subject,
    text: [...paragraphs, `${link.title}: ${link.address}`].join('\n\n'),
    html: emailShell(
      `${picture ? pictureHtml(picture) : ''}${body}<p style="margin:24px 0"><a href="${escapeHtml(link.address)}" style="background:${emailColors.evergreen};color:${emailColors.card};padding:12px 20px;border-radius:8px;text-decoration:none">${escapeHtml(link.title)}</a></p>`,
    ),
  };
}
