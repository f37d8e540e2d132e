import { privacy } from '../../../shared/contracts/privacy.ts';
import { handle } from '../../handle.ts';
import { newToken } from '../../platform/digest.ts';
import { sendEmail } from '../../platform/email.ts';
import { loadFeatureFlags } from '../../settings/store.ts';
import { requireSolvedCaptcha } from '../../site/captcha.ts';
import { submissionIdOf } from '../../site/send-once.ts';
import { recordSiteEmail } from '../../site/site-email-count-store.ts';
import { confirmationEmail } from '../case-email.ts';
import { saveGuestRequest } from '../guest-request-store.ts';

export const handler = handle(privacy.fileAsGuest, async ({ body, header, source, now, newId }) => {
  const { useCaptcha } = await loadFeatureFlags();
  if (useCaptcha)
    await requireSolvedCaptcha(header('g-recaptcha-response'), submissionIdOf('privacy', '', body), now);
  await recordSiteEmail(source, now);
  const token = newToken();
  await saveGuestRequest(token, newId(), body, now);
  await sendEmail(confirmationEmail(body.email, token));
  return { success: true, message: 'Open the link in the email that we sent you to file the request.' };
});
