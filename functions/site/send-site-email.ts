import type { SiteEmail } from '../../shared/site/site-email.ts';
import { requireSolvedCaptcha } from './captcha.ts';
import { sendEmail } from '../platform/email.ts';
import { loadFeatureFlags } from '../settings/store.ts';
import { recordSiteEmail } from './site-email-count-store.ts';
import { siteEmailMessage } from './site-email-message.ts';
import { sendOnce } from './send-once.ts';

interface Delivery {
  submission: string;
  header: (name: string) => string | undefined;
  /** The sender's network (functions/platform/source.ts). */
  source: string;
  now: Date;
}

/** Sends a visitor's email once. Requires a solved captcha if captchas are on. */
export async function sendSiteEmail(
  email: SiteEmail,
  { submission, header, source, now }: Delivery,
): Promise<void> {
  const { useCaptcha } = await loadFeatureFlags();
  if (useCaptcha) await requireSolvedCaptcha(header('g-recaptcha-response'), submission, now);
  await sendOnce(submission, now, async () => {
    await recordSiteEmail(source, now);
    await sendEmail(siteEmailMessage(email));
  });
}
