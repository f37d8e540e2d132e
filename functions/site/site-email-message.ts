import type { Desk } from '../../shared/site/contact-request.ts';
import type { SiteEmail } from '../../shared/site/site-email.ts';
import { escapeHtml, type Email } from '../platform/email.ts';

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
        `<dt style="color:#5c594f;font-size:14px">${escapeHtml(label)}</dt><dd style="margin:0 0 16px;white-space:pre-wrap">${escapeHtml(text)}</dd>`,
    )
    .join('');
  return {
    to: addressOf[desk](),
    replyTo,
    subject,
    text: lines.map(([label, text]) => `${label}: ${text}`).join('\n\n'),
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui,sans-serif;color:#1b231f;background:#f8f4ea;margin:0;padding:24px"><div style="max-width:560px;margin:auto;background:#fffdf8;border-radius:12px;padding:32px"><p style="font-weight:700;color:#14563e;margin:0 0 24px">Wellport</p><dl style="margin:0">${rows}</dl></div></body></html>`,
  };
}
