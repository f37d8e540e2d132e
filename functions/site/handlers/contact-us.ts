import { Refusal } from '../../../shared/refusal.ts';
import { site } from '../../../shared/contracts/site.ts';
import { contactEmail } from '../../../shared/site/site-email.ts';
import { handle } from '../../handle.ts';
import { isCallable } from '../../platform/phone-number.ts';
import { sendSiteEmail } from '../send-site-email.ts';
import { submissionIdOf } from '../send-once.ts';

export const handler = handle(site.contactUs, async ({ body, header, source, now, newId }) => {
  if (!isCallable(body.contactNumber))
    throw new Refusal('invalid', 'Contact Number is not valid.', 'contactNumber');
  const { submissionId = header('idempotency-key') ?? newId(), ...request } = body;
  await sendSiteEmail(contactEmail(request), {
    submission: submissionIdOf('contact', submissionId, request),
    header,
    source,
    now,
  });
  return { success: true, message: 'Thank you. Your message was sent.' };
});
