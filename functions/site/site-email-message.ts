import type { Desk } from '../../shared/site/contact-request.ts';
import type { SiteEmail } from '../../shared/site/site-email.ts';
import { emailColors, emailShell, escapeHtml, type Email } from '../platform/email.ts';

const addressOf: Record<Desk, () => string> = {
  sales: () => process.env.SALES_ADDRESS ?? 'sales@wellport.test',
  support: () => process.env.SUPPORT_ADDRESS ?? 'support@wellport.test',
};

/** Returns the email message; visitor input is always shown as text, even if it looks like HTML. */
export function siteEmailMessage({ desk, subject, replyTo, lines }: SiteEmail): Email {
  const rows = lines
    .map(
      ([label, text]) =>
        `<dt style="color:${emailColors.soft};font-size:14px">${escapeHtml(label)}</dt><dd style="margin:0 0 16px;white-space:pre-wrap">${escapeHtml(text)}</dd>`,
    )
    .join('');
  return {
    to: addressOf[desk](),
    replyTo,
    subject,
    text: lines.map(([label, text]) => `${label}: ${text}`).join('\n\n'),
    html: emailShell(`<dl style="margin:0">${rows}</dl>`, 'A visitor sent this through a form of the site.'),
  };
}
