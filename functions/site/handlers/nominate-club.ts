import { Refusal } from '../../../shared/refusal.ts';
import { site } from '../../../shared/contracts/site.ts';
import { nominationEmail } from '../../../shared/site/site-email.ts';
import { handle } from '../../handle.ts';
import { isCallable } from '../../platform/phone-number.ts';
import { sendSiteEmail } from '../send-site-email.ts';
import { submissionIdOf } from '../send-once.ts';

export const handler = handle(site.nominateClub, async ({ body, header, source, now, newId }) => {
  if (body.clubContactNumber && !isCallable(body.clubContactNumber))
    throw new Refusal('invalid', 'Contact number is not valid.', 'clubContactNumber');
  const { submissionId = header('idempotency-key') ?? newId(), ...nomination } = body;
  await sendSiteEmail(nominationEmail(nomination), {
    submission: submissionIdOf('nomination', submissionId, nomination),
    header,
    source,
    now,
  });
  return { success: true, message: `Thank you. You nominated ${nomination.clubName}.` };
});
