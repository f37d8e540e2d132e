import type { Desk } from '../../shared/site/contact-request.ts';
import type { SiteEmail } from '../../shared/site/site-email.ts';
import { emailColors, emailShell, escapeHtml, type Email } from '../platform/email.ts';

/** The address of a desk, set by the deployment. */
const addressOf: Record<Desk, () => string> = {
  sales: () => process.env.SALES_ADDRESS ?? 'sales@wellport.test',
  support: () => process.env.SUPPORT_ADDRESS ?? 'support@wellport.test',
};

/** The message that a desk gets; whatever a visitor typed arrives as text, also when it looks like HTML. */
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
    html: emailShell(`<dl style="margin:0">${rows}</dl>`),
  };
}
